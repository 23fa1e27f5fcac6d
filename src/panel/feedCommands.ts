import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { type CommandRegistrar, reportError, setContext } from "../commands";
import { ensureConnected } from "../connections/connectionCommands";
import type { Connection } from "../connections/connection";
import type { ConnectionClient } from "../connections/connectionClient";
import type { Connections } from "../connections/connections";
import { showInput } from "../dialogSteps";
import { type CommandId, commands, contexts, feedPanelType } from "../ids";
import { checkPath } from "../service/urls";
import { connectionLabel } from "../shared/text";
import type { EventAction } from "../shared/protocol";
import { isRecord } from "../shared/schemas";
import type { CopyFormat } from "../shared/viewQueries";
import type { DisposableStore } from "../util/disposable";
import { errorMessage } from "../util/errors";
import { lazyAsync } from "../util/lazy";
import { copyToClipboard, showQuickPick, showStatusBarMessage, showWarning } from "../window";
import type { FeedPanel, FeedPanelOptions } from "./feedPanel";
import type { FeedPanels } from "./feedPanels";
import type { RequestLanguage } from "./requestCode";

const exampleId = "evt_…";
const examplePath = "v2/…";

type PanelCommand = (panel: FeedPanel) => Promise<void> | void;

const copyAs =
  (format: CopyFormat): PanelCommand =>
  async ({ bridge }) => {
    const { selectedIds: ids } = bridge;
    if (ids.length > 0) {
      await bridge.copy({ ids, format });
    }
  };

const inPage =
  (action: EventAction): PanelCommand =>
  ({ bridge }) =>
    bridge.runEventAction(action);

/** Commands for the panel whose context menu was used, or the one that was focused last. */
const panelCommands: readonly (readonly [CommandId, PanelCommand])[] = [
  [commands.refreshFeed, ({ feed }) => feed.refresh()],
  [commands.loadOlderEvents, ({ feed }) => feed.loadOlder()],
  [commands.loadWindow, ({ feed }) => feed.loadWindow()],
  [commands.toggleLive, toggleLive],
  [commands.findInFeed, findInFeed],
  [commands.copyFeedLink, copyFeedLink],
  [commands.copyFeedRequest, (panel) => copyRequest(panel, "curl")],
  [commands.copyFeedRequestAs, copyRequestAs],
  [commands.copyEventsAsTsv, copyAs("tsv")],
  [commands.copyEventsAsMarkdown, copyAs("markdown")],
  [commands.copyEventsAsJson, copyAs("json")],
  [commands.copyEventId, copyAs("id")],
  [commands.copyEventLink, copyAs("link")],
  [commands.copyEventTitle, copyAs("title")],
  [commands.openEventsAsJson, (panel) => panel.openAsJson(panel.bridge.selectedIds)],
  [commands.exportSelectedEvents, (panel) => panel.workbenchHandlers.export({ type: "export" })],
  [commands.showEventDetails, inPage("showDetails")],
  [commands.onlyThisType, inPage("onlyThisType")],
  [commands.onlyThisSector, inPage("onlyThisSector")],
  [commands.showCompanyEvents, inPage("showCompanyEvents")],
];

/**
 * Registers the feed's commands and links, and restores panels after a window reload.
 * @param resources owns everything that is created
 */
export function registerFeedPanels(
  registrar: CommandRegistrar,
  connections: Connections,
  options: FeedPanelOptions,
  resources: DisposableStore,
) {
  let loaded: FeedPanels | undefined;
  // A previous extension host may have left the context set.
  setContext(contexts.feedOpen, false);
  const load = lazyAsync(async () => {
    const { FeedPanels } = await import("./feedPanels");
    const panels = new FeedPanels(options, connections);
    const update = (): void => {
      const { focusedLast } = panels;
      setContext(contexts.feedOpen, focusedLast !== undefined);
      setContext(contexts.publications, focusedLast?.feed.query.source !== undefined);
    };
    resources.add(panels.onDidChange(update));
    loaded = resources.add(panels);
    return panels;
  });
  const focused = async (): Promise<FeedPanel> => {
    const panel = (await load()).focusedLast;
    if (!panel) {
      throw new Error(l10n.t("No event feed is open. Open one with Company Feed: Open Event Feed."));
    }
    return panel;
  };
  registrar.registerCommand(commands.openFeed, async () => {
    const message = l10n.t("Connect to a service to open the event feed.");
    const client = await ensureConnected(connections, message);
    if (client) {
      await (await load()).open(client, {});
    }
  });
  registrar.registerCommand(commands.openPublications, async () => {
    const message = l10n.t("Connect to a service to open the publication feed.");
    const client = await ensureConnected(connections, message);
    if (client && (await askForPublications(client, connections))) {
      await (await load()).open(client, { source: "publications" });
    }
  });
  registrar.registerCommand(commands.openEvent, async (argument) => {
    const message = l10n.t("Connect to a service to open an event.");
    const client = await ensureConnected(connections, message);
    const id = client && (await askForEvent(client.connection, argument));
    if (client && id !== undefined) {
      if (client.blockingError?.kind === "connectionChanged") {
        throw client.blockingError;
      }
      await (await load()).open(client, { event: { id } });
    }
  });
  registrar.registerCommand(commands.duplicateFeed, async () => (await load()).duplicate(await focused()));
  for (const [id, run] of panelCommands) {
    registrar.registerCommand(id, async (context) => {
      const { panelId }: Record<string, unknown> = isRecord(context) ? context : {};
      const panel = typeof panelId === "string" ? (await load()).get(panelId) : await focused();
      await run(panel);
    });
  }
  const handleUri = (uri: vscode.Uri): Promise<void> =>
    openLink(uri, connections, load).catch((error: unknown) => reportError("Link", error, options.log));
  resources.add(vscode.window.registerUriHandler({ handleUri }));
  resources.add(
    vscode.window.registerWebviewPanelSerializer(feedPanelType, {
      deserializeWebviewPanel: async (panel, state) => {
        // Don't wait for the service, because VS Code shows the panel only after this returns.
        (await load()).restore(panel, state);
      },
    }),
  );
  return {
    /** Loads the code of the panels on first use. */
    load,
    isShown: (client: ConnectionClient): boolean => loaded?.isShown(client) === true,
    /** Connection of the feed in the active editor. */
    get activeConnection() {
      return loaded?.active?.connection;
    },
  };
}

