import type { ChangeRequest, Collection } from "../../service/types";
import * as l10n from "@vscode/l10n";
import { withFullStop } from "../../util/strings";
import { showInformation, showWarning } from "../../window";
import { isReadAgain } from "../model/pagedList";
import { pathNamesOf } from "../model/pathNames";
import type { ChangeContext, ChangeTarget, CollectionTarget } from "./changeDialog";
import type { ChangeOutcome } from "./changeSender";
import { type ListCheck, listCheckText, refusalOf, unknownText } from "./changeText";

/** Reads the list again: what it shows then is true. */
async function refreshList(
  { input }: ChangeTarget,
  { view }: ChangeContext,
  isSought: (collection: Collection) => boolean,
): Promise<ListCheck> {
  const { items: before } = input.list.state;
  if (view.input === input) {
    await view.refresh();
  }
  const { state } = input.list;
  if (view.input !== input || !isReadAgain(state, before)) {
    return "unread";
  }
  return state.items.some(({ value }) => isSought(value)) ? "listed" : "notListed";
}

/** Reports an answer that was lost, with what the list shows after it was read again. */
export async function reportUnknown(
  target: ChangeTarget,
  context: ChangeContext,
  change: ChangeRequest,
  outcome: Extract<ChangeOutcome, { kind: "unknown" }>,
  isSought: (collection: Collection) => boolean,
): Promise<void> {
  const check = await refreshList(target, context, isSought);
  void showWarning(unknownText(outcome.error, change, check));
}

/** Says that a service does not have an operation: nothing went wrong. */
export function reportNotOffered(message: string): void {
  void showInformation(message);
}

/** Says why the service did not make a change to a collection. The list is read again if the collection may be gone. */
export async function reportRefused(
  change: ChangeRequest,
  { error }: Extract<ChangeOutcome, { kind: "refused" }>,
  target: CollectionTarget,
  context: ChangeContext,
): Promise<void> {
  const { failure } = error;
  const refusal = refusalOf(error);
  const isGone = "status" in failure && (failure.status === 404 || failure.status === 410);
  if (isGone) {
    const check = await refreshList(target, context, ({ id }) => id === target.collection.id);
    const otherName = pathNamesOf(target.collection).find(({ name }) => name !== change.collection)?.name;
    const message = [
      withFullStop(error.message),
      listCheckText(check),
      ...(check === "listed" && otherName !== undefined
        ? [l10n.t('The service may know it as "{0}".', otherName)]
        : []),
    ].join(" ");
    if (refusal === "notOffered") {
      reportNotOffered(message);
    } else {
      void showWarning(message);
    }
  } else if (refusal === "notOffered") {
    reportNotOffered(error.message);
  } else {
    throw error;
  }
}
