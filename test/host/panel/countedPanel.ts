import type * as vscode from "vscode";
import type { HostMessage, PageMessage } from "../../../src/shared/protocol";
import type { Disposable } from "../../../src/util/disposable";
import { Emitter } from "../../../src/util/event";

/** A real webview panel that counts who listens to it and hears what is said over it, both ways. */
export class CountedPanel {
  /** Listeners that did not leave. */
  listeners = 0;
  /** Snapshots that the page was sent: one each time it came into view. */
  snapshots = 0;
  private readonly said = new Emitter<HostMessage>();
  private readonly page = new Emitter<unknown>();
  readonly panel: vscode.WebviewPanel;

  constructor(real: vscode.WebviewPanel) {
    real.webview.onDidReceiveMessage((message) => this.page.fire(message));
    const webview = this.through(real.webview, {
      onDidReceiveMessage: this.counted(this.page.event),
      postMessage: (message: HostMessage) => {
        this.snapshots += Number(message.type === "snapshot");
        this.said.fire(message);
        return real.webview.postMessage(message);
      },
    });
    this.panel = this.through(real, {
      webview,
      onDidChangeViewState: this.counted(real.onDidChangeViewState),
      onDidDispose: this.counted(real.onDidDispose),
    });
  }

  /** Says something in the page's name. */
  say(message: PageMessage): void {
    this.page.fire(message);
  }

  /** The next message of that type that is posted to the page. */
  posted<T extends HostMessage["type"]>(type: T): Promise<Extract<HostMessage, { readonly type: T }>> {
    return new Promise((resolve) => {
      const subscription = this.said.event((message) => {
        if (message.type === type) {
          subscription.dispose();
          resolve(message as Extract<HostMessage, { readonly type: T }>);
        }
      });
    });
  }

  private counted<T>(event: (listener: (value: T) => void) => { dispose(): unknown }) {
    return (listener: (value: T) => void): Disposable => {
      const subscription = event(listener);
      this.listeners++;
      let there = true;
      return {
        dispose: () => {
          this.listeners -= Number(there);
          there = false;
          subscription.dispose();
        },
      };
    };
  }

  /** The real thing, but for some of its members. */
  private through<T extends object>(thing: T, others: Partial<Record<keyof T, unknown>>): T {
    return new Proxy(thing, {
      get: (target, name) => {
        if (name in others) {
          return others[name as keyof T];
        }
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
      set: (target, name, value) => Reflect.set(target, name, value, target),
    });
  }
}
