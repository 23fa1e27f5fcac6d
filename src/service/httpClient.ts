import * as l10n from "@vscode/l10n";
import { formatNumber } from "../shared/text";
import { delay } from "../util/clock";
import { parseUrl } from "../util/url";
import type { ResponseBody } from "./decode";
import { abortedError, ApiError, malformedError } from "./errors";
import { fetchOnce, type HttpResponse, redactor, requestHeaders } from "./httpRequest";
import { parseHttpDate, retryAfterMs, retryDelay } from "./retry";
import { reasonIn, statusError } from "./statusError";
import type { ClientOptions, HttpRequest, RequestOptions, NotFoundReason, ServiceTarget } from "./types";

const defaultAttempts = 3;
/** A change of many documents may take long. */
const changeTimeoutMs = 120_000;
const defaultBodyLimitBytes = 64 * 1024 * 1024;

/** Redirects that one attempt follows. */
const maxRedirects = 5;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** What is requested, and how its answer is read. */
interface Call<T> {
  readonly notFound: NotFoundReason;
  readonly request: HttpRequest;
  /** Reads the body of a response with a 2xx status. */
  readonly decode: (body: ResponseBody) => T;
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

  /** Sends a request; a GET request several times, if it fails for a reason that may be temporary. @throws {ApiError} */
  async send<T>(
    call: Call<T>,
    { signal, onRetry, attempts = this.options.attempts ?? defaultAttempts }: RequestOptions = {},
  ): Promise<T> {
    const { clock } = this.options;
    for (let attempt = 1; ; attempt++) {
      throwIfAborted(signal);
      try {
        return await this.attempt(call, attempt, signal);
      } catch (error) {
        throwIfAborted(signal);
        const isLast = attempt >= attempts || call.request.method !== "GET" || !(error instanceof ApiError);
        const delayMs = isLast ? undefined : retryDelay(error, attempt, this.options.random());
        if (isLast || delayMs === undefined) {
          throw error;
        }
        onRetry?.({ delayMs, error });
        await delay(clock, delayMs, signal);
      }
    }
  }

  /** One timeout covers all redirects and the whole body. A status that arrived in time takes precedence over it. */
  private async attempt<T>(call: Call<T>, attempt: number, canceled: AbortSignal | undefined): Promise<T> {
    const { url, method } = call.request;
    const timeoutMs = Math.max(this.options.timeoutMs, method === "GET" ? 0 : changeTimeoutMs);
    const timeout = new AbortController();
    const timer = this.options.clock.after(timeoutMs, () => {
      const seconds = formatNumber(timeoutMs / 1000);
      const message = l10n.t("{0} took longer than {1} s to respond.", url.host, seconds);
      timeout.abort(new ApiError({ kind: "timeout" }, message));
    });
    const signal = AbortSignal.any([timeout.signal, ...(canceled ? [canceled] : [])]);
    try {
      return await this.exchange(call, attempt, signal);
    } finally {
      timer.dispose();
    }
  }

  /** Sends one request, reads the response and logs both, regardless of the outcome; then follows a redirect. */
  private async exchange<T>(call: Call<T>, attempt: number, signal: AbortSignal, redirects = 0): Promise<T> {
    const { method, url } = call.request;
    const { clock, log, bodyLimitBytes = defaultBodyLimitBytes } = this.options;
    const headers = requestHeaders(this.target);
    const startMs = clock.now();
    let response: HttpResponse | undefined;
    let failure: string | undefined;
    let redirectedTo: URL;
    try {
      response = await fetchOnce(call.request, headers, signal);
      const { status } = response;
      if (redirectStatuses.has(status)) {
        response.discard();
        redirectedTo = this.redirectUrl(call.request, response, redirects);
      } else if (status < 200 || status >= 300) {
        throw await this.errorOf(call, response);
      } else {
        const servedAt = parseHttpDate(response.header("date"));
        // The status alone says that a change was made.
        const text = method === "GET" ? await response.read(bodyLimitBytes) : await response.readShort();
        return call.decode({ text, status, host: url.host, servedAt });
      }
    } catch (error) {
      failure = error instanceof ApiError ? error.kind : "internal";
      throw error;
    } finally {
      const outcome = [response?.status, failure].filter((part) => part !== undefined).join(" ");
      const durationMs = Math.round(clock.now() - startMs);
      const sent = `${method} ${this.redact(url.pathname + url.search)} → ${outcome}`;
      const level = failure === undefined || failure === "aborted" ? "info" : "warn";
      log[level](`${sent}, ${durationMs} ms, ${response?.bytes ?? 0} bytes, attempt ${attempt}`);
    }
    const request = { ...call.request, url: redirectedTo };
    return this.exchange({ ...call, request }, attempt, signal, redirects + 1);
  }

  /** The error for a response whose status is not 2xx, with the service's own message. */
  private async errorOf({ notFound, request: { url } }: Call<unknown>, response: HttpResponse) {
    // An unreadable body must not hide the error itself.
    const text = await response.readShort();
    const now = parseHttpDate(response.header("date")) ?? this.options.clock.now();
    return statusError({
      host: url.host,
      path: this.redact(url.pathname),
      status: response.status,
      notFound,
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
      // A URL without a host, such as `data:`, has no origin.
      const target = to.origin === "null" ? to.protocol : to.origin;
      throw refusal(l10n.t("{0} redirects to {1}. The API key wasn't sent there.", origin, target));
    }
    if (redirects >= maxRedirects) {
      throw refusal(l10n.t("{0} redirects in a loop.", host));
    }
    to.hash = to.username = to.password = "";
    return to;
  }
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) {
    throw abortedError();
  }
}
