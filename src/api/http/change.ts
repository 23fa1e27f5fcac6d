import * as l10n from "@vscode/l10n";
import { CombinedSignal } from "../../util/combinedSignal";
import { parseUrl } from "../../util/url";
import { decodeChange } from "../decode/change";
import { abortedError, ApiError, timeoutError } from "../errors";
import type { ChangeOptions, ChangeRequest, ChangeResponse, ClientOptions, ServiceTarget } from "../types";
import { describeRequest } from "./changeRequest";
import { redactor, requestHeaders } from "./headers";
import { redirectStatuses } from "./request";
import { responseError } from "./responseError";
import { parseHttpDate } from "./retry";
import { sendRequest, type HttpResponse } from "./transport";

const defaultTimeoutMs = 120_000;
const bodyLimitBytes = 64 * 1024;

/** Sends the request of a change once; see `ServiceClient.change`. */
export async function sendChange(
  target: ServiceTarget,
  change: ChangeRequest,
  client: ClientOptions,
  options: ChangeOptions = {},
): Promise<ChangeResponse> {
  const { clock } = client;
  const { method, url, body } = describeRequest(target, change);
  const headers = {
    ...requestHeaders(target),
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
  };
  const redact = redactor(target.key);
  if (options.signal?.aborted) {
    throw abortedError();
  }
  const timeoutMs = Math.max(client.timeoutMs, client.changeTimeoutMs ?? defaultTimeoutMs);
  const timeout = new AbortController();
  const timer = clock.after(timeoutMs, () => timeout.abort());
  const combined = new CombinedSignal(options.signal, timeout.signal);
  const startMs = clock.now();
  let response: HttpResponse | undefined;
  let failure: string | undefined;
  try {
    response = await sendRequest(
      url,
      { method, headers, ...(body === undefined ? {} : { body }) },
      combined.signal,
    );
    const { status } = response;
    if (status >= 200 && status < 300) {
      return decodeChange(status, await readable(response), redact);
    }
    if (redirectStatuses.has(status)) {
      response.discard();
      throw redirectError(url, response, redact);
    }
    const now = parseHttpDate(response.header("date") ?? "") ?? clock.now();
    throw await responseError(response, url.host, change.kind, redact, now);
  } catch (error) {
    const known = error instanceof ApiError ? error : undefined;
    const reason =
      response === undefined && options.signal?.aborted
        ? abortedError()
        : response === undefined && timeout.signal.aborted
          ? timeoutError(url.host, timeoutMs, false)
          : known;
    failure = reason?.kind ?? "internal";
    throw reason ? new ApiError(reason.failure, reason.message, mayHaveBeenApplied(reason)) : error;
  } finally {
    timer.dispose();
    combined.dispose();
    client.log({
      method,
      path: redact(url.pathname),
      query: redact(url.search),
      ...(response === undefined ? {} : { status: response.status }),
      durationMs: clock.now() - startMs,
      bytes: response?.bytes ?? 0,
      attempt: 1,
      ...(failure === undefined ? {} : { failure }),
    });
  }
}

/** The body of a success, if it can be read: the status alone says that it is one. */
async function readable(response: HttpResponse): Promise<Buffer | undefined> {
  try {
    return await response.read(bodyLimitBytes);
  } catch {
    return undefined;
  }
}

function redirectError(from: URL, response: HttpResponse, redact: (text: string) => string): ApiError {
  const to = parseUrl(response.header("location") ?? "", from);
  // Without the query, which may contain secrets of another site.
  const location =
    to === undefined ? "" : redact((to.origin === "null" ? to.protocol : to.origin) + to.pathname);
  return new ApiError(
    { kind: "redirected", location, loop: false },
    l10n.t("{0} redirected the request ({1}). A change isn't sent again.", from.host, response.status),
  );
}

const notConnectedCodes: ReadonlySet<string | undefined> = new Set([
  "ENOTFOUND",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENETDOWN",
]);

function mayHaveBeenApplied({ failure }: ApiError): boolean {
  switch (failure.kind) {
    case "unreachable":
      return !notConnectedCodes.has(failure.code);
    case "unavailable":
      return failure.status >= 500;
    case "malformed":
    case "interrupted":
    case "timeout":
    case "tooLarge":
    case "redirected":
    case "aborted":
      return true;
    default:
      return false;
  }
}
