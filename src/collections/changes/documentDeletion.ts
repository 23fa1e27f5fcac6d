import * as l10n from "@vscode/l10n";
import { type ApiError, isOutage } from "../../service/errors";
import { formatNumber } from "../../shared/text";
import { errorMessage } from "../../util/errors";
import { oneLine, withFullStop } from "../../util/strings";
import type { ChangeOutcome } from "./changeSender";

/** Something that was not done, and why. */
interface Failed<T> {
  readonly item: T;
  /** A sentence. */
  readonly reason: string;
}

/** The results of several deletions, each in a separate request. */
export interface DeletionResult<T> {
  readonly deleted: readonly T[];
  /** The service has no such document: it was deleted before. */
  readonly missing: readonly T[];
  /** The answer was lost. */
  readonly uncertain: readonly Failed<T>[];
  readonly failed: readonly Failed<T>[];
  /** Not attempted. */
  readonly rest: readonly T[];
  /** Why the rest was not attempted; undefined if it was canceled. */
  readonly stoppedBy?: string;
  /** The first response says that the service does not have this operation; or, for a 404, that the first item is gone. */
  readonly isNotOffered?: true;
}

/** After so many outages or lost answers in a row, the others would most likely fail, too. */
const maxOutages = 2;

/**
 * Deletes items one after another. One that fails does not stop the others, unless they would fail for the same reason.
 * @param onDeleted called for each item that is gone
 * @param onAttempted called after each request, whatever came of it
 */
export async function deleteEach<T>(
  items: readonly T[],
  send: (item: T) => Promise<ChangeOutcome>,
  isCanceled: () => boolean,
  onDeleted: (item: T) => void,
  onAttempted: (attempted: number) => void,
): Promise<DeletionResult<T>> {
  const result = {
    deleted: [] as T[],
    missing: [] as T[],
    uncertain: [] as Failed<T>[],
    failed: [] as Failed<T>[],
  };
  let outages = 0;
  for (const [index, item] of items.entries()) {
    if (isCanceled()) {
      return { ...result, rest: items.slice(index) };
    }
    let outcome: ChangeOutcome;
    try {
      outcome = await send(item);
    } catch (error) {
      return { ...result, rest: items.slice(index), stoppedBy: errorMessage(error) };
    }
    onAttempted(index + 1);
    if (outcome.kind === "done") {
      outages = 0;
      result.deleted.push(item);
      onDeleted(item);
      continue;
    }
    const { error } = outcome;
    if (outcome.kind === "unknown") {
      result.uncertain.push({ item, reason: error.message });
    } else if (isMissing(error, result.deleted.length > 0)) {
      result.missing.push(item);
    } else if (concernsAll(error)) {
      const isNotOffered = error.kind === "notOffered" && index === 0;
      const stopped = { ...result, rest: items.slice(index), stoppedBy: error.message };
      return { ...stopped, ...(isNotOffered && { isNotOffered }) };
    } else {
      result.failed.push({ item, reason: error.message });
    }
    outages = outcome.kind === "unknown" || isOutage(error) ? outages + 1 : 0;
    if (outages === maxOutages && index + 1 < items.length) {
      return { ...result, rest: items.slice(index + 1), stoppedBy: error.message };
    }
  }
  return { ...result, rest: [] };
}

/** @param isOffered whether the service has deleted another one before, so that a 404 can only be about the document */
function isMissing({ failure }: ApiError, isOffered: boolean): boolean {
  return (
    failure.kind === "notFound" || (failure.kind === "notOffered" && failure.status === 404 && isOffered)
  );
}

/** Whether the other requests would be refused for the same reason. */
function concernsAll({ kind }: ApiError): boolean {
  switch (kind) {
    case "notOffered":
    case "unauthorized":
    case "noKey":
    case "changesNotAllowed":
    case "connectionChanged":
    case "invalidRequest":
    case "untrusted":
    case "redirected":
      return true;
    default:
      return false;
  }
}

/** Reasons of which the summary names no more than this. */
const maxReasons = 3;

/** What a person reads after deleting several documents, unless all went well. */
export function summaryText<T>(
  result: DeletionResult<T>,
  total: number,
  labelOf: (item: T) => string,
): string {
  const { deleted, missing, uncertain, failed, rest, stoppedBy } = result;
  return [
    total === 1 && deleted.length === 0
      ? l10n.t("The document was not deleted.")
      : l10n.t("Deleted {0} of {1} documents.", formatNumber(deleted.length), formatNumber(total)),
    ...reasonsOf(failed, labelOf),
    ...(uncertain.length > 0
      ? [
          l10n.t("May have been deleted: {0}.", listText(uncertain.map(({ item }) => labelOf(item)))),
          ...uniqueReasons(uncertain),
        ]
      : []),
    ...(missing.length > 0 ? [l10n.t("No longer there: {0}.", listText(missing.map(labelOf)))] : []),
    ...(stoppedBy === undefined || uncertain.some(({ reason }) => reason === stoppedBy)
      ? []
      : [withFullStop(stoppedBy)]),
    ...(rest.length === 0 || total === 1
      ? []
      : [
          rest.length === 1
            ? l10n.t("1 was not attempted.")
            : l10n.t("{0} were not attempted.", formatNumber(rest.length)),
        ]),
  ].join(" ");
}

/** What can be seen now of items whose deletion is uncertain. @param listed how many are still in the list; undefined if it could not be read */
export function uncertainText(count: number, listed: number | undefined): string {
  if (listed === undefined) {
    return l10n.t("The list couldn't be refreshed and may be outdated.");
  }
  if (listed === 0) {
    return l10n.t("The list was refreshed: none of them is in it.");
  }
  return listed === count
    ? l10n.t("The list was refreshed: all of them are still in it.")
    : l10n.t("The list was refreshed: {0} of them are still in it.", formatNumber(listed));
}

/** `a.pdf, b.pdf: The service refused it. Others failed for 2 other reasons.` */
function reasonsOf<T>(failed: readonly Failed<T>[], labelOf: (item: T) => string): string[] {
  const byReason = new Map<string, string[]>();
  for (const { item, reason } of failed) {
    byReason.set(reason, [...(byReason.get(reason) ?? []), labelOf(item)]);
  }
  const shown = [...byReason].slice(0, maxReasons).map(([reason, labels]) =>
    l10n.t({
      message: "{0}: {1}",
      args: [listText(labels), withFullStop(reason)],
      comment: ["Names of documents, and a sentence that says why they were not deleted"],
    }),
  );
  const more = byReason.size - shown.length;
  return more > 0 ? [...shown, moreReasonsText(more)] : shown;
}

function moreReasonsText(count: number): string {
  return count === 1
    ? l10n.t("Others failed for another reason.")
    : l10n.t("Others failed for {0} other reasons.", formatNumber(count));
}

function uniqueReasons<T>(uncertain: readonly Failed<T>[]): string[] {
  return [...new Set(uncertain.map(({ reason }) => withFullStop(reason)))].slice(0, maxReasons);
}

/** `a.pdf, b.pdf, c.pdf and 4 more` */
export function listText(labels: readonly string[], max = 3): string {
  const shown = labels
    .slice(0, max)
    .map((label) => oneLine(label, 60))
    .join(", ");
  const more = labels.length - Math.min(labels.length, max);
  return more > 0 ? l10n.t("{0} and {1} more", shown, formatNumber(more)) : shown;
}
