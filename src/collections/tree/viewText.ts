import type { ApiError, FailureKind } from "../../api/errors";
import type { RetryNotice } from "../../api/types";
import { commands } from "../../ids";
import type { ProblemKind } from "../../shared/problemKind";
import { oneLine, withFullStop } from "../../util/strings";
import { type Arrangement, arrangementText } from "../model/arrangement";
import type { CollectionListState } from "../model/collectionList";
import { formatCount, progressText } from "../model/collectionText";
import { needsKey } from "./collectionNodes";

/** Follows the view's title: `200 of 2,340 · sample`. */
export function viewDescription(state: CollectionListState | undefined, isSample: boolean): string {
  const progress =
    state && state.items.length > 0 ? progressText(state.items.length, usableTotal(state)) : "";
  return [progress, isSample ? "sample" : ""].filter(Boolean).join(" · ");
}

/** The context key `collections`, which selects the view's welcome content. */
export function collectionsContext(
  state: CollectionListState | undefined,
): "some" | "none" | "noKey" | "unknown" {
  if (!state) {
    return "unknown";
  }
  if (state.items.length > 0) {
    return "some";
  }
  if (state.failure) {
    return needsKey(state) ? "noKey" : "unknown";
  }
  return state.hasMore === "no" && state.malformed === 0 ? "none" : "unknown";
}

/**
 * The message above the tree; empty if there is none, because VS Code hides the welcome content of a view
 * with a message.
 * @param retryInMs milliseconds until the next attempt, if there will be one
 */
export function viewMessage(
  state: CollectionListState | undefined,
  arrangement: Arrangement,
  isSample: boolean,
  retryInMs = 0,
): string {
  if (!state) {
    return "";
  }
  const retry = state.retry ? [retryText(state.retry, retryInMs)] : [];
  return [...retry, ...summary(state, isSample), ...warnings(state), ...orderText(state, arrangement)].join(
    " ",
  );
}

/** `api.example.com is unavailable (503). Retrying in 8 s.` */
export function retryText({ error }: RetryNotice, delayMs: number): string {
  const seconds = Math.ceil(delayMs / 1000);
  const next = seconds > 0 ? `Retrying in ${seconds} s.` : "Retrying…";
  return `${withFullStop(oneLine(error.message, 300))} ${next}`;
}

/** Also in the description, but VS Code hides that of a view that is alone in its container. */
function summary(state: CollectionListState, isSample: boolean): string[] {
  const { length } = state.items;
  if (length === 0) {
    return [];
  }
  const total = usableTotal(state);
  const progress = `${progressText(length, total)} collection${(total ?? length) === 1 ? "" : "s"}.`;
  return isSample ? ["Sample data.", progress] : [progress];
}

/** At the end of the list, a total that proved wrong is not shown. */
function usableTotal({ countMismatch, totalCount }: CollectionListState): number | undefined {
  return countMismatch ? undefined : totalCount;
}

function warnings(state: CollectionListState): string[] {
  const { items, totalCount, duplicates, malformed } = state;
  const texts: string[] = [];
  if (state.stalled) {
    texts.push("The service keeps sending the same collections. There may be others.");
  } else if (state.changed) {
    texts.push("The list changed while loading. Refresh to see all collections.");
  } else if (state.countMismatch && totalCount !== undefined) {
    const [count, listed] = [formatCount(totalCount), formatCount(items.length)];
    texts.push(`The service reports ${count} collections but listed ${listed}.`);
  } else if (state.countMismatch) {
    texts.push("The service reports fewer collections than it listed.");
  }
  if (duplicates > 0) {
    texts.push(`Skipped ${entries(duplicates)} with a duplicate ID.`);
  }
  if (malformed > 0) {
    texts.push(`${entries(malformed)} could not be read.`);
  }
  return texts;
}

function entries(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "entry" : "entries"}`;
}

/** While there are more collections, sorting and grouping apply only to the loaded ones. */
function orderText({ items, hasMore }: CollectionListState, arrangement: Arrangement): string[] {
  const text = arrangementText(arrangement);
  return text === undefined || hasMore === "no" || items.length === 0
    ? []
    : [`${text} among the ${formatCount(items.length)} loaded.`];
}

const shortReasons: Readonly<Record<FailureKind, string>> = {
  noKey: "No API key",
  unauthorized: "Key rejected",
  forbidden: "No access",
  notFound: "Not found",
  rejected: "Rejected",
  unavailable: "Unavailable",
  unreachable: "Not reachable",
  interrupted: "Interrupted",
  untrusted: "Not trusted",
  timeout: "Timed out",
  malformed: "Bad response",
  tooLarge: "Too large",
  redirected: "Redirected",
  invalidRequest: "Invalid request",
  connectionChanged: "Changed",
  aborted: "Canceled",
};

/** Why loading failed, short enough for a side bar of 170 px. The error's message follows. */
export function shortReason({ failure }: ApiError): string {
  return failure.kind === "unavailable" && failure.status === 429
    ? "Rate limited"
    : shortReasons[failure.kind];
}

interface Remedy {
  readonly title: string;
  readonly icon: string;
  readonly command: string;
}

const retry: Remedy = { title: "Retry", icon: "refresh", command: commands.loadMoreCollections };

/** What the tree offers below an error. */
export const remedies: Readonly<Record<ProblemKind, Remedy>> = {
  offline: retry,
  unavailable: retry,
  key: { title: "Set API Key…", icon: "key", command: commands.setApiKey },
  connection: { title: "Edit Connection…", icon: "edit", command: commands.editConnection },
  removed: { title: "Connect…", icon: "plug", command: commands.connect },
  service: retry,
};
