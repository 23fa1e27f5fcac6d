import type {
  HostMessage,
  PageCommand,
  PageMessage,
  RequestName,
  RequestParams,
  RequestResults,
} from "../../shared/protocol";

export interface VsCodeApi {
  postMessage(message: PageMessage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

/** The messages that are not replies to a request. */
export type HostEvent = Exclude<HostMessage, { readonly type: "reply" | "failed" }>;

/** The host normally answers within milliseconds; after this time it counts as unresponsive. */
const replyTimeoutMs = 10_000;

/** The page's end of the protocol: commands out, events in, and requests that always settle. */
export class HostConnection {
  private api: Pick<VsCodeApi, "postMessage"> | undefined;
  /** Callbacks by request ID; called without a result if the request failed. */
  private readonly pending = new Map<number, (result?: RequestResults[RequestName]) => void>();
  private lastId = 0;
  private isResponsive = true;

  /** @param onResponsiveChange called when a request times out, and with the next message after that */
  constructor(
    private readonly receive: (event: HostEvent) => void,
    private readonly onResponsiveChange: (isResponsive: boolean) => void,
  ) {}

  connect(api: Pick<VsCodeApi, "postMessage">): void {
    this.api = api;
    // The host is trusted, and nothing else can send messages.
    window.addEventListener("message", ({ data }: MessageEvent<HostMessage>) => this.dispatch(data));
  }

  readonly post = (command: PageCommand): void => {
    this.api?.postMessage(command);
  };

  /** Rejects if the host failed (see its log) or did not answer in time. */
  request<N extends RequestName>(name: N, params: RequestParams<N>): Promise<RequestResults[N]> {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.setResponsive(false);
        this.pending.get(id)?.();
      }, replyTimeoutMs);
      this.pending.set(id, (result) => {
        clearTimeout(timer);
        this.pending.delete(id);
        if (result === undefined) {
          reject(new Error());
        } else {
          // The host replies to each request with the result type of its name.
          resolve(result as RequestResults[N]);
        }
      });
      this.api?.postMessage({ type: "request", id, name, params } as PageMessage);
    });
  }

  private setResponsive(isResponsive: boolean): void {
    if (isResponsive !== this.isResponsive) {
      this.isResponsive = isResponsive;
      this.onResponsiveChange(isResponsive);
    }
  }

  private dispatch(message: HostMessage): void {
    this.setResponsive(true);
    if (message.type === "reply") {
      this.pending.get(message.id)?.(message.result);
    } else if (message.type === "failed") {
      this.pending.get(message.id)?.();
    } else {
      this.receive(message);
    }
  }
}
