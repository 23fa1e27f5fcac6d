import assert from "node:assert/strict";
import type { ReactiveControllerHost } from "lit";
import type {
  HostMessage,
  PageMessage,
  PageRequest,
  RequestName,
  RequestResults,
} from "../../../src/shared/protocol";
import { type HostEvent, HostConnection } from "../../../src/webview/host/hostConnection";

type RequestNamed<N extends RequestName> = Extract<PageRequest, { readonly name: N }>;

/** The page's connection to a host that the test plays message by message, for controllers without an element. */
export class ScriptedHost {
  readonly sent: PageMessage[] = [];
  readonly events: HostEvent[] = [];
  /** The changes that the connection reports. */
  readonly answering: boolean[] = [];
  readonly connection: HostConnection;
  /** Runs at each update that a controller requests of its element. */
  onUpdate = (): void => {
    // Ignored by most tests.
  };
  readonly element: ReactiveControllerHost = {
    addController: () => undefined,
    removeController: () => undefined,
    requestUpdate: () => this.onUpdate(),
    updateComplete: Promise.resolve(true),
  };
  private listener: (event: { readonly data: HostMessage }) => void = () => assert.fail("Not connected.");

  constructor(timeoutMs = 1000) {
    this.connection = new HostConnection(
      (event) => this.events.push(event),
      (isAnswering) => this.answering.push(isAnswering),
      timeoutMs,
    );
    this.connection.connect(
      { postMessage: (message) => this.sent.push(message) },
      { addEventListener: (_type, listener) => (this.listener = listener) },
    );
  }

  send(data: HostMessage): void {
    this.listener({ data });
  }

  /** The requests of one name, oldest first. */
  requests<N extends RequestName>(name: N): RequestNamed<N>[] {
    return this.sent.filter(
      (message): message is RequestNamed<N> => message.type === "request" && message.name === name,
    );
  }

  /** Replies to a request, by default the last one, and waits until the reply was handled. */
  async reply<N extends RequestName>(name: N, result: RequestResults[N], at = -1): Promise<void> {
    this.send({ type: "reply", id: this.requests(name).at(at)?.id ?? -1, result });
    await new Promise(setImmediate);
  }
}
