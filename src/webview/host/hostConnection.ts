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

interface PendingRequest {
  resolve(result: RequestResults[RequestName]): void;
  reject(): void;
}

/** The page's end of the protocol: commands out, events in, and requests that always settle. */
export class HostConnection {
  private api: Pick<VsCodeApi, "postMessage"> | undefined;
  private readonly pending = new Map<number, PendingRequest>();
  private lastId = 0;

  constructor(
    private readonly receive: (event: HostEvent) => void,
    private readonly timeoutMs = 30_000,
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
      const settled = () => {
        clearTimeout(timer);
        this.pending.delete(id);
      };
      const pending: PendingRequest = {
        resolve: (result) => {
          settled();
          // The host replies to each request with the result type of its name.
          resolve(result as RequestResults[N]);
        },
        reject: () => {
          settled();
          reject(new Error());
        },
      };
      const timer = setTimeout(() => pending.reject(), this.timeoutMs);
      this.pending.set(id, pending);
      this.api?.postMessage({ type: "request", id, name, params } as PageMessage);
    });
  }

  private dispatch(message: HostMessage): void {
    switch (message.type) {
      case "reply":
        this.pending.get(message.id)?.resolve(message.result);
        break;
      case "failed":
        this.pending.get(message.id)?.reject();
        break;
      default:
        this.receive(message);
    }
  }
}
