import * as l10n from "@vscode/l10n";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import fetch, { type Response } from "node-fetch";
import { errorCode } from "../../util/errors";
import { ApiError, malformedError, networkError, tooLargeError } from "../errors";

/** A response whose headers have arrived. Its body must be read or discarded. */
export interface HttpResponse {
  readonly status: number;
  header(name: string): string | null;
  /** Decoded bytes of the body read so far. */
  readonly bytes: number;
  /** The whole body, decompressed. Rejects with `ApiError`: `interrupted`, `tooLarge` or `malformed`. */
  read(limitBytes: number): Promise<Buffer>;
  /** Closes the connection without reading the body. */
  discard(): void;
}

/** Without `deflate`, which servers implement differently. */
export const acceptEncoding = "gzip, br";

/**
 * Sends one GET request and waits for the response headers, without following redirects. node-fetch uses `node:http` and
 * `node:https` with their default agents, so VS Code's proxy and certificate settings apply and idle connections are reused.
 * Rejects with `ApiError`; after an abort, ignore the error.
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
      // node-fetch accepts a truncated gzip stream as complete, so the body is decompressed here.
      compress: false,
    });
  } catch (error) {
    throw networkError(url.host, error, false);
  }
  const { status, headers: responseHeaders, body } = response;
  return new StreamResponse(status, (name) => responseHeaders.get(name), body, url.host, signal);
}

/** A response whose body is a stream of Node. */
export class StreamResponse implements HttpResponse {
  bytes = 0;

  constructor(
    readonly status: number,
    readonly header: (name: string) => string | null,
    private readonly body: NodeJS.ReadableStream | null,
    private readonly host: string,
    private readonly signal: AbortSignal,
  ) {}

  async read(limitBytes: number): Promise<Buffer> {
    const { body } = this;
    if (body === null) {
      return Buffer.alloc(0);
    }
    const decoders = this.decoders();
    if (decoders === undefined) {
      this.discard();
      throw malformedError(
        this.status,
        l10n.t("{0} responded with an unsupported content encoding.", this.host),
      );
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
    if (this.body instanceof Readable) {
      this.body.destroy();
    }
  }

  /** Decoders for `Content-Encoding`, the last coding first; undefined when one is not supported. */
  private decoders(): NodeJS.ReadWriteStream[] | undefined {
    const codings = (this.header("content-encoding") ?? "").toLowerCase().split(",");
    const decoders: NodeJS.ReadWriteStream[] = [];
    for (const coding of codings.map((name) => name.trim()).reverse()) {
      switch (coding) {
        case "":
        case "identity":
          break;
        case "gzip":
        case "x-gzip":
          decoders.push(createGunzip());
          break;
        case "deflate":
          decoders.push(createInflate());
          break;
        case "br":
          decoders.push(createBrotliDecompress());
          break;
        default:
          return undefined;
      }
    }
    return decoders;
  }

  /** zlib reports Z_BUF_ERROR for truncated input and other codes for corrupt input. */
  private bodyError(error: unknown): Error {
    const code = errorCode(error);
    // Node's Brotli codes start with `ERR__`.
    const isCorrupt = code !== undefined && code !== "Z_BUF_ERROR" && /^(Z_|ERR__|ERR_BROTLI)/.test(code);
    return isCorrupt
      ? malformedError(this.status, l10n.t("{0} responded with corrupt compressed data.", this.host))
      : networkError(this.host, error, true);
  }
}
