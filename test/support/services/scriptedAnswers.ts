import { once } from "node:events";
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Answer } from "./scriptedService";

const json = { "Content-Type": "application/json" };

/** 200 with `body` as JSON, or unchanged if it is text or bytes. */
export function page(body: unknown, headers: OutgoingHttpHeaders = {}): Answer {
  return status(200, body, headers);
}

/** Any status with a body. Content type and length can be overridden. */
export function status(code: number, body: unknown = "", headers: OutgoingHttpHeaders = {}): Answer {
  return (response) => {
    const bytes = bytesOf(body);
    response.writeHead(code, { ...json, "Content-Length": bytes.length, ...headers }).end(bytes);
  };
}

/** A status with an HTML page, as from a proxy or load balancer. */
export function webPage(code: number): Answer {
  const html = "<!DOCTYPE html><html><body><h1>Something went wrong</h1></body></html>";
  return status(code, html, { "Content-Type": "text/html; charset=utf-8" });
}

export function redirect(code: number, location: string): Answer {
  return status(code, "Moved", { "Content-Type": "text/plain", Location: location });
}

const encoders = { gzip: promisify(gzip), br: promisify(brotliCompress) };

/** 200, compressed and truncated to `keep` bytes (or by that many, if negative), with a matching length. */
export function compressed(coding: keyof typeof encoders, body: unknown, keep?: number): Answer {
  return async (response, request) => {
    const bytes = Buffer.from(await encoders[coding](bytesOf(body)));
    await page(bytes.subarray(0, keep), { "Content-Encoding": coding })(response, request);
  };
}

/** Resets the connection before the response. */
export function reset(): Answer {
  return (response) => void response.socket?.resetAndDestroy();
}

/** Ends the connection normally before the content length is reached. */
export function cutInBody(body: unknown, at: number): Answer {
  return partial(body, at, (response) => response.socket?.end());
}

/** Never responds, but keeps the connection open. */
export function silence(): Answer {
  return () => undefined;
}

/** Sends headers and the first `at` bytes of the body, then nothing more. */
export function stall(body: unknown, at: number, code = 200): Answer {
  return partial(body, at, () => undefined, code);
}

/** A body that never ends. */
export function endless(chunk: unknown, headers: OutgoingHttpHeaders = {}): Answer {
  return async (response) => {
    response.writeHead(200, { ...json, ...headers });
    while (!response.destroyed) {
      await write(response, bytesOf(chunk));
    }
  };
}

/** Reports the request's body before the answer. */
export function readingBody(onBody: (body: string) => void, answer: Answer): Answer {
  return async (response, request) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) {
      body += String(chunk);
    }
    onBody(body);
    await answer(response, request);
  };
}

/** Waits for `gate` before the answer. */
export function after(gate: Promise<unknown>, answer: Answer): Answer {
  return async (response, request) => {
    await gate;
    await answer(response, request);
  };
}

/** Sends `bytes` instead of an HTTP response. */
export function raw(bytes: string | Buffer): Answer {
  return (response) => void response.socket?.end(bytes);
}

/** Sends a part of a response, and then calls `end`. */
function partial(body: unknown, at: number, end: (response: ServerResponse) => unknown, code = 200): Answer {
  return async (response) => {
    const bytes = bytesOf(body);
    response.writeHead(code, { ...json, "Content-Length": bytes.length });
    response.flushHeaders();
    await write(response, bytes.subarray(0, at));
    // Let a client in this process read first, because a reset discards unread data.
    for (let turn = 0; turn < 20; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    end(response);
  };
}

/** Waits until the bytes are sent or the connection is closed. */
async function write(response: ServerResponse, bytes: Buffer): Promise<void> {
  if (bytes.length > 0 && !response.write(bytes) && !response.destroyed) {
    const done = new AbortController();
    const { signal } = done;
    await Promise.race([once(response, "drain", { signal }), once(response, "close", { signal })]);
    done.abort();
  } else {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function bytesOf(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}
