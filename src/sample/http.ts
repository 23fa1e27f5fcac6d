import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** The part of an HTTP request that the handler uses. */
export interface SampleRequest {
  readonly method: string;
  /** Path and query as in the request line. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Absent without a body; beyond `maxBodyBytes` it may be incomplete. */
  readonly body?: Buffer;
}

/** No request needs more. */
export const maxBodyBytes = 64 * 1_024;

/** An HTTP response before compression. */
export interface SampleResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Never throws. */
export type SampleHandler = (request: SampleRequest) => SampleResponse;

/** Thrown for a request that the handler answers with an error. */
export class HttpError extends Error {
  /** @param body JSON body, in one of the shapes of `docs/service.md`, Errors */
  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`HTTP status ${status}`);
  }
}

/** Smaller bodies are not worth compressing. */
const minGzipBytes = 1_024;
const compress = promisify(gzip);

/** A listener for Node's HTTP server. */
export function requestListener(handler: SampleHandler): RequestListener {
  return (message, response) => {
    readRequest(message)
      .then((request) => sendResponse(response, handler(request), message.headers["accept-encoding"]))
      .catch(() => response.destroy());
  };
}

/** Reads the whole request. Rejects if the client disconnects before it has sent its body. */
export async function readRequest(message: IncomingMessage): Promise<SampleRequest> {
  const { method = "", url: target = "", headers } = message;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    // What is too long is read, but not kept: an unread body would block the connection.
    if (length <= maxBodyBytes) {
      chunks.push(chunk);
    }
    length += chunk.length;
  }
  return { method, target, headers, ...(length > 0 && { body: Buffer.concat(chunks) }) };
}

/** Sends a response, compressed if the client accepts gzip. */
export async function sendResponse(
  response: ServerResponse,
  { status, headers, body }: SampleResponse,
  acceptEncoding: string | readonly string[] | undefined,
): Promise<void> {
  const plain = Buffer.from(body);
  const isCompressed = plain.length >= minGzipBytes && acceptsGzip(acceptEncoding);
  const bytes = isCompressed ? await compress(plain) : plain;
  response.writeHead(status, {
    ...headers,
    vary: "accept-encoding",
    ...(isCompressed ? { "content-encoding": "gzip" } : {}),
    "content-length": bytes.length,
  });
  response.end(bytes);
}

function acceptsGzip(acceptEncoding: string | readonly string[] | undefined): boolean {
  return String(acceptEncoding ?? "")
    .toLowerCase()
    .split(",")
    .some((part) => {
      const [coding = "", weight = "1"] = part.split(/;\s*q=/);
      return ["gzip", "*"].includes(coding.trim()) && Number(weight) > 0;
    });
}
