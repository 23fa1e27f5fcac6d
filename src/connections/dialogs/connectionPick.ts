import * as vscode from "vscode";
import { commands } from "../../ids";
import { DisposableStore } from "../../util/disposable";
import { type PickItem, QuickPick, showQuickPick } from "../../window";
import { type Connection, sampleConnection } from "../connection";
import { openConnectionsSetting } from "../invalidSettingsNotice";
import type { Connections } from "../connections";

/** What a row of the pick stands for, and what its buttons do. */
type Row = PickItem &
  (
    | { readonly does: "choose"; readonly connection: Connection }
    | { readonly does: "connect" }
    | { readonly does: "openSetting" }
    | { readonly does: "nothing" }
  );

const editButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon("edit"),
  tooltip: "Edit Connection…",
};
const removeButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon("trash"),
  tooltip: "Remove Connection…",
};

/** `Switch Connection…`: all connections with the active one marked, edit and remove in place, and ways to new ones. */
export async function switchConnection(connections: Connections): Promise<void> {
  const resources = new DisposableStore();
  const pick = resources.add(
    new QuickPick<Row>({
      title: "Switch connection",
      placeholder: "Select a connection",
      matchOnDescription: true,
    }),
  );
  pick.items = rows(connections);
  pick.activate((row) => row.does === "choose" && isActive(row.connection, connections));
  try {
    const run = await new Promise<(() => Promise<unknown>) | undefined>((resolve) => {
      resources.add(pick.onDidAccept(() => resolve(chosen(pick.selected, connections))));
      resources.add(pick.onDidTriggerButton((row, button) => resolve(pressed(row, button))));
      resources.add(pick.onDidHide(() => resolve(undefined)));
      pick.show();
    });
    pick.hide();
    await run?.();
  } finally {
    resources.dispose();
  }
}

/** Asks which of the person's own connections a command is about; the sample has nothing to edit. */
export async function pickConnection(
  connections: Connections,
  placeholder: string,
): Promise<Connection | undefined> {
  const { all } = connections.list;
  if (all.length === 0) {
    throw new Error(
      connections.list.broken.length > 0
        ? "No entry of companyFeed.connections can be used. Switch Connection… says why."
        : "There is no connection yet. Make one with Company Feed: Connect….",
    );
  }
  const items = all.map((connection) => row(connection, connections));
  const picked = await showQuickPick(items, {
    placeHolder: placeholder,
    matchOnDescription: true,
  });
  return picked?.does === "choose" ? picked.connection : undefined;
}

function rows(connections: Connections): Row[] {
  const broken: Row[] = connections.list.broken.map(({ index, reason }) => ({
    does: "openSetting",
    icon: "warning",
    label: `Entry ${index + 1} cannot be used`,
    description: reason,
    alwaysShow: true,
  }));
  return [
    ...connections.list.all.map((connection) => row(connection, connections)),
    ...broken,
    { does: "nothing", label: "", kind: vscode.QuickPickItemKind.Separator },
    {
      ...row(sampleConnection, connections),
      label: "Sample service",
      description: "made-up companies and events, on this machine",
      buttons: [],
    },
    { does: "connect", icon: "add", label: "Connect…", description: "another service or key" },
  ];
}

function row(connection: Connection, connections: Connections): Row & { does: "choose" } {
  const organization =
    connection.organizationId === undefined ? "" : ` · organization ${connection.organizationId}`;
  return {
    does: "choose",
    connection,
    icon: isActive(connection, connections) ? "check" : "blank",
    label: connection.name,
    description: `${connection.origin}${organization}`,
    buttons: [editButton, removeButton],
  };
}

function isActive(connection: Connection, connections: Connections): boolean {
  return connections.active?.connection.name === connection.name;
}

function chosen(row: Row | undefined, connections: Connections): (() => Promise<unknown>) | undefined {
  switch (row?.does) {
    case "choose":
      return () => connections.activate(row.connection.name);
    case "connect":
      return () => Promise.resolve(vscode.commands.executeCommand(commands.connect));
    case "openSetting":
      return openConnectionsSetting;
    case "nothing":
    case undefined:
      return undefined;
  }
}

function pressed(row: Row, button: vscode.QuickInputButton): (() => Promise<unknown>) | undefined {
  if (row.does !== "choose") {
    return undefined;
  }
  const command = button === editButton ? commands.editConnection : commands.removeConnection;
  return () => Promise.resolve(vscode.commands.executeCommand(command, row.connection.name));
}
