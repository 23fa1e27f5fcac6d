import { randomUUID } from "node:crypto";
import { CLIENT_INFO_META_KEY } from "@modelcontextprotocol/server";

/**
 * Which client a request comes from. The server keeps no sessions: the id that it gives to a client which initializes is the client's name
 * and something random, and the client sends it with every request. Nothing is checked by it.
 */
export interface McpClient {
  /** As the client calls itself; letters, digits, dots and hyphens. */
  readonly name: string;
  /** Empty if unknown. */
  readonly sessionId: string;
}

export const unknownClient: McpClient = { name: "MCP client", sessionId: "" };

const maxNameLength = 40;

/** @param body of the request, of any shape */
export function clientOf(headers: Headers, body: unknown): McpClient {
  const sessionId = headers.get("mcp-session-id") ?? "";
  const [, fromSession] = /^([\w.-]{1,40})~[\w-]+$/.exec(sessionId) ?? [];
  const [fromUserAgent] = (headers.get("user-agent") ?? "").split("/");
  const name = fromSession ?? (plainName(declaredName(body)) || plainName(fromUserAgent));
  return { name: name || unknownClient.name, sessionId };
}

/** @param body of an `initialize` request; undefined for all others */
export function newSessionId(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !("method" in body) || body.method !== "initialize") {
    return undefined;
  }
  const info = "params" in body ? field(body.params, "clientInfo") : undefined;
  return `${plainName(field(info, "name")) || "client"}~${randomUUID()}`;
}

/** From protocol 2026-07-28 on, every request says who sends it. */
function declaredName(body: unknown): unknown {
  return field(field(field(field(body, "params"), "_meta"), CLIENT_INFO_META_KEY), "name");
}

/** Empty for what is no name. A long one is not cut: a client may send anything there, and a part of a secret is a secret. */
function plainName(name: unknown): string {
  const plain = typeof name === "string" ? name.trim().replace(/[^\w.-]+/g, "-") : "";
  return plain.length <= maxNameLength ? plain : "";
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
