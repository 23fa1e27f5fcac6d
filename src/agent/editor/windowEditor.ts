import * as vscode from "vscode";
import type { Connections } from "../../connections/connections";
import type { FeedPanels } from "../../panel/feedPanels";
import type { SavedFeedList } from "../../savedFeeds/savedFeedList";
import type { Clock } from "../../util/clock";
import { type AgentConnection, type AgentEditor, type NamedFeed, sampleName } from "../tools/question";

/** What the tools see of this window. */
export class WindowEditor implements AgentEditor {
  readonly uriScheme = vscode.env.uriScheme;

  constructor(
    private readonly clock: Clock,
    private readonly connections: Connections,
    private readonly panels: () => Promise<Pick<FeedPanels, "open">>,
    private readonly savedFeedList: () => Promise<SavedFeedList>,
  ) {}

  now(): number {
    return this.clock.now();
  }

  connection(): AgentConnection | undefined {
    const client = this.connections.active;
    if (!client) {
      return undefined;
    }
    const { name, sample } = client.connection;
    return {
      name: sample ? sampleName : name,
      client,
      openFeed: async ({ query, savedFeed, eventId }) => {
        const entries = savedFeed === undefined ? [] : (await this.savedFeedList()).entries;
        const panels = await this.panels();
        const saved = entries.find(({ feed }) => feed.name === savedFeed);
        const event = eventId === undefined ? undefined : { id: eventId };
        // Not in a panel whose filters were changed. The user may be typing elsewhere.
        const feed = { query: saved?.feed.query ?? query, savedFeed: saved?.id, event };
        await panels.open(client, feed, true);
      },
    };
  }

  async savedFeeds(): Promise<readonly NamedFeed[]> {
    return (await this.savedFeedList()).entries.map(({ feed }) => feed);
  }
}
