import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { type CommandRegistrar, setContext } from "../commands";
import { connectedClient } from "../connections/connectedClient";
import type { Connection } from "../connections/connection";
import type { Connections } from "../connections/connections";
import { showInputStep } from "../dialogSteps";
import { type CommandId, commands, contexts, extensionId, panels as panelIds } from "../ids";
import { connectionLabel } from "../shared/connectionLabel";
import type { EventAction } from "../shared/protocol";
import { isRecord } from "../shared/typeGuards";
import type { CopyFormat } from "../shared/viewQueries";
import type { DisposableStore } from "../util/disposable";
import { lazyAsync } from "../util/lazy";
import { showQuickPick, showStatusBarMessage, showWarning } from "../window";
import { isEventLink, parseEventLink, parseEventReference } from "./eventLink";
import type { FeedPanel, FeedPanelOptions } from "./feedPanel";
import type { FeedPanels } from "./feedPanels";
import type { RequestLanguage } from "./requestCode";

const exampleId = "evt_…";

/** What a command does with the panel that was focused last. */
type PanelCommand = (panel: FeedPanel) => Promise<void> | void;

const panelCommands: readonly (readonly [CommandId, PanelCommand])[] = [
  [commands.refreshFeed, ({ feed }) => feed.refresh()],
  [commands.loadOlderEvents, ({ feed }) => feed.loadOlder()],
  [commands.loadWindow, ({ feed }) => feed.loadWindow()],
  [commands.toggleLive, toggleLive],
  [commands.findInFeed, findInFeed],
  [commands.copyFeedLink, copyFeedLink],
  [commands.copyFeedRequest, (panel) => copyRequest(panel, "curl")],
  [commands.copyFeedRequestAs, copyRequestAs],
];

/** What the commands of the context menus do with a panel's events; `inDetails`: those of the details, not of the list. */
type MenuCommand = (panel: FeedPanel, inDetails: boolean) => Promise<void> | void;

const copyAs =
  (format: CopyFormat): MenuCommand =>
  async ({ bridge }, inDetails) => {
    const ids = bridge.menuIds(inDetails);
    if (ids.length > 0) {
      await bridge.copy({ ids, format });
    }
  };

const inPage =
  (action: EventAction): MenuCommand =>
  ({ bridge }, inDetails) =>
    bridge.runEventAction(action, inDetails);

const openWebsite: MenuCommand = async (panel, inDetails) => {
  const [id, ...others] = panel.bridge.menuIds(inDetails);
  if (id !== undefined && others.length === 0) {
    await panel.run({ type: "openDomain", id });
  }
};

const menuCommands: readonly (readonly [CommandId, MenuCommand])[] = [
  [commands.copyEventsAsTsv, copyAs("tsv")],
  [commands.copyEventsAsMarkdown, copyAs("markdown")],
  [commands.copyEventsAsJson, copyAs("json")],
  [commands.copyEventId, copyAs("id")],
  [commands.copyEventLink, copyAs("link")],
  [commands.copyEventTitle, copyAs("title")],
  [commands.openEventsAsJson, (panel, inDetails) => panel.openAsJson(panel.bridge.menuIds(inDetails))],
  [commands.exportSelectedEvents, (panel) => panel.run({ type: "export" })],
  [commands.showEventDetails, inPage("showDetails")],
  [commands.onlyThisType, inPage("onlyThisType")],
  [commands.onlyThisSector, inPage("onlyThisSector")],
  [commands.showCompanyEvents, inPage("showCompanyEvents")],
  [commands.openCompanyWebsite, openWebsite],
];

interface RegisteredFeedPanels {
  /** Loads the code of the panels on first use. */
  readonly load: () => Promise<FeedPanels>;
  /** Of the feed in the active editor. */
  readonly activeConnection: Connection | undefined;
}

/**
 * Registers the feed's commands and links, and restores panels after a window reload.
 * @param resources owns everything that is created
 */
