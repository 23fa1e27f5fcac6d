import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { CursorCodec } from "./cursor";
import { HttpError, type SampleHandler, type SampleRequest } from "./http";
import { type OperationResult, operationsOf } from "./operations";
import { OrganizationChanges } from "./organizationChanges";
import { matchRoute } from "./routes";
import { organizationOf } from "./sampleCollections";
import type { SampleSource } from "./sampleSource";

export interface SampleHandlerOptions {
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
 * Errors: 400 cursor or environment, 401 key, 403 organization, 404 path, collection, document or event, 405 method, 409 name,
 * 413 size, 421 host, 422 parameter, name or body, in all the shapes of `docs/service.md`, Errors.
 */
export function sampleHandler(options: SampleHandlerOptions): SampleHandler {
  const dispatch = dispatcher(options);
  return (request) => {
    const now = options.now();
    const respond = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) => ({
      status,
      headers: {
        "content-type": "application/json; charset=utf-8",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        date: new Date(now).toUTCString(),
        ...headers,
      },
      body: JSON.stringify(body),
    });
    try {
      const { status, body } = dispatch(request, now);
      return respond(status, body);
    } catch (error) {
      return error instanceof HttpError
        ? respond(error.status, error.body, error.headers)
        : respond(500, { status: "error", message: "The sample service failed." });
    }
  };
}

/** Throws `HttpError` for a request that is answered with an error. */
function dispatcher({ source, key, cursorSecret }: SampleHandlerOptions) {
  const changes = new Map<string, OrganizationChanges>();
  const operations = operationsOf(source, new CursorCodec(cursorSecret ?? randomBytes(32)));
  return (request: SampleRequest, now: number): OperationResult => {
    authorize(request, key);
    const [path = "", ...query] = request.target.split("?");
    const route = matchRoute(request.method, path);
    if (!route) {
      throw new HttpError(404, { detail: "Not Found" });
    }
    if (!route.operation) {
      throw new HttpError(405, { detail: "Method Not Allowed" }, { allow: route.methods.join(", ") });
    }
    const organizationId = header(request, "x-organization-id");
    const collections = source.collections(organizationId);
    if (!collections) {
      throw new HttpError(403, {
        status: "error",
        message: "This API key does not belong to the organization in X-Organization-ID.",
      });
    }
    const organization = organizationOf(organizationId)?.id ?? "";
    const changed = changes.get(organization) ?? new OrganizationChanges();
    changes.set(organization, changed);
    const parameters = new URLSearchParams(query.join("?"));
    return operations[route.operation](
      { request, parameters, collections, changes: changed, now },
      ...route.values,
    );
  };
}

/** Checks the key, and the host against DNS rebinding by web pages. */
function authorize(request: SampleRequest, key: string): void {
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(header(request, "host") ?? "")) {
    throw new HttpError(421, { detail: "This service is available at its loopback address only." });
  }
  const [, token] = /^Bearer +(\S+)$/i.exec(header(request, "authorization") ?? "") ?? [];
  if (token === undefined || !equalInConstantTime(token, key)) {
    const detail = token === undefined ? "Missing API key" : "Invalid API key";
    throw new HttpError(401, { detail }, { "www-authenticate": "Bearer" });
  }
}

function equalInConstantTime(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function header(request: SampleRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === "string" ? value : value?.[0];
}
