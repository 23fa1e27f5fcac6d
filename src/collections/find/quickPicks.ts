import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Item } from "../../service/types";
import { type PickItem, showQuickPick } from "../../window";
import type { Arrangement } from "../model/arrangement";
import {
  collectionFacts,
  collectionLabel,
  collectionNameOf,
  documentFacts,
  documentLabel,
  environmentIcon,
  fileNameOf,
} from "../model/collectionText";
import type { Identified } from "../model/pagedList";
import type { SelectedCollection, SelectedDocument } from "../tree/collectionLists";
import type { CollectionsView } from "../tree/collectionsView";
import { type FindOptions, ListQuickPick } from "./listQuickPick";

/** Lets the user pick a collection, loaded or not. */
export async function pickCollection(
  view: CollectionsView,
  title: string,
): Promise<SelectedCollection | undefined> {
  const { lists } = view;
  if (!lists) {
    return undefined;
  }
  const item = await pickFrom(view, {
    list: lists.collections,
    title,
    placeholder: l10n.t("Select a collection by name, ID or environment"),
    noMatch: l10n.t("No matching collections"),
    textsOf: (collection) => ({
      name: collectionNameOf(collection),
      others: [collection.collectionName, collection.collectionId, collection.environment],
    }),
    pickItem: (collection) => ({
      label: collectionLabel(collection),
      description: collectionFacts(collection, lists.documentCountOf(collection)).join(" · "),
      icon: environmentIcon(collection.environment),
    }),
  });
  return item && { lists, item };
}

/** Lets the user pick a document, loaded or not. Without a row or a selected collection, the user picks its collection first. */
export async function pickDocument(
  view: CollectionsView,
  title: string,
  row: unknown,
): Promise<SelectedDocument | undefined> {
  const selected = view.selectedCollection(row) ?? (await pickCollection(view, title));
  if (!selected) {
    return undefined;
  }
  const { lists, item: collection } = selected;
  const list = lists.documentsOf(collection.value);
  if (list.isStale) {
    await view.refreshDocuments(list);
  }
  const item = await pickFrom(view, {
    list,
    title,
    placeholder: l10n.t("File name, ID or content type"),
    noMatch: l10n.t("No matching documents"),
    textsOf: (document) => ({
      name: fileNameOf(document),
      others: [document.id, document.contentType],
    }),
    pickItem: (document) => ({
      label: documentLabel(document),
      description: documentFacts(document).join(" · "),
      icon: "file",
    }),
  });
  return item && lists === view.lists ? { lists, collection, list, item } : undefined;
}

function pickFrom<T extends Identified>(
  view: CollectionsView,
  options: FindOptions<T>,
): Promise<Item<T> | undefined> {
  return view.dialogs.run(() => new ListQuickPick(options, view.clock, view.log).show());
}

interface ArrangementPickItem extends PickItem {
  readonly arrangement?: Arrangement;
}

/** Lets the user pick another grouping or order. @returns undefined if the user canceled */
export async function pickArrangement(current: Arrangement): Promise<Arrangement | undefined> {
  const item = (label: string, arrangement: Arrangement): ArrangementPickItem => {
    const isCurrent =
      arrangement.byEnvironment === current.byEnvironment && arrangement.sort === current.sort;
    return {
      label,
      icon: isCurrent ? "check" : "blank",
      description: isCurrent ? l10n.t("current") : "",
      arrangement,
    };
  };
  const picked = await showQuickPick<ArrangementPickItem>(
    [
      { label: l10n.t("Group"), kind: vscode.QuickPickItemKind.Separator },
      item(l10n.t("No grouping"), { ...current, byEnvironment: false }),
      item(l10n.t("By environment"), { ...current, byEnvironment: true }),
      { label: l10n.t("Sort"), kind: vscode.QuickPickItemKind.Separator },
      item(l10n.t("Default order"), { ...current, sort: "service" }),
      item(l10n.t("Name, A to Z"), { ...current, sort: "name" }),
      item(l10n.t("Created, newest first"), { ...current, sort: "created" }),
      item(l10n.t("Documents, most first"), { ...current, sort: "documents" }),
      item(l10n.t("Requests, most first"), { ...current, sort: "requests" }),
    ],
    {
      title: l10n.t("Group and Sort Collections"),
      placeHolder: l10n.t("Select a grouping or sort order"),
    },
  );
  return picked?.arrangement;
}
