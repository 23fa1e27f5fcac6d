import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

/** The part of an HTTP request that the handler uses. */
export interface SampleRequest {
  readonly method: string;
  /** Path and query as in the request line. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Absent without a body; cut if longer than `maxBodyBytes`. */
  readonly body?: Buffer;
}

/** Enough for a webhook alert with 10,000 domains. */
const maxBodyBytes = 1_024 * 1_024;

export interface SampleResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type SampleHandler = (request: SampleRequest) => SampleResponse;

/** An error response. */
export class HttpError extends Error {
  /** @param body in one of the shapes of `docs/service.md`, Errors */
  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`HTTP status ${status}`);
  }
}

/** Throws status 404 if `value` is undefined. The body differs from that of an unknown path. */
export function found<T>(value: T | undefined, message: string): T {
  if (value === undefined) {
    throw new HttpError(404, { status: "error", message });
  }
  return value;
}

/** A listener for Node's HTTP server. */
export function requestListener(handler: SampleHandler): RequestListener {
  return (message, response) => {
    readRequest(message)
      .then((request) => sendResponse(response, handler(request)))
      .catch(() => response.destroy());
  };
}

/** Rejects if the client disconnects before it has sent its body. */
export async function readRequest(message: IncomingMessage): Promise<SampleRequest> {
  const { method = "", url: target = "", headers } = message;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    // Bytes beyond the limit are read and dropped: an unread body would block the connection.
    if (length <= maxBodyBytes) {
      chunks.push(chunk);
    }
    length += chunk.length;
  }
  return { method, target, headers, ...(length > 0 && { body: Buffer.concat(chunks) }) };
}

export function sendResponse(response: ServerResponse, { status, headers, body }: SampleResponse): void {
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
  response.end(body);
}
