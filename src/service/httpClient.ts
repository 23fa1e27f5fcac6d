import * as l10n from "@vscode/l10n";
import { delay } from "../util/clock";
import { originOrScheme, parseUrl } from "../util/url";
import type { ResponseBody } from "./decode";
import { abortedError, ApiError, isOutage, malformedError, timeoutError } from "./errors";
import { fetchOnce, type HttpRequest, type HttpResponse, requestHeaders } from "./httpRequest";
import { redactor } from "./requestLog";
import { parseHttpDate, retryAfterMs, retryDelay } from "./retry";
import { reasonIn, statusError } from "./statusError";
import type { ClientOptions, Operation, RequestOptions, ServiceTarget } from "./types";

const defaultAttempts = 3;
/** A change of many documents may take long. */
const changeTimeoutMs = 120_000;
const defaultBodyLimitBytes = 64 * 1024 * 1024;

/** Redirects that one attempt follows. */
const maxRedirects = 5;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** One try of a request. */
interface Attempt {
  /** From 1. */
  readonly attempt: number;
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
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(operation, request, decode, { attempt, signal });
      } catch (error) {
        const isLast = attempt >= attempts || request.method !== "GET" || !(error instanceof ApiError);
        const delayMs = isLast ? undefined : retryDelay(error, attempt, this.options.random());
        if (isLast || delayMs === undefined) {
          throw error;
        }
        onRetry?.({ attempt: attempt + 1, delayMs, error });
        await delay(clock, delayMs, signal);
      }
    }
  }

  /** One timeout covers all redirects and the whole body. */
  private async attempt<T>(
    operation: Operation,
    request: HttpRequest,
    decode: (body: ResponseBody) => T,
    { attempt, signal }: { readonly attempt: number; readonly signal: AbortSignal | undefined },
  ): Promise<T> {
    if (signal?.aborted) {
      throw abortedError();
    }
    const { clock, bodyLimitBytes = defaultBodyLimitBytes } = this.options;
    const isChange = request.method !== "GET";
    const timeoutMs = Math.max(this.options.timeoutMs, isChange ? changeTimeoutMs : 0);
    const timeout = new AbortController();
    const timer = clock.after(timeoutMs, () => timeout.abort());
    const ended = AbortSignal.any([timeout.signal, ...(signal ? [signal] : [])]);
    /** An aborted request fails with another error. A status that arrived in time takes precedence over the timeout. */
    const reasonOf = (error: unknown, host: string, responding: boolean): unknown => {
      if (signal?.aborted) {
        return abortedError();
      }
      const isCutOff = error instanceof ApiError && isOutage(error) && error.kind !== "unavailable";
      return timeout.signal.aborted && isCutOff ? timeoutError(host, timeoutMs, responding) : error;
    };
    try {
      for (let { url } = request, redirects = 0; ; redirects++) {
        const { host } = url;
        const result = await this.exchange(
          { ...request, url },
          { attempt, signal: ended, reasonOf },
          async (response) => {
            const { status } = response;
            if (redirectStatuses.has(status)) {
              response.discard();
              return { redirect: this.redirectUrl(url, response, isChange, redirects) };
            }
            if (status < 200 || status >= 300) {
              throw await this.errorOf(response, host, operation);
            }
            const servedAt = parseHttpDate(response.header("date"));
            // The status alone says that a change was made.
            const text = isChange ? await response.readShort() : await response.read(bodyLimitBytes);
            return { value: decode({ text, status, host, servedAt }) };
          },
        );
        if ("value" in result) {
          return result.value;
        }
        url = result.redirect;
      }
    } finally {
      timer.dispose();
    }
  }

  /** Sends one request, reads the response and logs both, regardless of the outcome. */
  private async exchange<T>(
    request: HttpRequest,
    { attempt, signal, reasonOf }: Attempt,
    read: (response: HttpResponse) => Promise<T>,
  ): Promise<T> {
    const { method, url } = request;
    const { clock } = this.options;
    const headers = requestHeaders(this.target);
    const startMs = clock.now();
    let response: HttpResponse | undefined;
    let failure: string | undefined;
    try {
      response = await fetchOnce(request, headers, signal);
      return await read(response);
    } catch (error) {
      const reason = reasonOf(error, url.host, response !== undefined);
      failure = reason instanceof ApiError ? reason.kind : "internal";
      throw reason;
    } finally {
      this.options.log({
        method,
        path: this.redact(url.pathname),
        query: this.redact(url.search),
        ...(response === undefined ? {} : { status: response.status }),
        durationMs: clock.now() - startMs,
        bytes: response?.bytes ?? 0,
        attempt,
        ...(failure === undefined ? {} : { failure }),
      });
    }
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
  private redirectUrl(from: URL, response: HttpResponse, isChange: boolean, redirects: number): URL {
    const { host, origin } = from;
    if (isChange) {
      throw new ApiError(
        { kind: "redirected" },
        l10n.t("{0} redirected the request ({1}). A change isn't sent again.", host, response.status),
      );
    }
    const location = response.header("location") ?? "";
    const to = location === "" ? undefined : parseUrl(location, from);
    if (!to) {
      throw malformedError(l10n.t("{0} responded with a redirect without a valid location.", host));
    }
    const isElsewhere = to.origin !== origin;
    if (isElsewhere || redirects >= maxRedirects) {
      throw new ApiError(
        { kind: "redirected" },
        isElsewhere
          ? this.redact(
              l10n.t("{0} redirects to {1}. The API key wasn't sent there.", origin, originOrScheme(to)),
            )
          : l10n.t("{0} redirects in a loop.", host),
      );
    }
    to.hash = to.username = to.password = "";
    return to;
  }
}
