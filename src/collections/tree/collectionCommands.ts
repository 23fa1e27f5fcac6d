import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandRegistrar } from "../../commands";
import { commands } from "../../ids";
import type { JsonDocuments } from "../../jsonDocuments/jsonDocuments";
import { showStatusBarMessage } from "../../window";
import { valueOf } from "../model/fields";
import { openCollectionJson } from "./collectionJson";
import type { CollectionsView } from "./collectionsView";
import { registerDocumentCommands } from "./documentCommands";
import type { ItemPicker } from "./itemPicker";

/** The commands of the view "Collections". Their quick picks are loaded on first use. */
export function registerCollectionCommands(
  registrar: CommandRegistrar,
  view: CollectionsView,
  jsonDocuments: JsonDocuments,
  picker: ItemPicker,
): void {
  registrar.registerCommand(commands.refreshCollections, () => view.refresh());
  registrar.registerCommand(commands.loadMoreCollections, (node) => view.loadMore(node));
  registrar.registerCommand(commands.loadAllCollections, () => view.loadAll());
  registrar.registerCommand(commands.findCollection, async () => {
    const found = await picker.pickCollection(l10n.t("Find Collection"));
    if (found && found.input === view.input) {
      await found.input.list.settled();
      await view.reveal(found.item.value.id);
    }
  });
  registrar.registerCommand(commands.arrangeCollections, async () => {
    const { pickArrangement } = await import("../find/collectionQuickPicks");
    const arrangement = await view.withQuickPick(() => pickArrangement(view.arrangement));
    if (arrangement) {
      await view.arrange(arrangement);
    }
  });
  registrar.registerCommand(commands.openCollection, async (node) => {
    const selected = view.selected(node) ?? (await picker.pickCollection(l10n.t("Open Collection as JSON")));
    if (selected) {
      const uri = await openCollectionJson(jsonDocuments, selected.input.connection, selected.item);
      await vscode.window.showTextDocument(uri, { preview: true });
    }
  });
  registrar.registerCommand(commands.copyCollectionId, async (node) => {
    const selected = view.selected(node) ?? (await picker.pickCollection(l10n.t("Copy Collection ID")));
    if (selected) {
      const { collectionId } = selected.item.value;
      if (!collectionId) {
        throw new Error(l10n.t("This collection has no ID."));
      }
      await vscode.env.clipboard.writeText(collectionId);
      showStatusBarMessage(l10n.t("Copied collection ID"), { icon: "check" });
    }
  });
  registrar.registerCommand(commands.copyFieldValue, async (node) => {
    const field = view.selectedField(node);
    if (field) {
      await vscode.env.clipboard.writeText(valueOf(field));
      showStatusBarMessage(l10n.t("Copied value of {0}", field.label), { icon: "check" });
    }
  });
  registerDocumentCommands(registrar, { view, jsonDocuments, picker });
}
