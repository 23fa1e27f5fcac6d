import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandRegistrar } from "../../commands";
import type { Connections } from "../../connections/connections";
import { type CommandId, commands } from "../../ids";
import type { CollectionsView } from "../tree/collectionsView";
import { startChange } from "./changeFlow";

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
    kind: "changeEnvironment" | "deleteCollection" | "deleteAllDocuments",
    titleOf: () => string,
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
      const { deletionDialog, environmentDialog, pathNameOf } = await loadDialogs();
      const name = await pathNameOf(item.value, title);
      // Another connection may have become active, or the list been refreshed, in the meantime.
      if (lists !== flow.lists || !collections.find(item.value.id)) {
        throw new Error(l10n.t("This collection is no longer in the list. Nothing was sent."));
      }
      if (name === undefined) {
        return;
      }
      const dialog =
        kind === "changeEnvironment"
          ? environmentDialog(item.value, name)
          : deletionDialog(kind, item.value, name, lists.documentCountOf(item.value));
      if (!(await flow.run(dialog))) {
        return;
      }
      if (kind === "deleteAllDocuments") {
        lists.documentsOf(item.value).removed("all");
      } else {
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
  register(commands.changeCollectionEnvironment, "changeEnvironment", () =>
    l10n.t("Change Collection Environment"),
  );
  register(commands.deleteCollection, "deleteCollection", () => l10n.t("Delete Collection"));
  register(commands.deleteAllDocuments, "deleteAllDocuments", () => l10n.t("Delete All Documents"));
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
