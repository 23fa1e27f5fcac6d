import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** The only path that is served. */
export const mcpPath = "/mcp";

/** Why a request is not served. `reason` is for people and agents, and quotes nothing of the request. */
export interface Refusal {
  readonly status: 401 | 403 | 404 | 405 | 413;
  readonly reason: string;
}

/**
 * Checks the headers of a request before its body is read. A web page can send requests to the loopback
 * address, but these have an `Origin`, or after DNS rebinding the `Host` of the page's site.
 * @param port port that the request was sent to
 * @param bearer undefined before a token was made: nothing is served
 * @returns undefined if the request may be served
 */
export function refusalOf(
  message: IncomingMessage,
  port: number,
  bearer: string | undefined,
): Refusal | undefined {
  const { host, origin, authorization } = message.headersDistinct;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (host?.length !== 1 || !hosts.includes(host[0]?.toLowerCase() ?? "")) {
    return { status: 403, reason: "The Host header is not the address of this server." };
  }
  if (origin && !(origin.length === 1 && hosts.some((own) => origin[0] === `http://${own}`))) {
    return { status: 403, reason: "Requests of web pages (Origin) are not accepted." };
  }
  if (message.url !== mcpPath) {
    return { status: 404, reason: `The only path is ${mcpPath}.` };
  }
  if (authorization?.length !== 1 || !isBearer(authorization[0] ?? "", bearer)) {
    return {
      status: 401,
      reason:
        'The bearer token is missing or wrong. Run "Company Feed: Copy MCP Configuration…" in VS Code, and replace the configuration of this client.',
    };
  }
  if (message.method !== "POST") {
    return { status: 405, reason: "The only method is POST." };
  }
  return undefined;
}

/** Compares in constant time. */
function isBearer(authorization: string, bearer: string | undefined): boolean {
  const [, token] = /^Bearer ([^ ]+)$/i.exec(authorization) ?? [];
  return token !== undefined && bearer !== undefined && timingSafeEqual(digest(token), digest(bearer));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
