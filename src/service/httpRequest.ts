import * as l10n from "@vscode/l10n";
import http from "node:http";
import https from "node:https";
import { Readable } from "node:stream";
import fetch, { type Response } from "node-fetch";
import { formatNumber } from "../shared/text";
import { abortedError, ApiError, networkError } from "./errors";
import type { HttpRequest, ServiceTarget } from "./types";
import { percentEncoded } from "./urls";

/** Limit for the body of an error, and of the response to a change. */
const shortBodyLimitBytes = 64 * 1024;

/** A response whose headers have arrived. Its body must be read or discarded. */
export class HttpResponse {
  readonly status: number;
  /** Size of the decompressed body, as far as it was read. */
  bytes = 0;

  constructor(
    private readonly response: Response,
    private readonly host: string,
    private readonly signal: AbortSignal,
  ) {
    this.status = response.status;
  }

  header(name: string): string | null {
    return this.response.headers.get(name);
  }

  /** The whole body; invalid UTF-8 becomes U+FFFD, and a byte order mark is removed. @throws {ApiError} */
  async read(limitBytes: number): Promise<string> {
    const chunks: Buffer[] = [];
    try {
      // Leaving the loop closes the connection.
      for await (const chunk of this.response.body ?? []) {
        const bytes = Buffer.from(chunk);
        this.bytes += bytes.length;
        if (this.bytes > limitBytes) {
          const megabytes = formatNumber(Math.max(1, Math.round(limitBytes / 1024 / 1024)));
          const message = l10n.t("The response from {0} is larger than {1} MB.", this.host, megabytes);
          throw new ApiError({ kind: "tooLarge" }, message);
        }
        chunks.push(bytes);
      }
    } catch (error) {
      throw error instanceof ApiError ? error : causeOf(this.signal, networkError(this.host, error, true));
    }
    return new TextDecoder().decode(Buffer.concat(chunks));
  }

  /** Reads a body that nothing depends on: empty if it is too long or cannot be read. */
  async readShort(): Promise<string> {
    return this.read(shortBodyLimitBytes).catch(() => "");
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
 * so VS Code's proxy and certificate settings apply.
 * @param signal if it is aborted with an `ApiError`, that is thrown. @throws {ApiError}
 */
export async function fetchOnce(
  { url, method, body }: HttpRequest,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const { Agent } = url.protocol === "https:" ? https : http;
  try {
    const response = await fetch(url, {
      method,
      headers: body === undefined ? headers : { ...headers, "Content-Type": "application/json" },
      body: body ?? null,
      signal,
      redirect: "manual",
      // The service may be closing a connection that was used before: then nobody knows whether a change has arrived.
      ...(method !== "GET" && { agent: new Agent({ keepAlive: false }) }),
    });
    return new HttpResponse(response, url.host, signal);
  } catch (error) {
    throw causeOf(signal, networkError(url.host, error, false));
  }
}

/** Why a request failed: if it was aborted, for the reason that the signal has, which its own error lacks. */
function causeOf(signal: AbortSignal, error: ApiError): ApiError {
  if (!signal.aborted) {
    return error;
  }
  return signal.reason instanceof ApiError ? signal.reason : abortedError();
}

/** The headers of a request (`docs/service.md`, Authentication). Only this function writes the API key into a request. */
export function requestHeaders({ key, organizationId }: ServiceTarget): Readonly<Record<string, string>> {
  return {
    Accept: "application/json",
    Authorization: `Bearer ${key}`,
    ...(organizationId && { "X-Organization-ID": organizationId }),
    "User-Agent": "company-feed",
  };
}

/**
 * Replaces the key in a text that is logged or shown: the logged URL, a redirect's target, the service's error message. It
 * finds the key in plain text, percent-encoded and in base64, in any letter case.
 */
export function redactor(key: string): (text: string) => string {
  const inBase64 = [key, `Bearer ${key}`].map((text) =>
    Buffer.from(text).toString("base64").replace(/=+$/, ""),
  );
  const spellings = [key, encodeURIComponent(key.toWellFormed()), percentEncoded(key), ...inBase64];
  const patterns = spellings.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(patterns.join("|"), "giu");
  return (text) => (key === "" ? text : text.replace(pattern, "[key]"));
}
