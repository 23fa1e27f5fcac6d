import * as l10n from "@vscode/l10n";
import { CombinedSignal } from "../../util/combinedSignal";
import { errorCode } from "../../util/errors";
import { oneLine } from "../../util/strings";
import { parseUrl, withoutQuery } from "../../util/url";
import { decodeChange } from "../decode/change";
import { abortedError, ApiError, networkError, timeoutError } from "../errors";
import type { ChangeOptions, ChangeRequest, ChangeResponse, ClientOptions, ServiceTarget } from "../types";
import { describeRequest, type DescribedRequest } from "./changeRequest";
import { redactor, requestHeaders } from "./headers";
import { redirectStatuses } from "./request";
import { responseError } from "./responseError";
import { parseHttpDate } from "./retry";
import { sendOnce } from "./sendOnce";
import type { HttpResponse } from "./transport";

/** A change of many documents may take long. */
const responseTimeoutMs = 120_000;
/** For the body, which nothing depends on. */
const bodyTimeoutMs = 10_000;
const bodyLimitBytes = 64 * 1024;

/** The only request of a change; see `ServiceClient.change`. Throws `invalidName` or `invalidRequest` when it cannot be sent. */
export class Change {
  private readonly request: DescribedRequest;
  private readonly headers: Readonly<Record<string, string>>;
  private readonly redact: (text: string) => string;
  private readonly timeout = new AbortController();
  private timeoutMs = 0;
  private timer: { dispose(): void } | undefined;
  private isSent = false;
  private response: HttpResponse | undefined;

  constructor(
    private readonly change: ChangeRequest,
    target: ServiceTarget,
    private readonly client: ClientOptions,
    private readonly options: ChangeOptions = {},
  ) {
    this.request = describeRequest(target, change);
    const { body } = this.request;
    this.headers = {
      ...requestHeaders(target),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    };
    this.redact = redactor(target.key);
  }

  async send(): Promise<ChangeResponse> {
    if (this.options.signal?.aborted) {
      throw abortedError();
    }
    const { clock } = this.client;
    const combined = new CombinedSignal(this.options.signal, this.timeout.signal);
    const startMs = clock.now();
    let failure: string | undefined;
    try {
      return await this.exchange(combined.signal);
    } catch (error) {
      const reason = this.reasonOf(error);
      failure = reason instanceof ApiError ? reason.kind : "internal";
      throw reason;
    } finally {
      this.timer?.dispose();
      combined.dispose();
      const { method, url } = this.request;
      this.client.log({
        method,
        path: this.redact(url.pathname),
        query: this.redact(url.search),
        ...(this.response === undefined ? {} : { status: this.response.status }),
        durationMs: clock.now() - startMs,
        bytes: this.response?.bytes ?? 0,
        attempt: 1,
        ...(failure === undefined ? {} : { failure }),
      });
    }
  }

  private async exchange(signal: AbortSignal): Promise<ChangeResponse> {
    const { clock, timeoutMs, changeTimeoutMs = responseTimeoutMs } = this.client;
    this.startTimer(timeoutMs);
    const response = await sendOnce({ ...this.request, headers: this.headers }, signal, () => {
      this.isSent = true;
      this.startTimer(Math.max(timeoutMs, changeTimeoutMs));
    });
    this.response = response;
    this.startTimer(bodyTimeoutMs);
    const { status } = response;
    if (status >= 200 && status < 300) {
      return decodeChange(status, await readBody(response));
    }
    if (redirectStatuses.has(status)) {
      response.discard();
      throw this.redirectError(response);
    }
    const now = parseHttpDate(response.header("date") ?? "") ?? clock.now();
    const error = await responseError(response, this.request.url.host, this.change.kind, this.redact, now);
    throw new ApiError(error.failure, error.message, this.isSent && isUndecided(error));
  }

  /** One at a time: to connect, to get the status, to read the body. */
  private startTimer(ms: number): void {
    this.timer?.dispose();
    this.timeoutMs = ms;
    this.timer = this.client.clock.after(ms, () => this.timeout.abort());
  }

  /** What went wrong before there was a status. Once there is one, it decides, whatever happens later. */
  private reasonOf(error: unknown): unknown {
    const { host } = this.request.url;
    const { isSent } = this;
    if (error instanceof ApiError) {
      return error;
    }
    if (this.options.signal?.aborted) {
      return asSent(abortedError(), isSent);
    }
    if (this.timeout.signal.aborted) {
      return asSent(timeoutError(host, this.timeoutMs, false), isSent);
    }
    const code = errorCode(error);
    return isSent && code?.startsWith("HPE_") !== true
      ? new ApiError(
          { kind: "interrupted", ...(code === undefined ? {} : { code }) },
          l10n.t("The connection to {0} was lost before it responded.", host),
          true,
        )
      : asSent(networkError(host, error, false), isSent);
  }

  private redirectError(response: HttpResponse): ApiError {
    const { url } = this.request;
    const header = response.header("location") ?? "";
    const to = header === "" ? undefined : parseUrl(header, url);
    const location = to ? oneLine(this.redact(withoutQuery(to)), 200) : "";
    return new ApiError(
      { kind: "redirected", location, loop: false },
      location === ""
        ? l10n.t("{0} redirected the request ({1}). A change isn't sent again.", url.host, response.status)
        : l10n.t(
            "{0} redirected the request to {1} ({2}). A change isn't sent again.",
            url.host,
            location,
            response.status,
          ),
      this.isSent,
    );
  }
}

function asSent({ failure, message }: ApiError, isSent: boolean): ApiError {
  return new ApiError(failure, message, isSent);
}

/** Whether a status leaves open what happened: the service failed, or something before it lost its answer. */
function isUndecided({ failure }: ApiError): boolean {
  switch (failure.kind) {
    case "unavailable":
      return failure.status >= 500;
    case "malformed":
      return true;
    default:
      return false;
  }
}

/** The body of a success, if it can be read: the status alone says that it is one. */
async function readBody(response: HttpResponse): Promise<Buffer | undefined> {
  try {
    return await response.read(bodyLimitBytes);
  } catch {
    return undefined;
  }
}
