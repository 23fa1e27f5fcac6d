import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandRegistrar } from "../commands";
import type { Connections } from "../connections/connections";
import { connectedClient } from "../connections/connectedClient";
import type { Feed } from "../feed/feed";
import { type CommandId, commands, extensionId, panels as panelIds } from "../ids";
import type { EventAction } from "../shared/protocol";
import { isRecord } from "../shared/typeGuards";
import type { CopyFormat } from "../shared/viewQueries";
import { showStatusBarMessage, showWarning } from "../window";
import type { FeedPanel } from "./feedPanel";
import type { FeedPanels } from "./feedPanels";
import type { RequestLanguage } from "./requestCode";

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

/** The commands of the feed panel, which is loaded with the first of them. */
export function registerFeedCommands(
  registrar: CommandRegistrar,
  connections: Connections,
  panels: () => Promise<FeedPanels>,
): void {
  registrar.registerCommand(commands.openFeed, async () => {
    const message = l10n.t("Connect to a service to open the event feed.");
    const client = await connectedClient(connections, message);
    if (client) {
      await (await panels()).show(client);
    }
  });
  registrar.registerCommand(commands.openEvent, async (argument) => {
    const message = l10n.t("Connect to a service to open an event.");
    const client = await connectedClient(connections, message);
    if (client) {
      const { askForEvent } = await import("./eventInput");
      const event = await askForEvent(client.connection, argument);
      if (event) {
        if (client.blockingError?.kind === "connectionChanged") {
          throw client.blockingError;
        }
        await (await panels()).showEvent(client, event.id);
      }
    }
  });
  registrar.registerCommand(commands.duplicateFeed, async () =>
    (await panels()).duplicate(await openPanel(panels)),
  );
  const copyRequest = async (panel: FeedPanel, language: RequestLanguage): Promise<void> => {
    await vscode.env.clipboard.writeText(await panel.requestAs(language));
    showCopied(
      panel.connection.sample
        ? l10n.t("Request copied")
        : l10n.t("Request copied. Set API_KEY to your key to run it."),
    );
  };
  registrar.registerCommand(commands.copyFeedRequest, async () =>
    copyRequest(await openPanel(panels), "curl"),
  );
  registrar.registerCommand(commands.copyFeedRequestAs, async (argument) => {
    const panel = await openPanel(panels);
    const { requestLanguageOf } = await import("./requestCode");
    const { pickRequestLanguage } = await import("./requestLanguages");
    const language = requestLanguageOf(argument) ?? (await pickRequestLanguage());
    if (language) {
      await copyRequest(panel, language);
    }
  });
  registrar.registerCommand(commands.copyFeedLink, async () => {
    const { formatFeedLink } = await import("./feedLink");
    const uri = vscode.Uri.from({
      scheme: vscode.env.uriScheme,
      authority: extensionId,
      ...formatFeedLink((await openPanel(panels)).feed.query),
    });
    await vscode.env.clipboard.writeText(uri.toString());
    showCopied(l10n.t("Copied a link to this feed. It opens these filters on the active connection."));
  });
  for (const [command, run] of menuCommands) {
    registrar.registerCommand(command, (context) => runMenuCommand(panels, run, context));
  }
  registrar.registerCommand(commands.findInFeed, async () => {
    const { panel, bridge } = await openPanel(panels);
    panel.reveal();
    bridge.find();
  });
  registrar.registerCommand(commands.refreshFeed, async () => (await openPanel(panels)).feed.refresh());
  registrar.registerCommand(commands.loadWindow, async () => (await openPanel(panels)).feed.loadWindow());
  registrar.registerCommand(commands.toggleLive, async () => toggleLive((await openPanel(panels)).feed));
  registrar.registerCommand(commands.loadOlderEvents, async () => (await openPanel(panels)).feed.loadOlder());
}

/** @param context of the page's element whose context menu was used; otherwise the panel that was focused last is used */
async function runMenuCommand(
  panels: () => Promise<FeedPanels>,
  run: MenuCommand,
  context: unknown,
): Promise<void> {
  const { panelId, areDetails }: Record<string, unknown> = isRecord(context) ? context : {};
  const panel = typeof panelId === "string" ? (await panels()).get(panelId) : await openPanel(panels);
  await run(panel, areDetails === true);
}

/** Opens links to a feed or an event, and restores panels after a window reload. */
export function registerFeedUriAndSerializer(
  connections: Connections,
  panels: () => Promise<FeedPanels>,
): vscode.Disposable {
  const links = vscode.window.registerUriHandler({
    handleUri: (uri) => openLink(uri, connections, panels),
  });
  const serializer = vscode.window.registerWebviewPanelSerializer(panelIds.feed, {
    deserializeWebviewPanel: async (panel, state) => {
      // VS Code shows the panel once this returns: do not wait for the service.
      (await panels()).restore(panel, state);
    },
  });
  return vscode.Disposable.from(links, serializer);
}

async function openLink(
  uri: vscode.Uri,
  connections: Connections,
  panels: () => Promise<FeedPanels>,
): Promise<void> {
  const { isEventLink, parseEventLink } = await import("./eventLink");
  const { parseFeedLink } = await import("./feedLink");
  const link = isEventLink(uri) ? parseEventLink(uri) : parseFeedLink(uri);
  if (typeof link === "string") {
    void showWarning(`Company Feed: ${link}`);
    return;
  }
  const message = l10n.t("Connect to a service to open this link.");
  const client = await connectedClient(connections, message);
  if (client) {
    if ("id" in link) {
      await (await panels()).showEvent(client, link.id);
    } else {
      await (await panels()).openQuery(client, link.query);
    }
  }
}

function toggleLive({ live }: Feed): void {
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

function showCopied(text: string): void {
  showStatusBarMessage(text, { icon: "check" });
}

async function openPanel(panels: () => Promise<FeedPanels>): Promise<FeedPanel> {
  const panel = (await panels()).focusedLast;
  if (!panel) {
    throw new Error(l10n.t("No event feed is open. Open one with Company Feed: Open Event Feed."));
  }
  return panel;
}
