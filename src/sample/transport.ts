import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { SampleHandler, SampleRequest, SampleResponse } from "./reply";

/** Smaller bodies are not worth compressing. */
const gzipFromBytes = 1_024;
const compress = promisify(gzip);

/** Lets a handler answer the requests of a Node server. */
export function listener(handler: SampleHandler): RequestListener {
  return (message, response) => {
    // What the client sends along is of no interest, but has to flow off.
    message.resume();
    answer(handler, message, response).catch(() => response.destroy());
  };
}

async function answer(
  handler: SampleHandler,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await send(response, handler(requestOf(message)), message.headers["accept-encoding"]);
}

/** The part of Node's request that a handler looks at. */
export function requestOf(message: IncomingMessage): SampleRequest {
  return { method: message.method ?? "", target: message.url ?? "", headers: message.headers };
}

/** Sends a handler's answer, compressed when the client takes gzip; settles when it is handed to the socket. */
export async function send(
  response: ServerResponse,
  { status, headers, body }: SampleResponse,
  acceptEncoding: string | readonly string[] | undefined,
): Promise<void> {
  const plain = Buffer.from(body);
  const zip = plain.length >= gzipFromBytes && takesGzip(acceptEncoding);
  const bytes = zip ? await compress(plain) : plain;
  response.writeHead(status, {
    ...headers,
    vary: "accept-encoding",
    ...(zip ? { "content-encoding": "gzip" } : {}),
    "content-length": bytes.length,
  });
  response.end(bytes);
}

function takesGzip(acceptEncoding: string | readonly string[] | undefined): boolean {
  return String(acceptEncoding ?? "")
    .toLowerCase()
    .split(",")
    .some((part) => {
      const [coding = "", weight = "1"] = part.split(/;\s*q=/);
      return ["gzip", "*"].includes(coding.trim()) && Number(weight) > 0;
    });
}
