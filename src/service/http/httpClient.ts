import * as l10n from "@vscode/l10n";
import { delay } from "../../util/clock";
import { originOrScheme, parseUrl, withoutQuery } from "../../util/url";
import type { ResponseBody } from "../decode/page";
import { abortedError, ApiError, malformedError } from "../errors";
import type { ClientOptions, Operation, RequestOptions, ServiceTarget } from "../types";
import { Deadline } from "./deadline";
import { reasonIn } from "./errorReason";
import { redactor, requestHeaders } from "./headers";
import { parseHttpDate, retryAfterMs, retryDelay } from "./retry";
import { statusError } from "./statusError";
import { type HttpMessage, type HttpResponse, send } from "./transport";

const defaultAttempts = 3;
const defaultBodyLimitBytes = 64 * 1024 * 1024;
const errorBodyLimitBytes = 64 * 1024;

/** Redirects that one attempt follows. */
const maxRedirects = 5;
export const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** What a GET request is for. */
interface Read<T> {
  readonly operation: Operation;
  readonly url: URL;
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

  /** Sends a GET request, several times if it fails for a reason that may pass. @throws {ApiError} */
  async get<T>(read: Read<T>, options: RequestOptions = {}): Promise<T> {
    const attempts = options.attempts ?? this.options.attempts ?? defaultAttempts;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(read, attempt, options.signal);
      } catch (error) {
        const isLast = attempt >= attempts || !(error instanceof ApiError);
        const delayMs = isLast ? undefined : retryDelay(error, attempt, this.options.random());
        if (isLast || delayMs === undefined) {
          throw error;
        }
        options.onRetry?.({ attempt: attempt + 1, delayMs, error });
        await delay(this.options.clock, delayMs, options.signal);
      }
    }
  }

  /** One timeout covers all redirects and the whole body. */
  private async attempt<T>(
    { operation, url, decode }: Read<T>,
    attempt: number,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const { clock, timeoutMs, bodyLimitBytes = defaultBodyLimitBytes } = this.options;
    if (signal?.aborted) {
      throw abortedError();
    }
    const deadline = new Deadline(clock, timeoutMs, signal);
    const headers = requestHeaders(this.target);
    try {
      for (let from = url, redirects = 0; ; redirects++) {
        const message = { method: "GET", url: from, headers } as const;
        const result = await this.exchange(message, deadline, attempt, async (response) => {
          const { status } = response;
          if (redirectStatuses.has(status)) {
            return { redirect: this.redirectUrl(from, response, redirects) };
          }
          if (status < 200 || status >= 300) {
            throw await this.errorOf(response, from.host, operation);
          }
          const bytes = await response.read(bodyLimitBytes);
          const servedAt = parseHttpDate(response.header("date"));
          return { value: decode({ bytes, status, host: from.host, servedAt }) };
        });
        if ("value" in result) {
          return result.value;
        }
        from = result.redirect;
      }
    } finally {
      deadline.dispose();
    }
  }

  /** Sends one request, reads the response and logs both, regardless of the outcome. */
  async exchange<T>(
    message: HttpMessage,
    deadline: Deadline,
    attempt: number,
    read: (response: HttpResponse) => Promise<T>,
  ): Promise<T> {
    const { method, url } = message;
    const { clock } = this.options;
    const startMs = clock.now();
    let response: HttpResponse | undefined;
    let failure: string | undefined;
    try {
      response = await send(message, deadline.signal);
      return await read(response);
    } catch (error) {
      const reason = deadline.reasonOf(error, url.host, response !== undefined);
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
  async errorOf(response: HttpResponse, host: string, operation: Operation): Promise<ApiError> {
    // An unreadable body must not hide the error itself.
    const body = await response.read(errorBodyLimitBytes).catch(() => undefined);
    const now = parseHttpDate(response.header("date")) ?? this.options.clock.now();
    return statusError({
      host,
      status: response.status,
      operation,
      reason: reasonIn(new TextDecoder().decode(body), response.header("content-type"), this.redact),
      retryAfterMs: retryAfterMs(response.header("retry-after"), now),
    });
  }

  /** The target of a redirect. The key may be sent only to the same scheme, host and port. */
  private redirectUrl(from: URL, response: HttpResponse, redirects: number): URL {
    response.discard();
    const location = response.header("location") ?? "";
    const to = location === "" ? undefined : parseUrl(location, from);
    if (!to) {
      throw malformedError(
        response.status,
        l10n.t("{0} responded with a redirect without a valid location.", from.host),
      );
    }
    to.hash = to.username = to.password = "";
    const isElsewhere = to.origin !== from.origin;
    if (isElsewhere || redirects >= maxRedirects) {
      throw new ApiError(
        { kind: "redirected", location: this.redact(withoutQuery(to)), loop: !isElsewhere },
        isElsewhere
          ? this.redact(
              l10n.t("{0} redirects to {1}. The API key wasn't sent there.", from.origin, originOrScheme(to)),
            )
          : l10n.t("{0} redirects in a loop.", from.host),
      );
    }
    return to;
  }
}
