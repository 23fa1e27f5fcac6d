import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeCollectionPage } from "../../../src/service/decode";
import { ApiError } from "../../../src/service/errors";
import { decodeFeedPage } from "../../../src/service/decode";
import { testClient } from "../../support/services/testClient";
import type { ServiceClient } from "../../../src/service/client";
import type { Item } from "../../../src/service/types";
import { sampleEvent } from "../../support/services/feedService";
import { mutated } from "./mutations";
import { type Answer, ScriptedService } from "../../support/services/scriptedService";

interface Decoded {
  readonly items: readonly Item<{ readonly id: string }>[];
  readonly malformed: number;
}

const decoders: Readonly<Record<"events" | "collections", (bytes: Buffer) => Decoded>> = {
  events: (bytes) => decodeFeedPage(bodyOf(bytes)),
  collections: (bytes) => decodeCollectionPage(bodyOf(bytes)),
};
const lists = ["events", "collections"] as const;

function bodyOf(bytes: Buffer) {
  return { text: new TextDecoder().decode(bytes), status: 200, host: "service.example" };
}

/** Decodes bytes, and asserts that the result is a page with the items as sent, or a `malformed` error. */
function survives(list: (typeof lists)[number], bytes: Buffer): Decoded | undefined {
  try {
    const decoded = decoders[list](bytes);
    const sent = (JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown[]>)[list] ?? [];
    assert.equal(decoded.items.length + decoded.malformed, sent.length);
    for (const { json, value } of decoded.items) {
      assert.ok(value.id.length > 0);
      const parsed: unknown = JSON.parse(json);
      assert.ok(sent.some((element) => JSON.stringify(element) === JSON.stringify(parsed)));
    }
    return decoded;
  } catch (error) {
    assert.ok(error instanceof ApiError && error.kind === "malformed", String(error));
    assert.match(error.message, /\.$/);
    return undefined;
  }
}

function soundPage(list: (typeof lists)[number]): Record<string, unknown> {
  const item =
    list === "events"
      ? sampleEvent("evt_1", "2026-11-20T10:00:00Z")
      : { collection_id: "col_1", database_name: "acme", document_count: 7, is_active: true };
  return {
    [list]: [item, { ...item }],
    ...{ has_more: true, next_cursor: "abc", page_size: 40, total_count: 2, limit: 100, offset: 0 },
  };
}

describe("Decoding an arbitrary page", () => {
  for (const list of lists) {
    it(`ignores or returns any JSON in a list without affecting other items (${list})`, () => {
      fc.assert(
        fc.property(fc.array(fc.jsonValue()), (elements) => {
          assert.ok(survives(list, Buffer.from(JSON.stringify({ [list]: elements }))));
        }),
        { numRuns: 2000 },
      );
    });

    it(`returns or rejects a valid page with any value replaced (${list})`, () => {
      fc.assert(
        fc.property(
          mutated(soundPage(list)),
          (page) => void survives(list, Buffer.from(JSON.stringify(page))),
        ),
        { numRuns: 3000 },
      );
    });

    it(`returns or rejects a valid page with any bytes changed (${list})`, () => {
      const sound = Buffer.from(
        JSON.stringify({ [list]: [sampleEvent("evt_ü", "2026-11-20T10:00:00Z")], has_more: false }),
      );
      fc.assert(
        fc.property(
          fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
          (changes) => {
            const bytes = Buffer.from(sound);
            changes.forEach(([at, byte]) => (bytes[at] = byte));
            survives(list, bytes);
          },
        ),
        { numRuns: 5000 },
      );
    });
  }
});

describe("An arbitrary response over HTTP", () => {
  let service: ScriptedService;
  let client: ServiceClient;

  before(async () => {
    service = await ScriptedService.start();
    client = testClient({ baseUrl: service.origin });
  });
  after(() => service.dispose());

  /** Sends the bytes split at `cuts`, as separate chunks. */
  const inChunks =
    (bytes: Buffer, cuts: readonly number[], headers: Record<string, string>): Answer =>
    async (response) => {
      response.writeHead(200, { "Content-Type": "application/json", ...headers });
      const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
      let from = 0;
      for (const place of [...places, bytes.length]) {
        if (place > from) {
          response.write(bytes.subarray(from, place));
          await new Promise((resolve) => setImmediate(resolve));
        }
        from = place;
      }
      response.end();
    };

  it("is the same however it is split into chunks", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "grapheme" }), { minLength: 1, maxLength: 3 }),
        fc.array(fc.nat(2000), { maxLength: 6 }),
        async (titles, cuts) => {
          const events = titles.map((title, n) => sampleEvent(`evt_${n}`, "2026-11-20T10:00:00Z", { title }));
          service.answer(inChunks(Buffer.from(JSON.stringify({ events, has_more: false })), cuts, {}));
          const { items } = await client.readFeed({ pageSize: 40, fields: "full" });
          assert.deepEqual(
            items.map(({ json }) => json),
            events.map((event) => JSON.stringify(event)),
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it("leads to a page or an error message, whatever its bytes and encoding", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 400 }),
        fc.array(fc.nat(400), { maxLength: 4 }),
        fc.constantFrom(
          {},
          { "Content-Encoding": "gzip" },
          { "Content-Encoding": "br" },
          { "Content-Encoding": "x" },
        ),
        async (bytes, cuts, headers: Record<string, string>) => {
          service.answer(inChunks(Buffer.from(bytes), cuts, headers));
          try {
            await client.readFeed({ pageSize: 40, fields: "full" });
          } catch (error) {
            assert.ok(error instanceof ApiError, String(error));
            assert.match(error.message, /\S/);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
