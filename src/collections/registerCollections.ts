import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandRegistrar } from "../commands";
import type { Connections } from "../connections/connections";
import { commands, schemes, views } from "../ids";
import type { JsonDocuments } from "../jsonDocuments/jsonDocuments";
import { formatNumber } from "../shared/text";
import { copyToClipboard, withViewProgress } from "../window";
import { registerChangeCommands } from "./changes/changeCommands";
import { decodeArrangement } from "./model/arrangement";
import { documentLabel, collectionLabel } from "./model/collectionText";
import { valueOf } from "./model/fields";
import type { SelectedDocument } from "./tree/collectionLists";
import type { CollectionsView } from "./tree/collectionsView";

const arrangementKey = "collections.arrangement";

/** Loaded on first use. */
const loadQuickPicks = () => import("./find/quickPicks");

/** Registers the commands of the view "Collections". @param globalState stores how the tree is grouped and sorted */
export function registerCollections(
  registrar: CommandRegistrar,
  connections: Connections,
  view: CollectionsView,
  globalState: vscode.Memento,
  jsonDocuments: JsonDocuments,
): void {
  view.arrange(decodeArrangement(globalState.get(arrangementKey)));

  registrar.registerCommand(commands.refreshCollections, () => view.refresh());
  registrar.registerCommand(commands.loadMoreCollections, (row) => view.loadMore(row));
  registrar.registerCommand(commands.loadAllCollections, () => view.loadAll());
  registrar.registerCommand(commands.arrangeCollections, async () => {
    const { pickArrangement } = await loadQuickPicks();
    const arrangement = await view.dialogs.run(() => pickArrangement(view.arrangement));
    if (arrangement) {
      view.arrange(arrangement);
      await globalState.update(arrangementKey, arrangement);
    }
  });
  registrar.registerCommand(commands.copyFieldValue, async (row) => {
    const field = view.selectedField(row);
    if (field) {
      await copyToClipboard(valueOf(field), l10n.t("Copied value of {0}", field.label));
    }
  });
  registerCollectionCommands(registrar, view, jsonDocuments);
  registerDocumentCommands(registrar, view, jsonDocuments);
  registerChangeCommands(registrar, connections, view);
}

/** Without a selected collection, the user picks one. */
function registerCollectionCommands(
  registrar: CommandRegistrar,
  view: CollectionsView,
  jsonDocuments: JsonDocuments,
): void {
  const pick = async (title: string) => (await loadQuickPicks()).pickCollection(view, title);

  registrar.registerCommand(commands.findCollection, async () => {
    const found = await pick(l10n.t("Find Collection"));
    if (found && found.lists === view.lists) {
      await found.lists.collections.settled();
      await view.reveal(found.item.value.id);
    }
  });
  registrar.registerCommand(commands.openCollection, async (row) => {
    const selected = view.selectedCollection(row) ?? (await pick(l10n.t("Open Collection as JSON")));
    if (selected) {
      const { lists, item } = selected;
      const source = { ...lists.client.connection, scheme: schemes.collection };
      const content = { id: item.value.id, title: collectionLabel(item.value), json: item.json };
      const uri = await jsonDocuments.open(source, content);
      await vscode.window.showTextDocument(uri, { preview: true });
    }
  });
  registrar.registerCommand(commands.copyCollectionId, async (row) => {
    const selected = view.selectedCollection(row) ?? (await pick(l10n.t("Copy Collection ID")));
    if (selected) {
      const { collectionId } = selected.item.value;
      if (!collectionId) {
        throw new Error(l10n.t("This collection has no ID."));
      }
      await copyToClipboard(collectionId, l10n.t("Copied collection ID"));
    }
  });
}

/** Without a selected document, the user picks one, after its collection if none is selected. */
function registerDocumentCommands(
  registrar: CommandRegistrar,
  view: CollectionsView,
  jsonDocuments: JsonDocuments,
): void {
  const pick = async (title: string, row: unknown) => (await loadQuickPicks()).pickDocument(view, title, row);
  let opening = new AbortController();
  const open = async ({ lists, list, item }: SelectedDocument): Promise<vscode.Uri> => {
    opening.abort();
    const { signal } = (opening = new AbortController());
    const { id } = item.value;
    const json = await withViewProgress(views.collections, () =>
      lists.client.readDocument(list.collectionName, id, { signal }),
    );
    const source = { ...lists.client.connection, scheme: schemes.document };
    // The tab adds .json.
    const title = documentLabel(item.value).replace(/\.json$/i, "");
    return jsonDocuments.open(source, { id: JSON.stringify([list.collectionName, id]), title, json });
  };

  registrar.registerCommand(commands.findDocument, async (row) => {
    const found = await pick(l10n.t("Find Document"), row);
    if (found) {
      await found.list.settled();
      await view.reveal(found.collection.value.id, found.item.value.id);
    }
  });
  registrar.registerCommand(commands.openDocument, async (row, rows, mode) => {
    const [selected] = view.selectedDocuments(row, rows);
    const document = selected ?? (await pick(l10n.t("Open Document as JSON"), row));
    if (document) {
      // Like files in the Explorer: a click keeps the focus in the tree.
      const preserveFocus = mode === "preview";
      await vscode.window.showTextDocument(await open(document), { preview: true, preserveFocus });
    }
  });
  registrar.registerCommand(commands.copyDocumentId, async (row, rows) => {
    const selected = view.selectedDocuments(row, rows);
    const picked = selected.length === 0 && (await pick(l10n.t("Copy Document ID"), row));
    const ids = (picked ? [picked] : selected).map(({ item }) => item.value.id);
    if (ids.length > 0) {
      const text =
        ids.length === 1
          ? l10n.t("Copied document ID")
          : l10n.t("Copied {0} document IDs", formatNumber(ids.length));
      await copyToClipboard(ids.join("\n"), text);
    }
  });
}
