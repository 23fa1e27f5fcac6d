import type {
  HostMessage,
  PageCommand,
  PageMessage,
  RequestName,
  RequestParams,
  RequestResults,
} from "../../shared/protocol";

/** What VS Code gives a webview. */
export interface VsCodeApi {
  postMessage(message: PageMessage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

/** Where the host's messages arrive. They are trusted: nothing else can send any. */
interface MessageSource {
  addEventListener(type: "message", listener: (event: { readonly data: HostMessage }) => void): void;
}

/** The messages that are not replies to a request. */
export type HostEvent = Exclude<HostMessage, { readonly type: "reply" | "failed" }>;

/** The host answers within milliseconds; one that does not answer for this long has ended, or hangs. */
const patienceMs = 10_000;

/** The page's end of the protocol: commands out, events in, and requests that always settle. */
export class HostConnection {
  private api: Pick<VsCodeApi, "postMessage"> | undefined;
  /** Called with the result of a request; without one, it failed. */
  private readonly pending = new Map<number, (result?: RequestResults[RequestName]) => void>();
  private lastId = 0;
  private isAnswering = true;

  /** @param onDidChangeAnswering a request was not answered in time or, after that, a message came again */
  constructor(
    private readonly receive: (event: HostEvent) => void,
    private readonly onDidChangeAnswering: (isAnswering: boolean) => void,
    private readonly timeoutMs = patienceMs,
  ) {}

  connect(api: Pick<VsCodeApi, "postMessage">, source: MessageSource): void {
    this.api = api;
    source.addEventListener("message", ({ data }) => this.dispatch(data));
  }

  readonly post = (command: PageCommand): void => {
    this.api?.postMessage(command);
  };

  /** Rejects if the host could not answer, which is in its log, or did not in time. */
  request<N extends RequestName>(name: N, params: RequestParams<N>): Promise<RequestResults[N]> {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.setAnswering(false);
        this.pending.get(id)?.();
      }, this.timeoutMs);
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

  private setAnswering(isAnswering: boolean): void {
    if (isAnswering !== this.isAnswering) {
      this.isAnswering = isAnswering;
      this.onDidChangeAnswering(isAnswering);
    }
  }

  private dispatch(message: HostMessage): void {
    this.setAnswering(true);
    if (message.type === "reply") {
      this.pending.get(message.id)?.(message.result);
    } else if (message.type === "failed") {
      this.pending.get(message.id)?.();
    } else {
      this.receive(message);
    }
  }
}
