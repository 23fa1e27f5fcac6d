import type { Clock } from "../../util/clock";
import { requestLine } from "./urls";
import { ApiError } from "../errors";
import { abortedError, malformedError, statusError, timeoutError } from "./httpErrors";
import { parseHttpDate } from "./httpDate";
import type { ResponseBody } from "../decode/page";
import { redactor, requestHeaders } from "./headers";
import { retryAfterMs, retryDelay } from "./retry";
import { errorMessageFromBody } from "./errorBody";
import { sendRequest, type HttpResponse } from "./transport";
import type { RequestOptions, RequestLogEntry, ServiceTarget } from "../types";
import { delay } from "./delay";

export interface RequestEnvironment {
  readonly target: ServiceTarget;
  readonly timeoutMs: number;
  readonly attempts: number;
  readonly bodyLimitBytes: number;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: (exchange: RequestLogEntry) => void;
  readonly userAgent: string | undefined;
}

/** Redirects that one attempt follows. */
const maxRedirects = 5;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** As much of an error's body as is read for its sentence. */
const errorBodyBytes = 64 * 1024;

/** One GET, with all its attempts. Run it once. */
export class HttpRequest<T> {
  private readonly redact: (text: string) => string;

  constructor(
    private readonly url: URL,
    private readonly decode: (body: ResponseBody) => T,
    private readonly environment: RequestEnvironment,
    private readonly options: RequestOptions = {},
  ) {
    this.redact = redactor(environment.target.key);
  }

  async run(): Promise<T> {
    const { attempts, clock, random, target, userAgent } = this.environment;
    const headers = requestHeaders(target, userAgent);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(attempt, headers);
      } catch (error) {
        const delayMs =
          error instanceof ApiError && attempt < attempts ? retryDelay(error, attempt, random) : undefined;
        if (delayMs === undefined || !(error instanceof ApiError)) {
          throw error;
        }
        this.options.onRetry?.({ attempt: attempt + 1, delayMs, error });
        await delay(clock, delayMs, this.options.signal);
      }
    }
  }

  /** One attempt under one timeout, over all of its redirects and the last byte of the body. */
  private async attempt(attempt: number, headers: Record<string, string>): Promise<T> {
    const { clock, timeoutMs } = this.environment;
    const { signal } = this.options;
    const controller = new AbortController();
    let ended: "aborted" | "timeout" | undefined;
    const end = (by: "aborted" | "timeout"): void => {
      ended ??= by;
      controller.abort();
    };
    const onAbort = (): void => end("aborted");
    if (signal?.aborted) {
      throw abortedError();
    }
    signal?.addEventListener("abort", onAbort, { once: true });
    const timer = clock.after(timeoutMs, () => end("timeout"));
    try {
      return await this.followed(attempt, headers, controller.signal, () => ended);
    } finally {
      timer.dispose();
      signal?.removeEventListener("abort", onAbort);
    }
  }

  private async followed(
    attempt: number,
    headers: Record<string, string>,
    signal: AbortSignal,
    ended: () => "aborted" | "timeout" | undefined,
  ): Promise<T> {
    let url = this.url;
    for (let redirects = 0; ; redirects++) {
      const outcome = await this.exchange(url, attempt, async (progress) => {
        try {
          progress.answer = await sendRequest(url, headers, signal);
          return redirectStatuses.has(progress.answer.status)
            ? { next: this.redirectTarget(url, progress.answer, redirects) }
            : { value: await this.valueOf(progress.answer, url.host) };
        } catch (error) {
          throw this.reasonOf(error, ended(), redirects > 0 || progress.answer !== undefined);
        }
      });
      if ("value" in outcome) {
        return outcome.value;
      }
      url = outcome.next;
    }
  }

  /** Runs one request and answer, and logs it however it ends. */
  private async exchange<R>(url: URL, attempt: number, run: (progress: Progress) => Promise<R>): Promise<R> {
    const { clock, log } = this.environment;
    const startedAt = clock.now();
    const progress: Progress = {};
    let failure: string | undefined = "internal";
    try {
      const result = await run(progress);
      failure = undefined;
      return result;
    } catch (error) {
      failure = error instanceof ApiError ? error.kind : failure;
      throw error;
    } finally {
      const { path, query } = requestLine(url);
      log({
        method: "GET",
        path: this.redact(path),
        query: this.redact(query),
        ...(progress.answer === undefined ? {} : { status: progress.answer.status }),
        durationMs: clock.now() - startedAt,
        bytes: progress.answer?.bytes ?? 0,
        attempt,
        ...(failure === undefined ? {} : { failure }),
      });
    }
  }

  private async valueOf(answer: HttpResponse, host: string): Promise<T> {
    const { clock, bodyLimitBytes } = this.environment;
    const { status } = answer;
    const servedAt = parseHttpDate(answer.header("date") ?? "");
    if (status >= 200 && status < 300) {
      return this.decode({ bytes: await answer.read(bodyLimitBytes), status, host, servedAt });
    }
    const advice = retryAfterMs(answer.header("retry-after"), servedAt, clock.now());
    throw statusError(host, status, await this.sentenceOf(answer), advice);
  }

  /** What the service says about an error. That this cannot be read must not hide the error. */
  private async sentenceOf(answer: HttpResponse): Promise<string | undefined> {
    try {
      const body = await answer.read(errorBodyBytes);
      return errorMessageFromBody(new TextDecoder().decode(body), answer.header("content-type"), this.redact);
    } catch {
      return undefined;
    }
  }

  /**
   * What to report of an exchange that failed and may have been ended by us: why it was ended, unless the time ran out over
   * the body of an answer that had told its own failure already.
   */
  private reasonOf(error: unknown, ended: "aborted" | "timeout" | undefined, answering: boolean): unknown {
    if (ended === "aborted") {
      return abortedError();
    }
    const told = error instanceof ApiError && error.kind !== "unreachable" && error.kind !== "interrupted";
    return ended === undefined || told
      ? error
      : timeoutError(this.url.host, this.environment.timeoutMs, answering);
  }

  /** Where a redirect leads, when the key may go there: the same scheme, host and port. */
  private redirectTarget(from: URL, answer: HttpResponse, redirects: number): URL {
    answer.discard();
    const location = answer.header("location") ?? "";
    if (location === "" || !URL.canParse(location, from.href)) {
      throw malformedError(from.host, answer.status, "a redirect to nowhere");
    }
    const to = new URL(location, from);
    to.hash = "";
    if (to.origin !== from.origin || to.username !== "" || to.password !== "") {
      // Without its query, which may hold what is nobody's business.
      const shown = this.redact(to.origin === "null" ? to.protocol : to.origin + to.pathname);
      throw new ApiError(
        { kind: "redirected", location: shown },
        `${from.origin} redirects to ${this.redact(redirectTarget(from, to))}. The API key was not sent there.`,
      );
    }
    if (redirects >= maxRedirects) {
      throw new ApiError(
        { kind: "redirected", location: this.redact(to.origin + to.pathname) },
        `${from.host} redirects in a loop.`,
      );
    }
    return to;
  }
}

/** Where a refused redirect leads, as far as it differs from where it comes from. */
function redirectTarget(from: URL, to: URL): string {
  if (to.origin === from.origin) {
    return "an address with a user name or password";
  }
  return to.origin === "null" ? to.protocol : to.origin;
}

interface Progress {
  answer?: HttpResponse;
}
