/** The page's end of the protocol: messages out, messages in, and requests that always settle. */
import type { HostMessage, PageMessage, PageRequest, RequestName, Requests } from "../../shared/protocol";
import { type Heard, isHostMessage, isResult } from "./hostMessages";

/** What VS Code gives a webview. */
export interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

/** Where messages of the host arrive. */
interface MessageSource {
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
}

/** The messages that are not answers to a request. */
export type HostEvent = Exclude<HostMessage, { readonly type: "reply" | "failed" }>;

/** The messages that want no answer. */
export type PlainMessage = Exclude<PageMessage, PageRequest>;

interface Pending {
  settle(result: unknown): void;
  fail(message: string): void;
}

export class HostConnection {
  private api: Pick<VsCodeApi, "postMessage"> | undefined;
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;

  constructor(
    private readonly receive: (event: HostEvent) => void,
    private readonly timeoutMs = 30_000,
  ) {}

  /** Begins to hear and to speak. */
  connect(api: Pick<VsCodeApi, "postMessage">, source: MessageSource): void {
    this.api = api;
    source.addEventListener("message", (event) => {
      if (isHostMessage(event.data)) {
        this.dispatch(event.data);
      }
    });
  }

  readonly post = (message: PlainMessage): void => {
    this.api?.postMessage(message);
  };

  /** Asks the host; rejects with its sentence, or when no answer comes in time. */
  request<N extends RequestName>(name: N, params: Requests[N]["params"]): Promise<Requests[N]["result"]> {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.pending.get(id)?.fail("No answer in time."), this.timeoutMs);
      const settled = () => {
        clearTimeout(timer);
        this.pending.delete(id);
      };
      const fail = (message: string) => {
        settled();
        reject(new Error(message));
      };
      this.pending.set(id, {
        fail,
        settle: (result) => {
          const check: (value: unknown) => value is Requests[N]["result"] = isResult[name];
          if (check(result)) {
            settled();
            resolve(result);
          } else {
            fail("The answer cannot be read.");
          }
        },
      });
      this.api?.postMessage({ type: "request", id, name, params });
    });
  }

  private dispatch(message: Heard): void {
    switch (message.type) {
      case "reply":
        this.pending.get(message.id)?.settle(message.result);
        break;
      case "failed":
        this.pending.get(message.id)?.fail(message.message);
        break;
      default:
        this.receive(message);
    }
  }
}
