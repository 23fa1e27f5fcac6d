import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { type CommandId, commands, schemes, settings } from "../ids";
import { connectionLabel } from "../shared/text";
import { DisposableStore } from "../util/disposable";
import { oneLine } from "../util/strings";
import {
  createQuickPick,
  type PickItem,
  plainTitle,
  renderedItems,
  showConfirmation,
  showQuickPick,
  withProgressNotification,
} from "../window";
import { type Connection, sampleConnection } from "./connection";
import type { ConnectionClient } from "./connectionClient";
import { ConnectionForm } from "./connectionForm";
import type { Connections } from "./connections";
import { reportText, testConnection } from "./connectionTest";

/** `Connect…` @returns true if a connection was added and activated */
export async function connect(connections: Connections): Promise<boolean> {
  const fields = ["baseUrl", "key", "organizationId", "name"] as const;
  const form = new ConnectionForm(connections, l10n.t("Connect to a service"), fields);
  const added = await form.show(connections.startSaving());
  if (added) {
    await connections.activate(added.name);
  }
  return added !== undefined;
}

/**
 * `Edit Connection…`: the form of `Connect…` with the stored values and the dataset. An empty key keeps the
 * stored one. If the origin changes, a key is required. Changes have to be allowed again.
 */
export async function editConnection(original: Connection, connections: Connections): Promise<void> {
  const title = l10n.t({
    message: "Edit {0}",
    args: [original.name],
    comment: ["{0} is the name of a connection"],
  });
  const fields = ["baseUrl", "key", "organizationId", "dataset", "name"] as const;
  const form = new ConnectionForm(connections, title, fields, original);
  await activateIfNone(await form.show(connections.startSaving(original)), connections);
}

/**
 * `Set API Key…`: stores a key once the service has accepted it. Changes have to be allowed again, because
 * the key may be for another environment.
 */
export async function setApiKey(connection: Connection, connections: Connections): Promise<void> {
  const title = l10n.t("API key for {0}", connection.name);
  const form = new ConnectionForm(connections, title, ["key"], connection);
  const saved = await form.show(async (_, key) => {
    // Before the key: a failure must not leave the new key with the permission of the old one.
    if (connections.list.find(connection.name)?.allowChanges) {
      await connections.setAllowChanges(connection.name, false);
    }
    await connections.saveKey(connection, key);
  });
  await activateIfNone(saved, connections);
}

export async function clearApiKey({ name }: Connection, connections: Connections): Promise<void> {
  const message = l10n.t('Clear the API key for "{0}"?', name);
  const detail = l10n.t("You can't use the connection until you set another key.");
  if (await showConfirmation(message, detail, l10n.t("Clear Key"))) {
    await connections.keys.delete(name);
  }
}

export async function removeConnection({ name }: Connection, connections: Connections): Promise<void> {
  const message = l10n.t('Remove the connection "{0}"?', name);
  if (await showConfirmation(message, l10n.t("Its API key will be deleted."), l10n.t("Remove"))) {
    await connections.remove(name);
  }
}

/** `Test Connection`: shows the report as a read-only document. Its text is the query of its URI. */
export async function reportConnection(client: ConnectionClient): Promise<void> {
  const { connection } = client;
  const { baseUrl } = await client.resolveAddress();
  const startedAt = new Date();
  const label = connectionLabel(connection);
  const steps = await withProgressNotification(l10n.t("Testing {0}…", label), async (_, signal) => {
    const found = await testConnection(client, startedAt.getTime(), signal);
    return signal.aborted ? undefined : found;
  });
  if (steps) {
    const title = oneLine(l10n.t("Connection test of {0}", oneLine(label, 60)), 80);
    const uri = vscode.Uri.from({
      scheme: schemes.report,
      path: `/${title.replace(/[/\\?#:*"<>|]/g, "_")}.txt`,
      query: reportText({ ...connection, baseUrl }, steps, startedAt),
    });
    await vscode.window.showTextDocument(uri, { preview: true });
  }
}

/** Keeps the active connection active under its new name. Activates another one only if none is active. */
async function activateIfNone(saved: Connection | undefined, connections: Connections): Promise<void> {
  const active = connections.active?.connection.name;
  if (saved && (active === undefined || active === saved.name)) {
    await connections.activate(saved.name);
  }
}

interface ActionItem extends PickItem {
  readonly connection?: Connection;
  readonly run?: () => Thenable<unknown>;
}

