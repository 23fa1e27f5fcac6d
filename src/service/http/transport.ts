import type { Agent } from "node:http";
import { Readable } from "node:stream";
import fetch, { type Response } from "node-fetch";
import { ApiError, networkError, tooLargeError } from "../errors";
import type { HttpMethod } from "../types";

export interface HttpMessage {
  readonly method: HttpMethod;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string;
  /** VS Code's, which keeps connections, by default. */
  readonly agent?: Agent;
}

/** A response whose headers have arrived. Its body must be read or discarded. */
export class HttpResponse {
  /** Of the decompressed body, as far as it was read. */
  bytes = 0;

  constructor(
    private readonly response: Response,
    private readonly host: string,
  ) {}

  get status(): number {
    return this.response.status;
  }

  header(name: string): string | null {
    return this.response.headers.get(name);
  }

  /** The whole body. @throws {ApiError} `interrupted` or `tooLarge` */
  async read(limitBytes: number): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    try {
      // Leaving the loop closes the connection.
      for await (const chunk of this.response.body ?? []) {
        const bytes = Buffer.from(chunk);
        this.bytes += bytes.length;
        if (this.bytes > limitBytes) {
          throw tooLargeError(this.host, limitBytes);
        }
        chunks.push(bytes);
      }
    } catch (error) {
      throw error instanceof ApiError ? error : networkError(this.host, error, true);
    }
    return Buffer.concat(chunks);
  }

  /** Closes the connection without reading the body. */
  discard(): void {
    if (this.response.body instanceof Readable) {
      this.response.body.destroy();
    }
  }
}

/**
 * Sends a request and waits for the response headers, without following redirects. node-fetch uses `node:http` and `node:https`,
 * so VS Code's proxy and certificate settings apply. @throws {ApiError}
 */
export async function send({ url, ...message }: HttpMessage, signal: AbortSignal): Promise<HttpResponse> {
  try {
    const response = await fetch(url, { ...message, signal, redirect: "manual" });
    return new HttpResponse(response, url.host);
  } catch (error) {
    throw networkError(url.host, error, false);
  }
}
