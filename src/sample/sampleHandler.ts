import { organization } from "./collections";
import { HttpError, type SampleHandler, type SampleRequest } from "./http";
import { Created } from "./operation";
import { operations } from "./operations";
import { Organization } from "./organization";
import type { SampleSource } from "./sampleSource";

interface SampleHandlerOptions {
  readonly source: SampleSource;
  /** The API key to accept. */
  readonly key: string;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
}

/**
 * The service of `docs/service.md` for any source, as strict as specified. Changes last as long as the
 * handler. Errors have all the shapes of `docs/service.md`, Errors: 400 cursor or environment, 401 key, 403
 * organization, 404 anything that does not exist, 405 method, 422 parameter or body.
 */
export function sampleHandler({ source, key, now }: SampleHandlerOptions): SampleHandler {
  const state = new Organization(source);
  const answer = (request: SampleRequest): unknown => {
    authorize(request, key);
    const onPath = operationsOn(request.target);
    if (onPath.length === 0) {
      throw new HttpError(404, { detail: "Not Found" });
    }
    const match = onPath.find(({ operation }) => operation.method === request.method);
    if (!match) {
      const allow = onPath.map(({ operation }) => operation.method).join(", ");
      throw new HttpError(405, { detail: "Method Not Allowed" }, { allow });
    }
    const { operation, ...values } = match;
    return operation.answer(request, { ...values, source, organization: state, key, now: now() });
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
      const body = answer(request);
      return body instanceof Created ? respond(201, body.value) : respond(200, body);
    } catch (error) {
      if (error instanceof HttpError) {
        return respond(error.status, error.body, error.headers);
      }
      throw error;
    }
  };
}

/** The operations with this path, and its `{name}` and `{id}`. None if it is not encoded correctly. */
function operationsOn(target: string) {
  const [path = ""] = target.split("?");
  try {
    return Object.values(operations).flatMap((operation) => {
      const match = operation.path.exec(path);
      const { name = "", id = "" } = match?.groups ?? {};
      return match ? { operation, name: decodeURIComponent(name), id: decodeURIComponent(id) } : [];
    });
  } catch {
    return [];
  }
}

function authorize({ headers }: SampleRequest, key: string): void {
  const [, token] = /^Bearer +(\S+)$/i.exec(String(headers["authorization"])) ?? [];
  if (token !== key) {
    const detail = token === undefined ? "Missing API key" : "Invalid API key";
    throw new HttpError(401, { detail }, { "www-authenticate": "Bearer" });
  }
  const { "x-organization-id": id = organization.id } = headers;
  if (String(id).toLowerCase() !== organization.id) {
    const message = "This API key does not belong to the organization in X-Organization-ID.";
    throw new HttpError(403, { status: "error", message });
  }
}
