/** The page's end of the protocol: messages out, messages in, and requests that always settle. */
import type { HostMessage, PageMessage, PageRequest, RequestName, Requests } from "../shared/protocol";

/** What VS Code gives a webview. */
export interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

/** Where messages of the host arrive. */
export interface MessageSource {
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
}

/** The messages that are not answers to a request. */
export type HostEvent = Exclude<HostMessage, { readonly type: "reply" | "failed" }>;

interface Pending {
  settle(result: unknown): void;
  fail(message: string): void;
}

export class HostLink {
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;

  constructor(
    private readonly api: Pick<VsCodeApi, "postMessage">,
    source: MessageSource,
    private readonly receive: (event: HostEvent) => void,
    private readonly timeoutMs = 30_000,
  ) {
    source.addEventListener("message", (event) => {
      if (isHostMessage(event.data)) {
        this.dispatch(event.data);
      }
    });
  }

  post(message: Exclude<PageMessage, PageRequest>): void {
    this.api.postMessage(message);
  }

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
          const check: (value: unknown) => value is Requests[N]["result"] = resultChecks[name];
          if (check(result)) {
            settled();
            resolve(result);
          } else {
            fail("The answer cannot be read.");
          }
        },
      });
      this.api.postMessage({ type: "request", id, name, params });
    });
  }

  private dispatch(message: HostMessage): void {
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

const resultChecks: { readonly [N in RequestName]: (value: unknown) => value is Requests[N]["result"] } = {
  rows: (value): value is Requests["rows"]["result"] =>
    isRowsInfo(value) && "start" in value && "shift" in value && "rows" in value && Array.isArray(value.rows),
  details: (value): value is Requests["details"]["result"] =>
    value === null || (isRecord(value) && isRecord(value["event"]) && typeof value["json"] === "string"),
  loaded: (value): value is Requests["loaded"]["result"] =>
    Array.isArray(value) && value.every((id) => typeof id === "string"),
  copy: (value): value is Requests["copy"]["result"] => typeof value === "number",
  company: (value): value is Requests["company"]["result"] =>
    value === null ||
    (isRecord(value) && Array.isArray(value["events"]) && typeof value["count"] === "number"),
  match: (value): value is Requests["match"]["result"] =>
    value === null ||
    (isRecord(value) && typeof value["id"] === "string" && typeof value["place"] === "number"),
  chart: (value): value is Requests["chart"]["result"] =>
    value === null ||
    (isRecord(value) &&
      ["sinceMs", "untilMs"].every((name) => typeof value[name] === "number") &&
      ["types", "missing"].every((name) => Array.isArray(value[name]))),
};

/** Tags and shapes the page depends on; what it does not know is not for it. */
function isHostMessage(value: unknown): value is HostMessage {
  if (!isRecord(value)) {
    return false;
  }
  switch (value["type"]) {
    case "snapshot":
      return isPanelState(value["panel"]) && isRowsInfo(value["rows"]);
    case "panel":
      return isPanelState(value["panel"]);
    case "rows":
      return isRowsInfo(value["rows"]);
    case "reply":
    case "failed":
      return typeof value["id"] === "number";
    case "focus":
    case "export":
      return true;
    default:
      return false;
  }
}

function isPanelState(value: unknown): boolean {
  return (
    isRecord(value) &&
    ["connection", "query", "defaultQuery", "older", "facets", "view", "live"].every((name) =>
      isRecord(value[name]),
    ) &&
    typeof value["content"] === "string"
  );
}

function isRowsInfo(value: unknown): value is Record<string, unknown> {
  return (
    isRecord(value) && ["revision", "rowCount", "eventCount"].every((name) => typeof value[name] === "number")
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
