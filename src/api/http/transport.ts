import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import fetch, { type Response } from "node-fetch";
import { ApiError } from "../errors";
import { networkError, errorCode, malformedError, tooLargeError } from "./httpErrors";

/** An answer whose status and headers are here and whose body is still to come. Read it or discard it. */
export interface HttpResponse {
  readonly status: number;
  header(name: string): string | null;
  /** Decoded bytes that were read so far. */
  readonly bytes: number;
  /** The whole body, decoded. Rejects with `ApiError`: `interrupted` when it is cut short, `tooLarge`, `malformed`. */
  read(limitBytes: number): Promise<Buffer>;
  /** Ends the connection without reading on. */
  discard(): void;
}

/** Codings this end can undo; `deflate` is not asked for, since servers do not agree on what it is. */
const acceptEncoding = "gzip, br";

/**
 * Sends one GET and waits for the headers. Follows no redirect. The only place that knows node-fetch, which goes through
 * `node:http` and `node:https` with their default agents: VS Code's proxy and certificate settings apply, idle connections
 * are kept for a few seconds and do not keep the process alive. Rejects with `ApiError`; what an abort rejects with is the
 * caller's to replace.
 */
export async function sendRequest(
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<HttpResponse> {
  let response: Response;
  try {
    response = await fetch(url, {
      headers: { ...headers, "Accept-Encoding": acceptEncoding },
      signal,
      redirect: "manual",
      // node-fetch takes a gzip stream that ends early for a whole one: the body is decoded here instead.
      compress: false,
    });
  } catch (error) {
    throw networkError(url.host, error, false);
  }
  return new FetchedAnswer(response, url.host, signal);
}

class FetchedAnswer implements HttpResponse {
  bytes = 0;

  constructor(
    private readonly response: Response,
    private readonly host: string,
    private readonly signal: AbortSignal,
  ) {}

  get status(): number {
    return this.response.status;
  }

  header(name: string): string | null {
    return this.response.headers.get(name);
  }

  async read(limitBytes: number): Promise<Buffer> {
    const { body } = this.response;
    if (body === null) {
      return Buffer.alloc(0);
    }
    const decoders = this.decoders();
    if (decoders === undefined) {
      this.discard();
      throw malformedError(this.host, this.status, "an encoding that was not asked for");
    }
    if (decoders.length === 0 && Number(this.header("content-length")) > limitBytes) {
      this.discard();
      throw tooLargeError(this.host, limitBytes);
    }
    const chunks: Buffer[] = [];
    const collect = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        this.bytes += chunk.length;
        chunks.push(chunk);
        done(this.bytes > limitBytes ? tooLargeError(this.host, limitBytes) : null);
      },
    });
    try {
      await pipeline([body, ...decoders, collect], { signal: this.signal });
    } catch (error) {
      throw error instanceof ApiError ? error : this.bodyError(error);
    }
    return Buffer.concat(chunks);
  }

  discard(): void {
    const { body } = this.response;
    if (body instanceof Readable) {
      body.destroy();
    }
  }

  /** Undoes `Content-Encoding`, last coding first; undefined when one is not known here. */
  private decoders(): NodeJS.ReadWriteStream[] | undefined {
    const codings = (this.header("content-encoding") ?? "").toLowerCase().split(",");
    const found: NodeJS.ReadWriteStream[] = [];
    for (const coding of codings.map((name) => name.trim()).reverse()) {
      switch (coding) {
        case "":
        case "identity":
          break;
        case "gzip":
        case "x-gzip":
          found.push(createGunzip());
          break;
        case "deflate":
          found.push(createInflate());
          break;
        case "br":
          found.push(createBrotliDecompress());
          break;
        default:
          return undefined;
      }
    }
    return found;
  }

  /** zlib says Z_BUF_ERROR when its input ends early, and other codes when it is no such stream at all. */
  private bodyError(error: unknown): Error {
    const code = errorCode(error);
    const isDamaged = code !== undefined && code !== "Z_BUF_ERROR" && /^(Z_|ERR__|ERR_BROTLI)/.test(code);
    return isDamaged
      ? malformedError(this.host, this.status, "damaged compressed data")
      : networkError(this.host, error, true);
  }
}
