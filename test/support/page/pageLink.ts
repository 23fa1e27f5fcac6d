import assert from "node:assert/strict";
import type {
  HostMessage,
  PageMessage,
  PageRequest,
  RequestName,
  RequestResults,
} from "../../../src/shared/protocol";
import { type HostEvent, HostConnection } from "../../../src/webview/host/hostConnection";

type RequestNamed<N extends RequestName> = Extract<PageRequest, { readonly name: N }>;

/** A page's link to a host that is spoken by the test, message by message. */
export class PageLink {
  readonly sent: PageMessage[] = [];
  readonly events: HostEvent[] = [];
  readonly link: HostConnection;
  private hear: (event: { readonly data: HostMessage }) => void = () => assert.fail("Not connected.");

  constructor(timeoutMs = 1000) {
    this.link = new HostConnection((event) => this.events.push(event), timeoutMs);
    this.link.connect(
      { postMessage: (message) => this.sent.push(message) },
      { addEventListener: (_type, listener) => (this.hear = listener) },
    );
  }

  say(data: HostMessage): void {
    this.hear({ data });
  }

  /** The requests of one name, the first one first. */
  requests<N extends RequestName>(name: N): RequestNamed<N>[] {
    return this.sent.filter(
      (message): message is RequestNamed<N> => message.type === "request" && message.name === name,
    );
  }

  /** Answers the last request of a name, and waits until what heard it has gone on. */
  async answer<N extends RequestName>(name: N, result: RequestResults[N], at = -1): Promise<void> {
    this.say({ type: "reply", id: this.requests(name).at(at)?.id ?? -1, result });
    await new Promise(setImmediate);
  }
}