export function registerFeedPanels(
  registrar: CommandRegistrar,
  connections: Connections,
  options: Omit<FeedPanelOptions, "budget"> & { readonly maxEvents: () => number },
  resources: DisposableStore,
): RegisteredFeedPanels {
  let loaded: FeedPanels | undefined;
  // The context may still be what an extension host that has ended left behind.
  setContext(contexts.feedOpen, false);
  const load = lazyAsync(async () => {
    const { EventBudget, FeedPanels } = await import("./feedPanels");
    const budget = new EventBudget(options.maxEvents);
    const panels = new FeedPanels({ ...options, budget }, connections);
    resources.add(panels.onDidChange(() => setContext(contexts.feedOpen, panels.all.length > 0)));
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
    const client = await connectedClient(connections, message);
    if (client) {
      await (await load()).show(client);
    }
  });
  registrar.registerCommand(commands.openEvent, async (argument) => {
    const message = l10n.t("Connect to a service to open an event.");
    const client = await connectedClient(connections, message);
    const id = client && (await askForEvent(client.connection, argument));
    if (client && id !== undefined) {
      if (client.blockingError?.kind === "connectionChanged") {
        throw client.blockingError;
      }
      await (await load()).showEvent(client, id);
    }
  });
  registrar.registerCommand(commands.duplicateFeed, async () => (await load()).duplicate(await focused()));
  for (const [command, run] of panelCommands) {
    registrar.registerCommand(command, async () => run(await focused()));
  }
  for (const [command, run] of menuCommands) {
    // The context is that of the page's element whose menu was used.
    registrar.registerCommand(command, async (context) => {
      const { panelId, areDetails }: Record<string, unknown> = isRecord(context) ? context : {};
      const panel = typeof panelId === "string" ? (await load()).get(panelId) : await focused();
      await run(panel, areDetails === true);
    });
  }
  resources.add(vscode.window.registerUriHandler({ handleUri: (uri) => openLink(uri, connections, load) }));
  resources.add(
    vscode.window.registerWebviewPanelSerializer(panelIds.feed, {
      deserializeWebviewPanel: async (panel, state) => {
        // VS Code shows the panel once this returns: do not wait for the service.
        (await load()).restore(panel, state);
      },
    }),
  );
  return {
    load,
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
  const { parseFeedLink } = await import("./feedLink");
  const link = isEventLink(uri) ? parseEventLink(uri) : parseFeedLink(uri);
  if (typeof link === "string") {
    void showWarning(`Company Feed: ${link}`);
    return;
  }
  const message = l10n.t("Connect to a service to open this link.");
  const client = await connectedClient(connections, message);
  if (client) {
    const open = await panels();
    await ("id" in link ? open.showEvent(client, link.id) : open.openQuery(client, link.query));
  }
}

/**
 * Asks for the ID of an event or a link to one.
 * @param given is used instead, if it is a text, and must then be valid.
 */
async function askForEvent(connection: Connection, given: unknown): Promise<string | undefined> {
  const reference = typeof given === "string" ? given : await showEventInput(connection);
  const event = reference === undefined ? undefined : parseEventReference(reference);
  if (typeof event === "string") {
    throw new Error(event);
  }
  return event?.id;
}

async function showEventInput(connection: Connection): Promise<string | undefined> {
  const result = await showInputStep({
    title: l10n.t({
      message: "Open event: {0}",
      args: [connectionLabel(connection)],
      comment: ["{0} is the name of a connection"],
    }),
    step: 1,
    totalSteps: 1,
    prompt: l10n.t("Enter the ID of an event, or paste a link to it"),
    placeholder: exampleId,
    value: "",
    validate: (text) => {
      const event = parseEventReference(text);
      return typeof event === "string" ? event : undefined;
    },
  });
  return result.kind === "next" ? result.value : undefined;
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
  await copy(
    await panel.requestAs(language),
    panel.connection.sample
      ? l10n.t("Request copied")
      : l10n.t("Request copied. Set API_KEY to your key to run it."),
  );
}

async function copyFeedLink({ feed }: FeedPanel): Promise<void> {
  const { openableLink } = await import("./feedPanel");
  const { formatFeedLink } = await import("./feedLink");
  const link = formatFeedLink(feed.query);
  const uri = vscode.Uri.from({ scheme: vscode.env.uriScheme, authority: extensionId, ...link });
  const message = l10n.t("Copied a link to this feed. It opens these filters on the active connection.");
  await copy(await openableLink(uri.toString()), message);
}

async function copy(text: string, message: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  showStatusBarMessage(message, { icon: "check" });
}

function findInFeed({ panel, bridge }: FeedPanel): void {
  panel.reveal();
  bridge.focus("find");
}

function toggleLive({ feed: { live } }: FeedPanel): void {
  switch (live.state.kind) {
    case "off":
      showStatusBarMessage(l10n.t("No live updates: this time range has an end."));
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
