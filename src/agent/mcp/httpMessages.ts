import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";

/** No call of a tool needs more. */
export const maxBodyBytes = 256 * 1024;

/** The most messages in one request: only the protocol of 2025-03-26 has such batches. */
const maxBatch = 50;

export type RequestBody =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "refused"; readonly status: 400 | 413; readonly reason: string };

/** Reads a request's body to its end, or to the limit. Rejects if the client disconnects before. */
export function readJsonBody(message: IncomingMessage): Promise<RequestBody> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    message.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBodyBytes) {
        message.pause();
        const reason = `The body is larger than ${maxBodyBytes / 1024} KiB.`;
        resolve({ kind: "refused", status: 413, reason });
      } else {
        chunks.push(chunk);
      }
    });
    message.once("end", () => resolve(parseBody(Buffer.concat(chunks))));
    message.once("close", () => reject(new Error("The client disconnected.")));
    message.once("error", reject);
  });
}

function parseBody(bytes: Buffer): RequestBody {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return { kind: "refused", status: 400, reason: "The body is not JSON." };
  }
  if (Array.isArray(value) && value.length > maxBatch) {
    return { kind: "refused", status: 400, reason: `A batch may have ${maxBatch} messages at most.` };
  }
  return { kind: "json", value };
}

/** The request as the SDK expects it. Its body was read before, and is passed beside it. */
export function toWebRequest(message: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(message.headersDistinct)) {
    for (const value of values) {
      headers.append(name, value);
    }
  }
  // The SDK logs errors and passes the request on to tools: neither has to see the bearer.
  headers.delete("authorization");
  return new Request(`http://${message.headers.host}${message.url}`, { method: "POST", headers, signal });
}

/** Resolves when the response was sent. Rejects if the client disconnects before. */
export async function sendWebResponse(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (!answer.body) {
    response.end();
    return;
  }
  await pipeline(chunksOf(answer.body), response);
}

async function* chunksOf(body: NonNullable<Response["body"]>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      yield next.value;
    }
  } finally {
    await reader.cancel();
  }
}

/** Answers with an error of JSON-RPC, and closes the connection: the rest of the request was not read. */
export function sendRefusal(
  response: ServerResponse,
  { status, reason }: { readonly status: number; readonly reason: string },
): void {
  const code = status === 400 ? -32_700 : -32_000;
  const body = JSON.stringify({ jsonrpc: "2.0", error: { code, message: reason }, id: null });
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    connection: "close",
    ...(status === 401 && { "www-authenticate": "Bearer" }),
    ...(status === 405 && { allow: "POST" }),
  });
  response.end(body);
}
