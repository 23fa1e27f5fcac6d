import type { Connections } from "../connections/connections";
import type { ServiceAccess } from "../connections/serviceAccess";
import { DisposableStore, Owner } from "../util/disposable";
import type { Log } from "../util/log";
import { createWebviewPanel, FeedPanel, type PanelEnvironment } from "./feedPanel";

/** The open feed panels. Feed commands act on the one that was focused last, as long as it is open. */
export class FeedPanels extends Owner {
  /** Focused last comes last. */
  private readonly open: FeedPanel[] = [];

  constructor(
    private readonly environment: PanelEnvironment,
    connections: Connections,
  ) {
    super();
    const { log } = environment;
    this.own(
      connections.onDidChangeList(() => {
        for (const panel of this.open) {
          noted(panel.follow(connections.access(panel.connection.name)), log);
        }
      }),
    );
    this.own(
      connections.onDidChangeKey((name) => {
        for (const panel of this.open.filter(({ connection }) => connection.name === name)) {
          noted(panel.keyChanged(), log);
        }
      }),
    );
    this.own({
      dispose: () => {
        for (const panel of [...this.open]) {
          panel.dispose();
        }
      },
    });
  }

  get focusedLast(): FeedPanel | undefined {
    return this.open.at(-1);
  }

  /** Reveals the panel that was focused last on this connection, or opens one. */
  async show(access: ServiceAccess): Promise<void> {
    const there = this.open.findLast((panel) => panel.connection === access.connection);
    if (there) {
      there.reveal();
      return;
    }
    await this.create(access).start();
  }

  private create(access: ServiceAccess): FeedPanel {
    const webviewPanel = createWebviewPanel(this.environment.extensionUri);
    const panel = new FeedPanel(webviewPanel, access, this.environment.defaultQuery(), this.environment);
    const listeners = new DisposableStore();
    listeners.add(webviewPanel.onDidChangeViewState(() => webviewPanel.active && this.moveToEnd(panel)));
    listeners.add(
      webviewPanel.onDidDispose(() => {
        listeners.dispose();
        this.open.splice(this.open.indexOf(panel), 1);
        panel.dispose();
      }),
    );
    this.open.push(panel);
    return panel;
  }

  private moveToEnd(panel: FeedPanel): void {
    this.open.splice(this.open.indexOf(panel), 1);
    this.open.push(panel);
  }
}

/** A feed keeps what goes wrong in its state; anything else is a fault of ours. */
function noted(work: Promise<void>, log: Log): void {
  work.catch((error: unknown) =>
    log.error(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
}
