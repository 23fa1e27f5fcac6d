import * as l10n from "@vscode/l10n";
import { problemKindOf, retryText } from "../../service/errors";
import type { Collection } from "../../service/types";
import { connectionLabel, formatNumber, withFullStop } from "../../shared/text";
import { remediesOf } from "../../shared/problemKind";
import { oneLine } from "../../util/strings";
import type { Arrangement } from "../model/arrangement";
import { collectionLabel, loadedText } from "../model/collectionText";
import type { ListState } from "../model/pagedList";
import type { CollectionLists } from "./collectionLists";

/** Follows the view's title: `200 of 2,340`, or the connection while it has nothing to show. */
export function viewDescription(lists: CollectionLists | undefined): string {
  const { items, totalCount } = lists?.collections.state ?? { items: [] };
  if (items.length > 0) {
    return loadedText(items.length, totalCount);
  }
  return lists ? connectionLabel(lists.client.connection) : "";
}

/** The context key `collectionsProblem`, which decides on the view's welcome content and on the button for a failure. */
export function collectionsContext(state: ListState<Collection> | undefined): string {
  const error = state?.error;
  if (!error) {
    return "none";
  }
  return error.kind === "noKey" && state.items.length === 0 ? "noKey" : problemKindOf(error);
}

/**
 * The message above the tree, or an empty text. VS Code hides the welcome content of a view that has a message.
 * @param retryInMs milliseconds until the next attempt; 0 if none is planned
 */
export function viewMessage(lists: CollectionLists, arrangement: Arrangement, retryInMs: number): string {
  const { state } = lists;
  if (collectionsContext(state) === "noKey") {
    return "";
  }
  const isEmpty = state.items.length === 0 && !state.hasMore && !state.skipped && !state.error;
  const isArranged = arrangement.byEnvironment || arrangement.sort !== "service";
  return [
    ...problemsOf(state, retryInMs),
    ...(isEmpty ? [l10n.t("No collections found.")] : []),
    ...documentProblems(lists),
    ...(isArranged && state.hasMore && state.items.length > 0
      ? [
          l10n.t(
            "Only loaded collections are grouped and sorted. To include the rest, run Load All Collections.",
          ),
        ]
      : []),
  ].join(" ");
}

/** What went wrong, and why the list may be incomplete. */
export function problemsOf(state: ListState<unknown>, retryInMs: number): string[] {
  const { retry, changed, skipped } = state;
  const error = retry?.error ?? state.error;
  const isWaiting = retry !== undefined || retryInMs > 0;
  // Other remedies have a button in the view's title.
  const isRetried = error && remediesOf(problemKindOf(error), false)[0] === "retry";
  const failed = error ? [withFullStop(oneLine(error.message, 300))] : [];
  return [
    ...(error && isWaiting ? [retryText(error, retryInMs)] : failed),
    ...(isRetried && !isWaiting ? [l10n.t("Refresh to try again.")] : []),
    ...(changed ? [l10n.t("The list changed while loading. Refresh to see all of it.")] : []),
    ...(skipped === 1 ? [l10n.t("Skipped 1 entry with a missing or duplicate ID.")] : []),
    ...(skipped > 1
      ? [l10n.t("Skipped {0} entries with a missing or duplicate ID.", formatNumber(skipped))]
      : []),
  ];
}

/** Only the problems of the first list of documents that has any, to keep the message short. */
function documentProblems({ collections, openDocuments }: CollectionLists): string[] {
  for (const [id, list] of openDocuments) {
    const problems = list.isStale || list.notOfferedStatus !== undefined ? [] : problemsOf(list.state, 0);
    const collection = collections.find(id);
    if (collection && problems.length > 0) {
      return [
        l10n.t('Documents of "{0}": {1}', oneLine(collectionLabel(collection.value), 80), problems.join(" ")),
      ];
    }
  }
  return [];
}

/** Follows the label of the row "Documents": how many there are, or why there are none. */
export function documentsText(collection: Collection, lists: CollectionLists): string {
  const list = lists.openDocuments.get(collection.id);
  if (list?.notOfferedStatus !== undefined) {
    return list.notOfferedStatus === 404 ? l10n.t("none, or not offered") : l10n.t("not offered");
  }
  if (list?.state.error && !list.isStale && list.state.items.length === 0) {
    return l10n.t("couldn't be loaded");
  }
  const count = lists.documentCountOf(collection);
  return count === undefined ? "" : formatNumber(count);
}
