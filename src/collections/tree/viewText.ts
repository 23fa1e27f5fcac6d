import { type Arrangement, arrangementText } from "../model/arrangement";
import type { CollectionListState } from "../model/collectionList";
import { needsKey } from "./collectionRows";
import type { RetryNotice } from "../../api/types";
import { oneLine, withFullStop } from "../../util/strings";
import { formatCount } from "../model/collectionText";
import { retryText } from "./errorText";

/** `100 of 2,340`, or `100` when the service gives no total. */
export function progressOf(loaded: number, total: number | undefined): string {
  return total === undefined ? formatCount(loaded) : `${formatCount(loaded)} of ${formatCount(total)}`;
}

/** What stands behind the view's title: `200 of 2,340 · sample`. */
export function viewDescription(state: CollectionListState | undefined, sample: boolean): string {
  const progress =
    state && state.items.length > 0 ? progressOf(state.items.length, totalToShow(state)) : undefined;
  return [progress, sample ? "sample" : undefined].filter((part) => part !== undefined).join(" · ");
}

/** A total that the end of the list has disproved is not repeated. */
function totalToShow(state: CollectionListState): number | undefined {
  return state.hasMore === "no" && state.countMismatch ? undefined : state.totalCount;
}

/** What the view has, for the welcome text that stands where there are no rows (the context key `collections`). */
export function loadedContext(state: CollectionListState | undefined): "some" | "none" | "noKey" | "unknown" {
  if (!state || state.items.length > 0) {
    return state ? "some" : "unknown";
  }
  if (state.failure) {
    return needsKey(state) ? "noKey" : "unknown";
  }
  return state.hasMore === "no" && state.malformed === 0 ? "none" : "unknown";
}

/**
 * What the view says above its rows: why it waits, what it has, what it cannot know, how far its order reaches. Empty for
 * nothing.
 * @param retryInMs milliseconds to the next attempt, where the state has one
 */
export function viewMessage(
  state: CollectionListState | undefined,
  arrangement: Arrangement,
  sample: boolean,
  retryInMs = 0,
): string {
  if (!state) {
    return "";
  }
  const waiting = state.retry ? [waitingText(state.retry, retryInMs)] : [];
  // VS Code shows a view's welcome text only while there is no message.
  return [...waiting, ...summary(state, sample), ...doubts(state), ...reach(state, arrangement)].join(" ");
}

/** `api.example.com is unavailable (503). Retrying in 8 s.` */
export function waitingText({ error }: RetryNotice, leftMs: number): string {
  return `${withFullStop(oneLine(error.message, 300))} ${retryText(leftMs)}`;
}

/** VS Code hides the description of a view that is alone in its container: what must be seen stands here. */
function summary(state: CollectionListState, sample: boolean): string[] {
  if (state.items.length === 0) {
    return [];
  }
  const total = totalToShow(state);
  const progress = `${progressOf(state.items.length, total)} collection${(total ?? state.items.length) === 1 ? "" : "s"}.`;
  return sample ? ["Sample data.", progress] : [progress];
}

function doubts(state: CollectionListState): string[] {
  const said: string[] = [];
  if (state.stalled) {
    said.push("The service keeps sending the same collections. There may be others.");
  } else if (state.changed) {
    said.push("The list changed while it was loading; some may be missing. Refresh to make sure.");
  } else if (state.countMismatch && state.totalCount !== undefined) {
    const total = formatCount(state.totalCount);
    said.push(`The service counts ${total} collections but listed ${formatCount(state.items.length)}.`);
  } else if (state.countMismatch) {
    said.push("The service counts fewer collections than it listed.");
  }
  if (state.duplicates > 0) {
    said.push(`${entries(state.duplicates)} left out: same ID as another.`);
  }
  if (state.malformed > 0) {
    said.push(`${entries(state.malformed)} could not be read.`);
  }
  return said;
}

function reach(state: CollectionListState, arrangement: Arrangement): string[] {
  const text = arrangementText(arrangement);
  return text === undefined || state.hasMore === "no" || state.items.length === 0
    ? []
    : [`${text} among the ${formatCount(state.items.length)} loaded.`];
}

function entries(count: number): string {
  return count === 1 ? "1 entry" : `${formatCount(count)} entries`;
}
