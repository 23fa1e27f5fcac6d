import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandRegistrar } from "../../commands";
import type { Connections } from "../../connections/connections";
import { type CommandId, commands } from "../../ids";
import type { CollectionsView } from "../tree/collectionsView";
import type { ItemPicker } from "../tree/itemPicker";
import type { SelectedCollection, SelectedDocument } from "../tree/selection";
import type { ChangeContext, ChangeTarget, CollectionTarget } from "./changeDialog";
import { ChangeSender } from "./changeSender";

const loadDialogs = () => import("./index");

/** Registers the commands that change what a service has. Their dialogs are loaded on first use. */
export function registerChangeCommands(
  registrar: CommandRegistrar,
  connections: Connections,
  view: CollectionsView,
  picker: ItemPicker,
): void {
  const context: ChangeContext = { connections, view, sender: new ChangeSender(() => connections.active) };

  const requireTarget = async (): Promise<ChangeTarget> => {
    const client = connections.active;
    const { input } = view;
    if (!client || !input) {
      throw new Error(l10n.t("Connect to a service first."));
    }
    return { client, input, destination: await client.changeDestination() };
  };
  /** The collection of a tree element, else the selected one, else one that the user picks. */
  const collectionOf = async (
    selected: SelectedCollection | undefined,
    target: ChangeTarget,
    title: string,
  ): Promise<CollectionTarget | undefined> => {
    const found = selected ?? (await picker.pickCollection(title));
    if (!found) {
      return undefined;
    }
    const { input, item } = found;
    // Another connection may have become active, or the list been refreshed, while a menu or the quick pick was open.
    if (input !== target.input || !input.list.loadedItems.includes(item)) {
      throw new Error(l10n.t("This collection is no longer in the list. Nothing was sent."));
    }
    return { ...target, collection: item.value };
  };
  const register = (
    id: CommandId,
    title: () => string,
    run: (target: CollectionTarget) => Promise<void>,
  ): void =>
    registrar.registerCommand(id, async (node: unknown) => {
      const selected = view.selected(node);
      await view.focusSelection(node);
      const target = await collectionOf(selected, await requireTarget(), title());
      return target && run(target);
    });

  registrar.registerCommand(commands.createCollection, async () => {
    const target = await requireTarget();
    await (await loadDialogs()).createCollection(target, context);
  });
  register(
    commands.changeCollectionEnvironment,
    () => l10n.t("Change Collection Environment"),
    async (target) => (await loadDialogs()).changeEnvironment(target, context),
  );
  register(
    commands.deleteCollection,
    () => l10n.t("Delete Collection"),
    async (target) => (await loadDialogs()).deleteCollectionOrDocuments("deleteCollection", target, context),
  );
  register(
    commands.deleteAllDocuments,
    () => l10n.t("Delete All Documents"),
    async (target) =>
      (await loadDialogs()).deleteCollectionOrDocuments("deleteAllDocuments", target, context),
  );
  registrar.registerCommand(commands.deleteDocument, async (node: unknown, nodes: unknown) => {
    const selected = view.selectedDocuments(node, nodes);
    await view.focusSelection(node);
    const target = await requireTarget();
    const found =
      selected.length > 0 ? undefined : await picker.pickDocument(l10n.t("Delete Document"), node);
    const documents = found ? [found] : selected;
    if (!documents.every((document) => isListed(document, target))) {
      throw new Error(l10n.t("A selected document is no longer in the list. Nothing was sent."));
    }
    if (documents.length > 0) {
      await (await loadDialogs()).deleteDocuments(documents, target, context);
    }
  });
  registerDeleteKey(registrar, view);
}

/** The Delete key: the selection is known here, whereas a context key would follow it a moment later. */
function registerDeleteKey(registrar: CommandRegistrar, view: CollectionsView): void {
  registrar.registerCommand(commands.deleteSelected, async () => {
    switch (view.deletableRows) {
      case "documents":
        await vscode.commands.executeCommand(commands.deleteDocument);
        break;
      case "collection":
        await vscode.commands.executeCommand(commands.deleteCollection);
        break;
      case "other":
        break;
    }
  });
}

/** False for an element of a menu that was opened before another connection became active, or before a refresh. */
function isListed({ collection, list, item }: SelectedDocument, { input }: ChangeTarget): boolean {
  return input.findDocuments(collection.value.id) === list && list.has(item.value.id);
}