/** `Switch Connection…`: all connections with the active one checked, and buttons to manage them. */
export async function switchConnection(connections: Connections): Promise<void> {
  const resources = new DisposableStore();
  const pick = resources.add(createQuickPick<ActionItem>(l10n.t("Select a connection")));
  pick.title = plainTitle(l10n.t("Switch Connection"));
  pick.matchOnDescription = true;
  const button = (icon: string, tooltip: string) => ({ iconPath: new vscode.ThemeIcon(icon), tooltip });
  const commandOf = new Map<vscode.QuickInputButton, CommandId>([
    [button("key", l10n.t("Set API Key…")), commands.setApiKey],
    [button("edit", l10n.t("Edit Connection…")), commands.editConnection],
    [button("trash", l10n.t("Remove Connection…")), commands.removeConnection],
  ]);
  pick.items = renderedItems(itemsToSwitchTo(connections, [...commandOf.keys()]));
  pick.activeItems = pick.items.filter(
    ({ item: { connection } }) => connection && isActive(connection, connections),
  );
  try {
    const run = await new Promise<ActionItem["run"]>((resolve) => {
      resources.add(pick.onDidAccept(() => resolve(pick.selectedItems[0]?.item.run)));
      resources.add(
        pick.onDidTriggerItemButton(({ button: pressed, item: { item } }) => {
          const command = commandOf.get(pressed);
          resolve(command && (() => vscode.commands.executeCommand(command, item.connection?.name)));
        }),
      );
      resources.add(pick.onDidHide(() => resolve(undefined)));
      pick.show();
    });
    pick.hide();
    await run?.();
  } finally {
    resources.dispose();
  }
}

/** Asks for one of the connections in the settings. If there are none, offers to connect. */
export async function pickConnection(connections: Connections): Promise<Connection | undefined> {
  const { all } = connections.list;
  if (all.length === 0) {
    await switchConnection(connections);
    return undefined;
  }
  return pickOne(all, connections, l10n.t("Select a connection"));
}

/** Asks for a connection to read from. Offers the active one first, and the sample data. */
export function pickConnectionToRead(
  connections: Connections,
  title: string,
): Promise<Connection | undefined> {
  const { list, active } = connections;
  const others = [...list.all, sampleConnection].filter((connection) => !isActive(connection, connections));
  const offered = active ? [active.connection, ...others] : others;
  return pickOne(offered, connections, l10n.t("Select the connection to read from"), title);
}

async function pickOne(
  offered: readonly Connection[],
  connections: Connections,
  placeHolder: string,
  title?: string,
): Promise<Connection | undefined> {
  const items = offered.map((connection) => connectionItem(connection, connections));
  const options = { placeHolder, matchOnDescription: true, ...(title !== undefined && { title }) };
  return (await showQuickPick(items, options))?.connection;
}

function itemsToSwitchTo(
  connections: Connections,
  buttons: readonly vscode.QuickInputButton[],
): ActionItem[] {
  const { all, invalidEntries } = connections.list;
  const itemFor = (connection: Connection) => ({
    ...connectionItem(connection, connections),
    run: () => connections.activate(connection.name),
  });
  return [
    ...all.map((connection) => ({ ...itemFor(connection), buttons })),
    ...invalidEntries.map(({ index, reason }) => ({
      icon: "warning",
      label: l10n.t("Entry {0} of the setting is invalid", index + 1),
      description: reason,
      alwaysShow: true,
      run: openConnectionsSetting,
    })),
    { label: "", kind: vscode.QuickPickItemKind.Separator },
    itemFor(sampleConnection),
    {
      icon: "add",
      label: l10n.t("Connect…"),
      description: l10n.t("Add a service or API key"),
      run: () => vscode.commands.executeCommand(commands.connect),
    },
  ];
}

function connectionItem(connection: Connection, connections: Connections) {
  const { origin, organizationId, allowChanges } = connection;
  const service = connection.sample
    ? l10n.t("Fictional companies and events")
    : organizationId === undefined
      ? origin
      : l10n.t("{0} · organization {1}", origin, organizationId);
  return {
    connection,
    icon: isActive(connection, connections) ? "check" : "blank",
    label: connectionLabel(connection),
    description: allowChanges ? l10n.t("{0} · changes allowed", service) : service,
  };
}

async function openConnectionsSetting(): Promise<void> {
  const key = `${settings.section}.${settings.connections}`;
  await vscode.commands.executeCommand("workbench.action.openSettingsJson", { revealSetting: { key } });
}

function isActive(connection: Connection, connections: Connections): boolean {
  return connections.active?.connection.name === connection.name;
}
