import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandRegistrar } from "../../commands";
import type { Connections } from "../../connections/connections";
import { type CommandId, commands } from "../../ids";
import { pathNamesOf } from "../model/documentList";
import type { CollectionsView } from "../tree/collectionsView";
import { deletionCommand } from "../tree/rows";
import { startChange } from "./changeFlow";
import { changeCollection } from "./collectionChange";

// Loaded on first use.
const loadDialogs = () => import("./changeDialogs");
const loadQuickPicks = () => import("../find/quickPicks");

/** Registers the commands that change what a service has. */
export function registerChangeCommands(
  registrar: CommandRegistrar,
  connections: Connections,
  view: CollectionsView,
): void {
  const start = () => startChange(connections, loadedEnvironments(view));
  /** Without a selected collection, the user picks one. */
  const register = (
    id: CommandId,
    kind: "changeEnvironment" | "deleteCollection" | "deleteAllDocuments",
    titleOf: () => string,
  ): void =>
    registrar.registerCommand(id, async (row: unknown) => {
      const selected = view.selectedCollection(row);
      const flow = await start();
      const title = titleOf();
      const found = flow && (selected ?? (await (await loadQuickPicks()).pickCollection(view, title)));
      if (!flow || !found) {
        return;
      }
      const { lists, item } = found;
      const { collections } = lists;
      const { deletionDialog, environmentDialog, pathNameOf } = await loadDialogs();
      const name = await pathNameOf(item.value, title);
      if (name === undefined) {
        return;
      }
      flow.requireActive();
      if (lists !== view.lists || !collections.find(item.value.id)) {
        throw new Error(l10n.t("This collection is no longer in the list. Nothing was sent."));
      }
      const dialog =
        kind === "changeEnvironment"
          ? environmentDialog(item.value, name)
          : deletionDialog(kind, item.value, name, lists.documentCountOf(item.value));
      if (!(await changeCollection(dialog, flow, view))) {
        return;
      }
      if (kind === "deleteAllDocuments") {
        lists.documentsOf(item.value).removed("all");
      } else if (kind === "deleteCollection") {
        collections.removed([item.value.id]);
      } else {
        // It has left the list unless the key sees its new environment, too.
        await view.refresh();
      }
    });

  registrar.registerCommand(commands.createCollection, async () => {
    const flow = await start();
    const { createDialog } = await loadDialogs();
    const created = flow && (await changeCollection(createDialog(), flow, view));
    if (created && (await view.refresh())) {
      const { items = [] } = view.lists?.collections.state ?? {};
      const found = items.find(({ value }) =>
        pathNamesOf(value).some(({ name }) => name === created.collection),
      );
      await (found && view.reveal(found.value.id));
    }
  });
  register(commands.changeCollectionEnvironment, "changeEnvironment", () =>
    l10n.t("Change Collection Environment"),
  );
  register(commands.deleteCollection, "deleteCollection", () => l10n.t("Delete Collection"));
  register(commands.deleteAllDocuments, "deleteAllDocuments", () => l10n.t("Delete All Documents"));
  registrar.registerCommand(commands.deleteDocument, async (row: unknown, rows: unknown) => {
    const selected = view.selectedDocuments(row, rows);
    const flow = await start();
    if (!flow) {
      return;
    }
    const picked =
      selected.length === 0 &&
      (await (await loadQuickPicks()).pickDocument(view, l10n.t("Delete Document"), row));
    const documents = picked ? [picked] : selected;
    if (documents.length === 0) {
      return;
    }
    flow.requireActive();
    const isListed = documents.every(
      ({ lists, list, item }) => lists === view.lists && list.find(item.value.id),
    );
    if (!isListed) {
      throw new Error(l10n.t("A selected document is no longer in the list. Nothing was sent."));
    }
    await (await import("./documentDeletion")).deleteDocuments(documents, flow, view);
  });
  // The Delete key. The command looks at the selection itself: a context key would be updated too late.
  registrar.registerCommand(commands.deleteSelected, async () => {
    const command = deletionCommand(view.selection);
    if (command) {
      await vscode.commands.executeCommand(command);
    }
  });
}

function loadedEnvironments({ lists }: CollectionsView): readonly string[] {
  const { items = [] } = lists?.collections.state ?? {};
  return [...new Set(items.flatMap(({ value }) => value.environment || []))];
}
