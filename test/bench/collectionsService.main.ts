// The collections endpoint with the number of collections in the first argument; prints its URL when it is ready. Key and
// organization are ignored.
import { createServer } from "node:http";
import { serve } from "./serviceProcess";

const count = Number(process.argv[2]);
const words = "legal research support finance patent onboarding policy product training audit".split(" ");
const environments = ["production", "staging", "development", "qa-eu"];

const elements = Array.from({ length: count }, (_, n) => {
  const name = `${words[n % 10] ?? ""}-${words[(n * 7) % 9] ?? ""}-${n}`;
  return JSON.stringify({
    database_name: name,
    collection_name: n % 5 === 0 ? `kb-${name}` : name,
    collection_id: `col_${((n + 1) * 2_654_435_761).toString(36)}`,
    file_count: (n * 7919) % 40_000,
    document_count: (n * 7919) % 40_000,
    environment: environments[n % 4],
    is_active: n % 8 !== 0,
    created_at: new Date(Date.UTC(2024, 0, 1) - n * 60_000).toISOString(),
    request_count: (n * 104_729) % 3_000_000,
  });
});

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? "/", "http://localhost");
  const offset = Number(searchParams.get("offset"));
  const limit = Number(searchParams.get("limit"));
  const page = elements.slice(offset, offset + limit).join(",");
  const body = Buffer.from(
    `{"collections":[${page}],"total_count":${count},"limit":${limit},"offset":${offset}}`,
  );
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
  response.end(body);
});
await serve(server);
