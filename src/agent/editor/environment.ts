import * as vscode from "vscode";
import type { ServiceClient } from "../../api/types";
import type { LoadedCollections } from "../../collections/tree/collectionsView";
import type { ConnectionClient } from "../../connections/connectionClient";
import type { Connections } from "../../connections/connections";
import type { Feed } from "../../feed/feed";
import type { LoadedFeed } from "../../feed/loadedFeed";
import { extensionId } from "../../ids";
import { formatEventLink } from "../../panel/eventLink";
import { formatFeedLink } from "../../panel/feedLink";
import type { FeedPanels } from "../../panel/feedPanels";
import type { SavedFeed } from "../../savedFeeds/model/savedFeed";
import type { SavedFeedList } from "../../savedFeeds/savedFeedList";
import { timeZoneOf } from "../../shared/times";
import type { Clock } from "../../util/clock";
import { Disposable, type IDisposable } from "../../util/disposable";
import {
  type AgentConnection,
  type AgentEnvironment,
  type CollectionsRead,
  type FeedToOpen,
  sampleName,
} from "../tools/environment";
import { CollectionsReader } from "./collectionsReader";

/** What the tools need of the feed panels. */
export interface AgentPanels extends Pick<FeedPanels, "preview"> {
  readonly all: readonly { readonly client: ConnectionClient; readonly feed: Pick<Feed, "loaded"> }[];
}

export interface EditorParts {
  readonly clock: Clock;
  readonly connections: Connections;
  readonly collections: { readonly loaded: LoadedCollections | undefined };
  readonly panels: {
    readonly load: () => Promise<AgentPanels>;
    /** Undefined: none was ever open. */
    readonly loaded: () => AgentPanels | undefined;
  };
  readonly savedFeeds: () => Promise<SavedFeedList>;
  readonly overlapMs: () => number;
}

/** A connection as the tools know it, until it or its key is changed. */
interface KnownConnection {
  readonly connection: AgentConnection;
  readonly change: AbortController;
  /** Listens to changes of the client. */
  readonly listener: IDisposable;
}

/** What the tools for agents see of this window. */
export class EditorEnvironment extends Disposable implements AgentEnvironment {
  readonly clock: Clock;
  private readonly known = new Map<ConnectionClient, KnownConnection>();
  private readonly clientOf = new WeakMap<AgentConnection, ConnectionClient>();
  private readonly collectionsReader: CollectionsReader;

  constructor(private readonly parts: EditorParts) {
    super();
    this.register({ dispose: () => this.known.forEach(({ listener }) => listener.dispose()) });
    const { clock, collections } = parts;
    this.clock = clock;
    this.collectionsReader = new CollectionsReader(() => {
      const { loaded } = collections;
      return loaded && hasKey(loaded.client) ? loaded : undefined;
    }, clock);
  }

  readonly timeZone = (): string => timeZoneOf("local");

  readonly overlapMs = (): number => this.parts.overlapMs();

  readonly connection = (): AgentConnection | undefined => {
    const client = this.parts.connections.active;
    if (!client) {
      return undefined;
    }
    const known = this.known.get(client);
    if (known) {
      return known.connection;
    }
    const { name, sample } = client.connection;
    const change = new AbortController();
    const connection: AgentConnection = { name: sample ? sampleName : name, client, changed: change.signal };
    const listener = client.onDidChange(() => {
      if (client.blockingError?.kind === "connectionChanged" || !hasKey(client)) {
        this.forget(client);
      }
    });
    this.known.set(client, { connection, change, listener });
    this.clientOf.set(connection, client);
    return connection;
  };

  readonly loadedFeeds = (connection: AgentConnection): readonly LoadedFeed[] => {
    const client = this.clientOf.get(connection);
    const panels = this.parts.panels.loaded()?.all ?? [];
    return panels.flatMap((panel) => {
      const loaded = panel.client === client ? panel.feed.loaded : undefined;
      return client && loaded && hasKey(client) ? [loaded] : [];
    });
  };

  readonly savedFeeds = async (): Promise<readonly SavedFeed[]> => {
    return (await this.parts.savedFeeds()).entries.map(({ feed }) => feed);
  };

  readonly listCollections = (
    connection: AgentConnection,
    client: ServiceClient,
    signal: AbortSignal,
  ): Promise<CollectionsRead> => {
    return this.collectionsReader.read(connection, this.requireClient(connection), signal, client);
  };

  readonly linkTo = (_connection: AgentConnection, { query, eventId }: FeedToOpen): string => {
    const scheme = vscode.env.uriScheme;
    if (eventId !== undefined) {
      return formatEventLink(eventId, scheme);
    }
    const link = formatFeedLink(query);
    // VS Code decodes the query once before its parameters are read. A colon may stay as it is.
    return `${scheme}://${extensionId}${link.path}?${link.query.replaceAll("%3A", ":").replaceAll("%", "%25")}`;
  };

  readonly openFeed = async (
    connection: AgentConnection,
    { query, savedFeed, eventId }: FeedToOpen,
  ): Promise<void> => {
    const client = this.requireClient(connection);
    const list = savedFeed === undefined ? undefined : await this.parts.savedFeeds();
    const panels = await this.parts.panels.load();
    await panels.preview(client, {
      query,
      savedFeed: list?.entries.find(({ feed }) => feed.name === savedFeed)?.id,
      event: eventId === undefined ? undefined : { id: eventId },
    });
  };

  /** What was read of a connection is no longer its data. */
  private forget(client: ConnectionClient): void {
    const known = this.known.get(client);
    this.known.delete(client);
    known?.listener.dispose();
    known?.change.abort();
  }

  private requireClient(connection: AgentConnection): ConnectionClient {
    const client = this.clientOf.get(connection);
    if (!client) {
      throw new RangeError("The connection is of another environment.");
    }
    if (client.blockingError?.kind === "connectionChanged") {
      throw client.blockingError;
    }
    return client;
  }
}

/** After its key was cleared, what was read with it is not given to agents. */
function hasKey({ blockingError }: ConnectionClient): boolean {
  return blockingError?.kind !== "noKey";
}
