import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandRegistrar } from "../../commands";
import type { Connections } from "../../connections/connections";
import { type CommandId, commands } from "../../ids";
import type { Collection } from "../../service/types";
import type { CollectionsView } from "../tree/collectionsView";
import type * as dialogs from "./changeDialogs";
import { type ChangeFlow, startChange } from "./changeFlow";

/** Loaded on first use. */
const loadDialogs = () => import("./changeDialogs");
const loadQuickPicks = () => import("../find/quickPicks");

/** Registers the commands that change what a service has. */
export function registerChangeCommands(
  registrar: CommandRegistrar,
  connections: Connections,
  view: CollectionsView,
): void {
  /** For the selected collection, else for one that the user picks. */
  const register = (
    id: CommandId,
    titleOf: () => string,
    dialogOf: (
      loaded: typeof dialogs,
      collection: Collection,
      name: string,
      flow: ChangeFlow,
    ) => dialogs.ChangeDialog,
  ): void =>
    registrar.registerCommand(id, async (row: unknown) => {
      const selected = view.selectedCollection(row);
      const flow = await startChange(connections, view);
      const title = titleOf();
      const found = flow && (selected ?? (await (await loadQuickPicks()).pickCollection(view, title)));
      if (!flow || !found) {
        return;
      }
      const { lists, item } = found;
      const { collections } = lists;
      const loaded = await loadDialogs();
      const name = await loaded.pathNameOf(item.value, title);
      // Another connection may have become active, or the list been refreshed, in the meantime.
      if (lists !== flow.lists || !collections.find(item.value.id)) {
        throw new Error(l10n.t("This collection is no longer in the list. Nothing was sent."));
      }
      const change =
        name === undefined ? undefined : await flow.run(dialogOf(loaded, item.value, name, flow));
      if (change?.kind === "deleteAllDocuments") {
        lists.documentsOf(item.value).removed("all");
      } else if (change) {
        // Also after a move: a key sees one environment, and this collection is in another one now.
        collections.removed([item.value.id]);
      }
    });

  registrar.registerCommand(commands.createCollection, async () => {
    const flow = await startChange(connections, view);
    const { createDialog, hasName } = await loadDialogs();
    const created = await flow?.run(createDialog());
    if (created && (await view.refresh())) {
      const { items = [] } = view.lists?.collections.state ?? {};
      const found = items.find(({ value }) => hasName(value, created));
      await (found && view.reveal(found.value.id));
    }
  });
  register(
    commands.changeCollectionEnvironment,
    () => l10n.t("Change Collection Environment"),
    ({ environmentDialog }, collection, name) => environmentDialog(collection, name),
  );
  for (const kind of ["deleteCollection", "deleteAllDocuments"] as const) {
    register(
      commands[kind],
      () => (kind === "deleteCollection" ? l10n.t("Delete Collection") : l10n.t("Delete All Documents")),
      ({ deletionDialog }, collection, name, { lists }) =>
        deletionDialog(kind, collection, name, lists.documentCountOf(collection)),
    );
  }
  registrar.registerCommand(commands.deleteDocument, async (row: unknown, rows: unknown) => {
    const selected = view.selectedDocuments(row, rows);
    const flow = await startChange(connections, view);
    if (!flow) {
      return;
    }
    const picked =
      selected.length === 0 &&
      (await (await loadQuickPicks()).pickDocument(view, l10n.t("Delete Document"), row));
    const documents = picked ? [picked] : selected;
    const isListed = documents.every(
      ({ lists, list, item }) => lists === flow.lists && list.find(item.value.id),
    );
    if (!isListed) {
      throw new Error(l10n.t("A selected document is no longer in the list. Nothing was sent."));
    }
    await (await import("./documentDeletion")).deleteDocuments(documents, flow);
  });
  /** The Delete key: the selection is known here, whereas a context key would follow it a moment later. */
  registrar.registerCommand(commands.deleteSelected, async () => {
    const { deletableRows } = view;
    if (deletableRows) {
      await vscode.commands.executeCommand(
        deletableRows === "documents" ? commands.deleteDocument : commands.deleteCollection,
      );
    }
  });
}
