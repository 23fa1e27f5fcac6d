import type { ApiError } from "../errors";
import { statusError } from "../statusErrors";
import type { Operation } from "../types";
import { errorMessageFromBody } from "./errorBody";
import { retryAfterMs } from "./retry";
import type { HttpResponse } from "./transport";

const bodyLimitBytes = 64 * 1024;

/** The error for a response whose status is not 2xx, with the service's own message. */
export async function responseError(
  response: HttpResponse,
  host: string,
  operation: Operation,
  redact: (text: string) => string,
  /** The service's clock, or ours. */
  now: number,
): Promise<ApiError> {
  const adviceMs = retryAfterMs(response.header("retry-after"), now);
  return statusError(host, response.status, await errorMessage(response, redact), adviceMs, operation);
}

/** The service's own message about an error. An unreadable body must not hide the error itself. */
async function errorMessage(
  response: HttpResponse,
  redact: (text: string) => string,
): Promise<string | undefined> {
  try {
    const body = new TextDecoder().decode(await response.read(bodyLimitBytes));
    return errorMessageFromBody(body, response.header("content-type"), redact);
  } catch {
    return undefined;
  }
}
