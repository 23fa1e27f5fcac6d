import type { ServiceClient } from "../../../../src/api/types";
import { AgentTools, type ToolAnswer } from "../../../../src/agent/tools/agentTools";
import type {
  AgentConnection,
  AgentEnvironment,
  CollectionsRead,
  FeedToOpen,
} from "../../../../src/agent/tools/environment";
import type { ToolName } from "../../../../src/agent/tools/toolNames";
import type { LoadedFeed } from "../../../../src/feed/loadedFeed";
import { formatEventLink } from "../../../../src/panel/eventLink";
import { formatFeedLink } from "../../../../src/panel/feedLink";
import type { SavedFeed } from "../../../../src/savedFeeds/model/savedFeed";
import { FakeClock } from "../../../support/fakes/fakeClock";

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly tokenBudget?: number;
}

/** The tools for agents in an editor that a test controls. The client is the real one of a service. */
export class AgentFixture implements AgentEnvironment {
  active: AgentConnection | undefined;
  zone = "Europe/Berlin";
  panels: LoadedFeed[] = [];
  saved: SavedFeed[] = [];
  collections: CollectionsRead = { collections: [], readAtMs: 0, malformed: 0 };
  /** What was opened on screen. */
  readonly opened: FeedToOpen[] = [];
  readonly tools: AgentTools;

  constructor(
    client: ServiceClient | undefined,
    readonly clock = new FakeClock(),
  ) {
    this.active = client && { name: "Acme", client, changed: new AbortController().signal };
    this.tools = new AgentTools(this);
  }

  call(name: ToolName, input: unknown = {}, options: CallOptions = {}): Promise<ToolAnswer> {
    return this.tools.call({ name, input, signal: new AbortController().signal, ...options });
  }

  timeZone = (): string => this.zone;
  overlapMs = (): number => 600_000;
  connection = (): AgentConnection | undefined => this.active;
  loadedFeeds = (connection: AgentConnection): LoadedFeed[] =>
    connection === this.active ? this.panels : [];
  savedFeeds = (): Promise<SavedFeed[]> => Promise.resolve(this.saved);
  listCollections = (): Promise<CollectionsRead> => Promise.resolve(this.collections);

  linkTo = (_: AgentConnection, { query, eventId }: FeedToOpen): string => {
    if (eventId !== undefined) {
      return formatEventLink(eventId, "vscode");
    }
    const link = formatFeedLink(query);
    return `vscode://company-feed.company-feed${link.path}?${link.query}`;
  };

  openFeed = (_: AgentConnection, feed: FeedToOpen): Promise<void> => {
    this.opened.push(feed);
    return Promise.resolve();
  };
}
