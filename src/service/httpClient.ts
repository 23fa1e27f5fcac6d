import * as l10n from "@vscode/l10n";
import { formatNumber } from "../shared/text";
import { delay } from "../util/clock";
import { originOrScheme, parseUrl } from "../util/url";
import type { ResponseBody } from "./decode";
import { abortedError, ApiError, isOutage, malformedError } from "./errors";
import { fetchOnce, type HttpResponse, requestHeaders } from "./httpRequest";
import { redactor } from "./requestLog";
import { parseHttpDate, retryAfterMs, retryDelay } from "./retry";
import { reasonIn, statusError } from "./statusError";
import type { ClientOptions, HttpRequest, Operation, RequestOptions, ServiceTarget } from "./types";

const defaultAttempts = 3;
/** A change of many documents may take long. */
const changeTimeoutMs = 120_000;
const defaultBodyLimitBytes = 64 * 1024 * 1024;

/** Redirects that one attempt follows. */
const maxRedirects = 5;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** One try of a request, with its redirects. */
interface Attempt<T> {
  readonly operation: Operation;
  readonly decode: (body: ResponseBody) => T;
  /** From 1. */
  readonly number: number;
  readonly signal: AbortSignal;
  /** What an error means, once the signal is aborted. */
  readonly reasonOf: (error: unknown, host: string, responding: boolean) => unknown;
}

/** Sends requests to one service, with its key, and logs each. */
export class HttpClient {
  private readonly redact: (text: string) => string;

  constructor(
    private readonly target: ServiceTarget,
    private readonly options: ClientOptions,
  ) {
    this.redact = redactor(target.key);
  }

  /**
   * Sends a request, a GET request several times if it fails for a reason that may pass.
   * @param decode reads the body of a response with a 2xx status
   * @throws {ApiError}
   */
  async send<T>(
    operation: Operation,
    request: HttpRequest,
    decode: (body: ResponseBody) => T,
    { signal, onRetry, attempts = this.options.attempts ?? defaultAttempts }: RequestOptions = {},
  ): Promise<T> {
    const { clock } = this.options;
    for (let number = 1; ; number++) {
      try {
        return await this.attempt(request, { operation, decode, number }, signal);
      } catch (error) {
        const isLast = number >= attempts || request.method !== "GET" || !(error instanceof ApiError);
        const delayMs = isLast ? undefined : retryDelay(error, number, this.options.random());
        if (isLast || delayMs === undefined) {
          throw error;
        }
        onRetry?.({ attempt: number + 1, delayMs, error });
        await delay(clock, delayMs, signal);
      }
    }
  }

  /** One timeout covers all redirects and the whole body. */
  private async attempt<T>(
    request: HttpRequest,
    attempt: Pick<Attempt<T>, "operation" | "decode" | "number">,
    canceled: AbortSignal | undefined,
  ): Promise<T> {
    if (canceled?.aborted) {
      throw abortedError();
    }
    const timeoutMs = Math.max(this.options.timeoutMs, request.method === "GET" ? 0 : changeTimeoutMs);
    const timeout = new AbortController();
    const timer = this.options.clock.after(timeoutMs, () => timeout.abort());
    const signal = AbortSignal.any([timeout.signal, ...(canceled ? [canceled] : [])]);
    /** An aborted request fails with another error. A status that arrived in time takes precedence over the timeout. */
    const reasonOf = (error: unknown, host: string, responding: boolean): unknown => {
      if (canceled?.aborted) {
        return abortedError();
      }
      const isCutOff = error instanceof ApiError && isOutage(error) && error.kind !== "unavailable";
      return timeout.signal.aborted && isCutOff ? timeoutError(host, timeoutMs, responding) : error;
    };
    try {
      return await this.exchange(request, { ...attempt, signal, reasonOf });
    } finally {
      timer.dispose();
    }
  }

  /** Sends one request, reads the response and logs both, regardless of the outcome; then follows a redirect. */
  private async exchange<T>(request: HttpRequest, attempt: Attempt<T>, redirects = 0): Promise<T> {
    const { method, url } = request;
    const { clock, bodyLimitBytes = defaultBodyLimitBytes } = this.options;
    const headers = requestHeaders(this.target);
    const isChange = method !== "GET";
    const startMs = clock.now();
    let response: HttpResponse | undefined;
    let failure: string | undefined;
    let redirectedTo: URL;
    try {
      response = await fetchOnce(request, headers, attempt.signal);
      const { status } = response;
      if (redirectStatuses.has(status)) {
        response.discard();
        redirectedTo = this.redirectUrl(request, response, redirects);
      } else if (status < 200 || status >= 300) {
        throw await this.errorOf(response, url.host, attempt.operation);
      } else {
        const servedAt = parseHttpDate(response.header("date"));
        // The status alone says that a change was made.
        const text = isChange ? await response.readShort() : await response.read(bodyLimitBytes);
        return attempt.decode({ text, status, host: url.host, servedAt });
      }
    } catch (error) {
      const reason = attempt.reasonOf(error, url.host, response !== undefined);
      failure = reason instanceof ApiError ? reason.kind : "internal";
      throw reason;
    } finally {
      this.options.log({
        method,
        path: this.redact(url.pathname),
        query: this.redact(url.search),
        ...(response && { status: response.status }),
        durationMs: clock.now() - startMs,
        bytes: response?.bytes ?? 0,
        attempt: attempt.number,
        ...(failure !== undefined && { failure }),
      });
    }
    return this.exchange({ ...request, url: redirectedTo }, attempt, redirects + 1);
  }

  /** The error for a response whose status is not 2xx, with the service's own message. */
  private async errorOf(response: HttpResponse, host: string, operation: Operation): Promise<ApiError> {
    // An unreadable body must not hide the error itself.
    const text = await response.readShort();
    const now = parseHttpDate(response.header("date")) ?? this.options.clock.now();
    return statusError({
      host,
      status: response.status,
      operation,
      reason: reasonIn(text, response.header("content-type"), this.redact),
      retryAfterMs: retryAfterMs(response.header("retry-after"), now),
    });
  }

  /** The target of a redirect. The key may be sent only to the same scheme, host and port, and a change only once. */
  private redirectUrl({ url, method }: HttpRequest, response: HttpResponse, redirects: number): URL {
    const { host, origin } = url;
    const refusal = (message: string): ApiError => new ApiError({ kind: "redirected" }, this.redact(message));
    if (method !== "GET") {
      throw refusal(
        l10n.t("{0} redirected the request ({1}). A change isn't sent again.", host, response.status),
      );
    }
    const location = response.header("location") ?? "";
    const to = location === "" ? undefined : parseUrl(location, url);
    if (!to) {
      throw malformedError(l10n.t("{0} responded with a redirect without a valid location.", host));
    }
    if (to.origin !== origin) {
      const target = originOrScheme(to);
      throw refusal(l10n.t("{0} redirects to {1}. The API key wasn't sent there.", origin, target));
    }
    if (redirects >= maxRedirects) {
      throw refusal(l10n.t("{0} redirects in a loop.", host));
    }
    to.hash = to.username = to.password = "";
    return to;
  }
}

function timeoutError(host: string, timeoutMs: number, responding: boolean): ApiError {
  const seconds = formatNumber(timeoutMs / 1000);
  return new ApiError(
    { kind: "timeout", timeoutMs, responding },
    responding
      ? l10n.t("{0} didn't finish its response within {1} s.", host, seconds)
      : l10n.t("{0} didn't respond within {1} s.", host, seconds),
  );
}
