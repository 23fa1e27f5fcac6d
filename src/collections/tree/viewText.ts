import * as l10n from "@vscode/l10n";
import { countdownText, retryText } from "../../service/failureText";
import { commands } from "../../ids";
import type { RemedyKind } from "../../shared/problemKind";
import { formatNumber } from "../../shared/text";
import { oneLine, withFullStop } from "../../util/strings";
import type { Arrangement } from "../model/arrangement";
import type { CollectionListState } from "../model/collectionList";
import { progressText } from "../model/collectionText";
import type { PagedListState } from "../model/pagedList";

/** Follows the view's title: `200 of 2,340 · Sample data`. */
export function viewDescription(state: CollectionListState | undefined, isSample: boolean): string {
  const progress = state && state.items.length > 0 ? progressText(state.items.length, state.totalCount) : "";
  return [progress, isSample ? l10n.t("Sample data") : ""].filter(Boolean).join(" · ");
}

/** Nothing could be loaded without a key: shown by the view's welcome content instead of the tree. */
export function needsKey({ items, failure }: CollectionListState): boolean {
  return items.length === 0 && failure?.kind === "noKey";
}

/** The context key `collections`, which selects the view's welcome content. */
export function collectionsContext(state: CollectionListState | undefined): "noKey" | "other" {
  return state && needsKey(state) ? "noKey" : "other";
}

/**
 * The message above the tree; empty if there is none, because VS Code hides the welcome content of a view
 * with a message.
 * @param retryInMs milliseconds until the next attempt, if there will be one
 */
export function viewMessage(
  state: CollectionListState | undefined,
  arrangement: Arrangement,
  retryInMs = 0,
): string {
  if (!state) {
    return "";
  }
  return [
    ...(state.retry ? [retryText(state.retry, retryInMs)] : failureText(state)),
    ...(state.failure && retryInMs > 0 ? [countdownText(retryInMs)] : []),
    ...emptyText(state),
    ...warnings(state, "collections"),
    ...orderText(state, arrangement),
  ].join(" ");
}

/** The description says how many are loaded. */
function emptyText({ items, hasMore, malformed, failure }: CollectionListState): string[] {
  return items.length === 0 && !hasMore && malformed === 0 && !failure
    ? [l10n.t("This organization has no collections.")]
    : [];
}

/** The row of the error is above or below the collections, which may be scrolled. Without any, that row is enough. */
function failureText({ items, failure, failed, busy }: CollectionListState): string[] {
  if (!failure || busy || items.length === 0) {
    return [];
  }
  const reason = withFullStop(oneLine(failure.message, 300));
  // These sentences say by themselves that something couldn't be done.
  const isComplete = failure.kind === "unreachable" || failure.kind === "untrusted";
  return [isComplete || failed !== "refresh" ? reason : l10n.t("Couldn't refresh: {0}", reason)];
}

type ListName = "collections" | "documents";

function warnings(state: PagedListState<unknown>, list: ListName): string[] {
  const { duplicates, malformed } = state;
  const text = completenessText(state, list);
  const texts = text === undefined ? [] : [text];
  if (duplicates > 0) {
    texts.push(
      duplicates === 1
        ? l10n.t("Skipped 1 entry with a duplicate ID.")
        : l10n.t("Skipped {0} entries with a duplicate ID.", formatNumber(duplicates)),
    );
  }
  if (malformed > 0) {
    texts.push(
      malformed === 1
        ? l10n.t("1 entry couldn't be read.")
        : l10n.t("{0} entries couldn't be read.", formatNumber(malformed)),
    );
  }
  return texts;
}

/** Why the list may be incomplete. */
function completenessText({ changed }: PagedListState<unknown>, list: ListName): string | undefined {
  if (!changed) {
    return undefined;
  }
  return list === "collections"
    ? l10n.t("The list changed while loading. Refresh to see all collections.")
    : l10n.t("The list changed while loading. Refresh to see all documents.");
}

/** A quiet row among the documents of a collection. */
export interface Note {
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  /** There is no problem to solve: the service does not offer documents. */
  readonly replacesError?: true;
}

/** What is to be said about the documents of a collection, if anything. */
export function documentsNote(state: PagedListState<unknown>): Note | undefined {
  const { items, failure, retry, hasMore, malformed } = state;
  if (items.length === 0 && failure?.failure.kind === "notOffered") {
    return {
      ...(failure.failure.status === 404
        ? {
            label: l10n.t("None found"),
            description: l10n.t("No documents found, or this service doesn't offer them"),
          }
        : { label: l10n.t("Not offered"), description: l10n.t("This service doesn't offer documents") }),
      icon: "info",
      replacesError: true,
    };
  }
  if (items.length === 0 && retry) {
    // Without a number: it would not count down.
    return { label: l10n.t("Waiting"), description: retryText(retry, 0), icon: "watch" };
  }
  const [first, ...others] = warnings(state, "documents");
  if (first !== undefined) {
    return { label: noteLabel(state), description: [first, ...others].join(" "), icon: "info" };
  }
  return items.length === 0 && !hasMore && malformed === 0 && !failure
    ? { label: l10n.t("No documents"), description: "", icon: "info" }
    : undefined;
}

function noteLabel({ changed }: PagedListState<unknown>): string {
  return changed ? l10n.t("May be incomplete") : l10n.t("Skipped entries");
}

/** While there are more collections, sorting and grouping apply only to the loaded ones. */
function orderText({ items, hasMore }: CollectionListState, { byEnvironment, sort }: Arrangement): string[] {
  const isSorted = sort !== "service";
  if (!hasMore || items.length === 0 || !(isSorted || byEnvironment)) {
    return [];
  }
  if (isSorted && byEnvironment) {
    return [l10n.t("Only loaded collections are grouped and sorted.")];
  }
  return [
    isSorted ? l10n.t("Only loaded collections are sorted.") : l10n.t("Only loaded collections are grouped."),
  ];
}

/** How the tree offers a remedy below an error. */
export function remedyAction(remedy: RemedyKind): { readonly icon: string; readonly command: string } {
  switch (remedy) {
    case "retry":
      return { icon: "refresh", command: commands.loadMoreCollections };
    case "testConnection":
      return { icon: "pulse", command: commands.testConnection };
    case "editConnection":
      return { icon: "edit", command: commands.editConnection };
    case "setApiKey":
      return { icon: "key", command: commands.setApiKey };
    case "connect":
      return { icon: "plug", command: commands.connect };
  }
}
