import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** The only path that is served. */
export const mcpPath = "/mcp";

/** Why a request is not served. The text is for people and agents, and says nothing about the request's content. */
export interface Refusal {
  readonly status: 401 | 403 | 404 | 405 | 413;
  readonly reason: string;
}

/**
 * Whether a request may be served, judged by its headers alone, before anything of its body is read. A page in a browser can reach the
 * loopback address: what it sends has an `Origin`, or after DNS rebinding the `Host` of its own site.
 * @param port that the request came in at
 * @param bearer undefined: there is none, and nothing is served
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

/** Takes the same time wherever the two differ, and whatever their lengths are. */
function isBearer(authorization: string, bearer: string | undefined): boolean {
  const [, token] = /^Bearer ([^ ]+)$/i.exec(authorization) ?? [];
  return token !== undefined && bearer !== undefined && timingSafeEqual(digest(token), digest(bearer));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
