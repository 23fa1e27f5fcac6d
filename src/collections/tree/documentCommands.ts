import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandRegistrar } from "../../commands";
import { commands, schemes, views } from "../../ids";
import type { JsonDocuments } from "../../jsonDocuments/jsonDocuments";
import { formatNumber } from "../../shared/text";
import { showStatusBarMessage, withViewProgress } from "../../window";
import { documentLabelOf } from "../model/documentText";
import type { CollectionsView } from "./collectionsView";
import type { ItemPicker } from "./itemPicker";
import type { SelectedDocument } from "./selection";

interface DocumentCommandContext {
  readonly view: CollectionsView;
  readonly jsonDocuments: JsonDocuments;
  readonly picker: ItemPicker;
}

/** The commands of documents. Without a selected document, or collection, the user picks one. */
export function registerDocumentCommands(registrar: CommandRegistrar, context: DocumentCommandContext): void {
  const { view, jsonDocuments, picker } = context;

  let opening = new AbortController();
  const open = async ({ input, list, item }: SelectedDocument): Promise<vscode.Uri> => {
    opening.abort();
    const { signal } = (opening = new AbortController());
    const { id } = item.value;
    const json = await withViewProgress(views.collections, () => input.readDocument(list, id, signal));
    const source = { ...input.connection, scheme: schemes.document };
    // The tab's name ends with .json.
    const title = documentLabelOf(item.value).replace(/\.json$/i, "");
    return jsonDocuments.open(source, { id: JSON.stringify([list.collectionName, id]), title, json });
  };

  registrar.registerCommand(commands.findDocument, async (node) => {
    const found = await picker.pickDocument(l10n.t("Find Document"), node);
    if (found) {
      await found.list.settled();
      await view.reveal(found.collection.value.id, found.item.value.id);
    }
  });
  registrar.registerCommand(commands.openDocument, async (node, nodes, mode) => {
    const [selected] = view.selectedDocuments(node, nodes);
    const document = selected ?? (await picker.pickDocument(l10n.t("Open Document as JSON"), node));
    if (document) {
      // Like files in the Explorer: a click keeps the focus in the tree.
      const preserveFocus = mode === "preview";
      await vscode.window.showTextDocument(await open(document), { preview: true, preserveFocus });
    }
  });
  registrar.registerCommand(commands.copyDocumentId, async (node, nodes) => {
    const selected = view.selectedDocuments(node, nodes);
    const found =
      selected.length > 0 ? undefined : await picker.pickDocument(l10n.t("Copy Document ID"), node);
    const copied = found ? [found] : selected;
    if (copied.length > 0) {
      await vscode.env.clipboard.writeText(copied.map(({ item }) => item.value.id).join("\n"));
      showStatusBarMessage(
        copied.length === 1
          ? l10n.t("Copied document ID")
          : l10n.t("Copied {0} document IDs", formatNumber(copied.length)),
        { icon: "check" },
      );
    }
  });
}
