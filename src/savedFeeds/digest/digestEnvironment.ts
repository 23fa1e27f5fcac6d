import type * as vscode from "vscode";
import type { ConnectionClient } from "../../connections/connectionClient";
import type { JsonDocuments } from "../../jsonDocuments/jsonDocuments";
import type { FeedPanels } from "../../panel/feedPanels";
import type { Clock } from "../../util/clock";
import type { Log } from "../../util/log";
import type { SavedFeeds } from "../savedFeeds";

export interface DigestEnvironment {
  readonly clock: Clock;
  readonly log: Log;
  readonly globalState: vscode.Memento;
  readonly documents: JsonDocuments;
  readonly connections: {
    readonly active: ConnectionClient | undefined;
    clientFor(name: string): ConnectionClient | undefined;
  };
  readonly panels: () => Promise<FeedPanels>;
  readonly savedFeeds: () => Promise<SavedFeeds>;
  readonly overlapMs: () => number;
  /** Of a digest before which there was none. */
  readonly defaultDays: () => number;
}
