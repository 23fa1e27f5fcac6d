import * as l10n from "@vscode/l10n";
import { ApiError } from "../../service/errors";
import type { ChangeResponse } from "../../service/types";
import { formatNumber } from "../../shared/text";
import { errorMessage } from "../../util/errors";
import { withFullStop } from "../../util/strings";
import { listText } from "./changeText";

/** Something that was not done, and the sentence why. */
interface Failed<T> {
  readonly item: T;
  readonly reason: string;
}

/** What came of several deletions, each in a request of its own. */
export interface DeletionResult<T> {
  readonly deleted: readonly T[];
  /** The service has no such document: it was deleted before. */
  readonly missing: readonly T[];
  readonly refused: readonly Failed<T>[];
  /** Its answer was lost, so nothing more was sent. */
  readonly uncertain?: Failed<T>;
  /** Not attempted. */
  readonly rest: readonly T[];
  /** Why the rest was not attempted; absent if it was canceled. */
  readonly stoppedBy?: string;
}

/** Deletes items one after another. Only a refusal that concerns one of them alone does not stop the others. */
export async function deleteEach<T>(
  items: readonly T[],
  send: (item: T) => Promise<ChangeResponse | ApiError>,
  isCanceled: () => boolean,
): Promise<DeletionResult<T>> {
  const result = { deleted: [] as T[], missing: [] as T[], refused: [] as Failed<T>[] };
  for (const [index, item] of items.entries()) {
    const rest = items.slice(index);
    if (isCanceled()) {
      return { ...result, rest };
    }
    let outcome: ChangeResponse | ApiError;
    try {
      outcome = await send(item);
    } catch (error) {
      return { ...result, rest, stoppedBy: errorMessage(error) };
    }
    if (!(outcome instanceof ApiError)) {
      result.deleted.push(item);
      continue;
    }
    const { failure } = outcome;
    const reason = withFullStop(outcome.message);
    // Where others were deleted, a 404 can only be about the document.
    const isBareNotFound = failure.kind === "notOffered" && failure.status === 404;
    if (outcome.mayHaveBeenApplied) {
      return { ...result, uncertain: { item, reason }, rest: rest.slice(1) };
    } else if (failure.kind === "notFound" || (isBareNotFound && result.deleted.length > 0)) {
      result.missing.push(item);
    } else if (["rejected", "forbidden", "invalidName"].includes(failure.kind)) {
      result.refused.push({ item, reason });
    } else {
      return { ...result, rest, stoppedBy: reason };
    }
  }
  return { ...result, rest: [] };
}

const maxReasons = 3;

/** What a person reads after deleting documents, unless all went well. */
export function summaryText<T>(result: DeletionResult<T>, nameOf: (item: T) => string): string {
  const { deleted, missing, refused, uncertain, rest, stoppedBy } = result;
  const total = deleted.length + missing.length + refused.length + rest.length + (uncertain ? 1 : 0);
  const notDeleted = (name: string, reason: string) =>
    l10n.t({
      message: "{0} was not deleted: {1}",
      args: [name, withFullStop(reason)],
      comment: ["The name of a document, and a sentence that says why"],
    });
  const others = refused.length - maxReasons;
  const [one] = total === 1 ? rest : [];
  if (one !== undefined) {
    return stoppedBy === undefined
      ? l10n.t("The document was not deleted.")
      : notDeleted(nameOf(one), stoppedBy);
  }
  return [
    ...(total > 1
      ? [l10n.t("Deleted {0} of {1} documents.", formatNumber(deleted.length), formatNumber(total))]
      : []),
    ...refused.slice(0, maxReasons).map(({ item, reason }) => notDeleted(nameOf(item), reason)),
    ...(others === 1 ? [l10n.t("1 other was refused.")] : []),
    ...(others > 1 ? [l10n.t("{0} others were refused.", formatNumber(others))] : []),
    ...(missing.length > 0 ? [l10n.t("No longer there: {0}.", listText(missing.map(nameOf)))] : []),
    ...(uncertain
      ? [l10n.t("{0} may have been deleted: {1}", nameOf(uncertain.item), uncertain.reason)]
      : []),
    ...(stoppedBy === undefined ? [] : [withFullStop(stoppedBy)]),
    ...(rest.length === 1 ? [l10n.t("1 was not attempted.")] : []),
    ...(rest.length > 1 ? [l10n.t("{0} were not attempted.", formatNumber(rest.length))] : []),
  ].join(" ");
}
