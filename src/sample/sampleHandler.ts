import { randomBytes } from "node:crypto";
import { organizationOf } from "./collections";
import { HttpError, type SampleHandler, type SampleRequest } from "./http";
import { operationsOf } from "./operations";
import { Organization } from "./organization";
import { matchRoute } from "./routes";
import type { SampleSource } from "./sampleSource";

interface SampleHandlerOptions {
  readonly source: SampleSource;
  /** The API key to accept. */
  readonly key: string;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** Handlers with the same secret accept each other's cursors; random by default. */
  readonly cursorSecret?: Uint8Array;
}

/**
 * The service of `docs/service.md` for any source, as strict as specified. What requests change lasts as long as the handler.
 * Errors: 400 cursor or environment, 401 key, 403 organization, 404 path, collection, document or event, 405 method,
 * 413 size, 422 parameter, name or body, in all the shapes of `docs/service.md`, Errors.
 */
export function sampleHandler({ source, key, now, cursorSecret }: SampleHandlerOptions): SampleHandler {
  const operations = operationsOf(source, cursorSecret ?? randomBytes(32));
  const organizations = new Map<string, Organization>();
  const organizationFor = (request: SampleRequest): Organization => {
    const id = header(request, "x-organization-id");
    if (!source.collections(id)) {
      const message = "This API key does not belong to the organization in X-Organization-ID.";
      throw new HttpError(403, { status: "error", message });
    }
    const ownId = organizationOf(id)?.id ?? "";
    const organization = organizations.get(ownId) ?? new Organization(() => source.collections(id) ?? []);
    organizations.set(ownId, organization);
    return organization;
  };
  const answer = (request: SampleRequest): readonly [status: number, body: unknown] => {
    authorize(request, key);
    const [path = "", ...query] = request.target.split("?");
    const route = matchRoute(request.method, path);
    if (!route) {
      throw new HttpError(404, { detail: "Not Found" });
    }
    if (!route.operation) {
      throw new HttpError(405, { detail: "Method Not Allowed" }, { allow: route.methods.join(", ") });
    }
    const parameters = new URLSearchParams(query.join("?"));
    const call = { ...request, parameters, organization: organizationFor(request), now: now() };
    return operations[route.operation](call, ...route.values);
  };
  return (request) => {
    const respond = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) => ({
      status,
      headers: {
        "content-type": "application/json; charset=utf-8",
        date: new Date(now()).toUTCString(),
        ...headers,
      },
      body: JSON.stringify(body),
    });
    try {
      return respond(...answer(request));
    } catch (error) {
      return error instanceof HttpError
        ? respond(error.status, error.body, error.headers)
        : respond(500, { status: "error", message: "The sample service failed." });
    }
  };
}

function authorize(request: SampleRequest, key: string): void {
  const [, token] = /^Bearer +(\S+)$/i.exec(header(request, "authorization") ?? "") ?? [];
  if (token !== key) {
    const detail = token === undefined ? "Missing API key" : "Invalid API key";
    throw new HttpError(401, { detail }, { "www-authenticate": "Bearer" });
  }
}

function header({ headers }: SampleRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : value?.[0];
}