async function openLink(
  uri: vscode.Uri,
  connections: Connections,
  panels: () => Promise<FeedPanels>,
): Promise<void> {
  const { parseLink } = await import("./links");
  const link = parseLink(uri);
  if (typeof link === "string") {
    void showWarning(`Company Feed: ${link}`);
    return;
  }
  const message = l10n.t("Connect to a service to open this link.");
  const client = await ensureConnected(connections, message);
  if (client) {
    await (await panels()).open(client, link);
  }
}

/** Asks for the path if the connection has none, and saves it. @returns false if the dialog was dismissed */
async function askForPublications(client: ConnectionClient, connections: Connections): Promise<boolean> {
  if (client.connection.publicationsPath !== undefined) {
    return true;
  }
  const path = await showInput({
    title: l10n.t({
      message: "Open publication feed: {0}",
      args: [connectionLabel(client.connection)],
      comment: ["{0} is the name of a connection"],
    }),
    prompt: l10n.t("Path of the publication feed below the base URL: see the service's own reference"),
    placeholder: examplePath,
    validate: (entered) => checkPath(entered),
    check: async (entered, signal) => {
      const publicationsPath = entered.trim();
      try {
        await client.checkPublications(publicationsPath, signal);
        if (!signal.aborted) {
          await connections.save({ ...client.connection, publicationsPath });
        }
        return undefined;
      } catch (error) {
        return errorMessage(error);
      }
    },
  });
  return path !== undefined;
}

/**
 * Asks for the ID of an event or a link to one.
 * @param given used without asking if it is a string
 * @throws {Error} if the given string is invalid
 */
async function askForEvent(connection: Connection, given: unknown): Promise<string | undefined> {
  const { parseEventReference } = await import("./links");
  const asked =
    typeof given === "string"
      ? given
      : await showInput({
          title: l10n.t({
            message: "Open event: {0}",
            args: [connectionLabel(connection)],
            comment: ["{0} is the name of a connection"],
          }),
          prompt: l10n.t("Enter the ID of an event, or paste a link to it"),
          placeholder: exampleId,
          validate: (text) => {
            const event = parseEventReference(text);
            return typeof event === "string" ? event : undefined;
          },
        });
  const event = asked === undefined ? undefined : parseEventReference(asked);
  if (typeof event === "string") {
    throw new Error(event);
  }
  return event?.id;
}

async function copyRequestAs(panel: FeedPanel): Promise<void> {
  const { requestLanguages } = await import("./requestCode");
  const items = Object.entries(requestLanguages).map(([language, { label, description, icon }]) => {
    return { language: language as RequestLanguage, label, description: description(), icon };
  });
  const picked = await showQuickPick(items, {
    title: l10n.t("Copy Feed Request"),
    placeHolder: l10n.t("Select a language"),
    matchOnDescription: true,
  });
  if (picked) {
    await copyRequest(panel, picked.language);
  }
}

async function copyRequest(panel: FeedPanel, language: RequestLanguage): Promise<void> {
  await copyToClipboard(
    await panel.requestAs(language),
    panel.connection.sample
      ? l10n.t("Request copied")
      : l10n.t("Request copied. Set API_KEY to your key to run it."),
  );
}

async function copyFeedLink(panel: FeedPanel): Promise<void> {
  panel.requireEvents();
  const { showLinkHint } = await import("./feedPanel");
  const { formatFeedLink } = await import("./links");
  const message = l10n.t("Copied a link to this feed. It opens these filters on the active connection.");
  await copyToClipboard(formatFeedLink(panel.feed.query, vscode.env.uriScheme), message);
  showLinkHint();
}

function findInFeed({ webviewPanel, bridge }: FeedPanel): void {
  webviewPanel.reveal();
  bridge.focus("find");
}

function toggleLive({ feed: { live } }: FeedPanel): void {
  switch (live.state.kind) {
    case "off":
      showStatusBarMessage(l10n.t("No live updates: this time range has ended."));
      break;
    case "paused":
      live.resume();
      break;
    case "stopped":
      live.pollNow();
      break;
    case "checking":
    case "waiting":
      live.pause();
  }
}
