import { HttpError, maxBodyBytes, type SampleRequest } from "./http";

type Fields = Readonly<Record<string, unknown>>;

/** Throws `HttpError` 422 for a request with a body where none is expected. */
export function expectNoBody({ body }: SampleRequest): void {
  if (body) {
    throw invalidBody([], "No body is expected", "extra_forbidden");
  }
}

/** `docs/service.md`, Changes. Throws `HttpError` 413 or 422. */
export function createCollectionBody(request: SampleRequest): { readonly description?: string } {
  const { description } = request.body ? objectBody(request, ["description"]) : {};
  return description === undefined ? {} : { description: textField("description", description, 2_000) };
}

/** `docs/service.md`, Changes. Throws `HttpError` 413 or 422. */
export function changeEnvironmentBody(
  request: SampleRequest,
  environments: ReadonlySet<unknown>,
): { readonly environment: string } {
  const { new_environment } = objectBody(request, ["new_environment"]);
  if (new_environment === undefined) {
    throw invalidBody(["new_environment"], "Field required", "missing");
  }
  const environment = textField("new_environment", new_environment, 100);
  if (!environments.has(environment)) {
    throw invalidBody(["new_environment"], `Input should be one of ${[...environments].join(", ")}`, "enum");
  }
  return { environment };
}

function objectBody({ body, headers }: SampleRequest, names: readonly string[]): Fields {
  if (body && body.length > maxBodyBytes) {
    throw new HttpError(413, { detail: "Request body too large" });
  }
  if (!/^application\/json *(;|$)/i.test(String(headers["content-type"] ?? ""))) {
    throw invalidBody([], "The content type should be application/json", "json_type");
  }
  const value = parseJson(body?.toString() ?? "");
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalidBody([], "Input should be a valid JSON object", "json_invalid");
  }
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw invalidBody([unknown], "Extra inputs are not permitted", "extra_forbidden");
  }
  return { ...value };
}

/** Undefined, which is no JSON, for a text that is none. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textField(name: string, value: unknown, maxLength: number): string {
  if (typeof value !== "string") {
    throw invalidBody([name], "Input should be a valid string", "string_type");
  }
  if (value.length > maxLength) {
    throw invalidBody([name], `String should have at most ${maxLength} characters`, "string_too_long");
  }
  return value;
}

/** 422, with the location in the body. */
function invalidBody(location: readonly string[], message: string, type: string): HttpError {
  return new HttpError(422, { detail: [{ loc: ["body", ...location], msg: message, type }] });
}
