import * as l10n from "@vscode/l10n";
import { CombinedSignal } from "../../util/combinedSignal";
import { delay } from "../../util/clock";
import { originOrScheme, parseUrl, withoutQuery } from "../../util/url";
import type { ResponseBody } from "../decode/page";
import { abortedError, ApiError, malformedError, timeoutError } from "../errors";
import type { ClientOptions, Operation, RequestOptions, ServiceTarget } from "../types";
import { redactor, requestHeaders } from "./headers";
import { responseError } from "./responseError";
import { parseHttpDate, retryDelay } from "./retry";
import { sendRequest, type HttpResponse } from "./transport";

const defaultAttempts = 3;
const defaultBodyLimitBytes = 64 * 1024 * 1024;

/** Redirects that one attempt follows. */
const maxRedirects = 5;
export const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** One GET request: its attempts, each with its redirects. Can be sent only once. Throws `invalidRequest` when it cannot be sent. */
export class HttpRequest<T> {
  private readonly headers: Readonly<Record<string, string>>;
  private readonly redact: (text: string) => string;

  constructor(
    private readonly operation: Operation,
    private readonly url: URL,
    private readonly decode: (body: ResponseBody) => T,
    target: ServiceTarget,
    private readonly client: ClientOptions,
    private readonly options: RequestOptions = {},
  ) {
    this.headers = requestHeaders(target);
    this.redact = redactor(target.key);
  }

  async send(): Promise<T> {
    const { clock } = this.client;
    const attempts = this.options.attempts ?? this.client.attempts ?? defaultAttempts;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(attempt);
      } catch (error) {
        if (!(error instanceof ApiError) || attempt >= attempts) {
          throw error;
        }
        const delayMs = retryDelay(error, attempt, () => this.client.random());
        if (delayMs === undefined) {
          throw error;
        }
        this.options.onRetry?.({ attempt: attempt + 1, delayMs, error });
        await delay(clock, delayMs, this.options.signal);
      }
    }
  }

  /** One timeout covers all redirects and the whole body. */
  private async attempt(number: number): Promise<T> {
    const { clock, timeoutMs } = this.client;
    if (this.options.signal?.aborted) {
      throw abortedError();
    }
    const timeout = new AbortController();
    const timer = clock.after(timeoutMs, () => timeout.abort());
    const combined = new CombinedSignal(this.options.signal, timeout.signal);
    const attempt = { number, signal: combined.signal, timeout: timeout.signal };
    try {
      for (let url = this.url, redirects = 0; ; redirects++) {
        const result = await this.exchange(url, attempt, redirects);
        if ("value" in result) {
          return result.value;
        }
        url = result.redirect;
      }
    } finally {
      timer.dispose();
      combined.dispose();
    }
  }

  /** Sends one request, reads the response and logs both, regardless of the outcome. */
  private async exchange(
    url: URL,
    attempt: Attempt,
    redirects: number,
  ): Promise<{ readonly value: T } | { readonly redirect: URL }> {
    const { clock } = this.client;
    const startMs = clock.now();
    let response: HttpResponse | undefined;
    let failure: string | undefined;
    try {
      response = await sendRequest(url, this.headers, attempt.signal);
      return redirectStatuses.has(response.status)
        ? { redirect: this.redirectUrl(url, response, redirects) }
        : { value: await this.read(response, url.host) };
    } catch (error) {
      const reason = this.reasonOf(error, attempt, response !== undefined || redirects > 0);
      failure = reason instanceof ApiError ? reason.kind : "internal";
      throw reason;
    } finally {
      this.client.log({
        method: "GET",
        path: this.redact(url.pathname),
        query: this.redact(url.search),
        ...(response === undefined ? {} : { status: response.status }),
        durationMs: clock.now() - startMs,
        bytes: response?.bytes ?? 0,
        attempt: attempt.number,
        ...(failure === undefined ? {} : { failure }),
      });
    }
  }

  private async read(response: HttpResponse, host: string): Promise<T> {
    const { clock, bodyLimitBytes = defaultBodyLimitBytes } = this.client;
    const { status } = response;
    const servedAt = parseHttpDate(response.header("date") ?? "");
    if (status >= 200 && status < 300) {
      return this.decode({ bytes: await response.read(bodyLimitBytes), status, host, servedAt });
    }
    throw await responseError(response, host, this.operation, this.redact, servedAt ?? clock.now());
  }

  /** Aborting an exchange makes it fail with a different error. A status that arrived before the timeout takes precedence. */
  private reasonOf(error: unknown, { timeout }: Attempt, responding: boolean): unknown {
    if (this.options.signal?.aborted) {
      return abortedError();
    }
    const isNetworkError =
      !(error instanceof ApiError) || error.kind === "unreachable" || error.kind === "interrupted";
    return timeout.aborted && isNetworkError
      ? timeoutError(this.url.host, this.client.timeoutMs, responding)
      : error;
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
    to.hash = "";
    const redirected = (sentence: string, loop = false): ApiError =>
      new ApiError(
        { kind: "redirected", location: this.redact(withoutQuery(to)), loop },
        this.redact(sentence),
      );
    if (to.origin !== from.origin) {
      throw redirected(
        l10n.t("{0} redirects to {1}. The API key wasn't sent there.", from.origin, originOrScheme(to)),
      );
    }
    if (to.username !== "" || to.password !== "") {
      throw redirected(
        l10n.t(
          "{0} redirects to a URL with a user name or password. The API key wasn't sent there.",
          from.origin,
        ),
      );
    }
    if (redirects >= maxRedirects) {
      throw redirected(l10n.t("{0} redirects in a loop.", from.host), true);
    }
    return to;
  }
}

interface Attempt {
  /** From 1. */
  readonly number: number;
  /** The caller's signal and the timeout combined. */
  readonly signal: AbortSignal;
  readonly timeout: AbortSignal;
}
