import * as l10n from "@vscode/l10n";
import type { ChangeRequest } from "../../service/types";
import { connectionLabel } from "../../shared/connectionLabel";
import { views } from "../../ids";
import { formatNumber } from "../../shared/text";
import { errorMessage } from "../../util/errors";
import { oneLine } from "../../util/strings";
import {
  showError,
  showModalWarning,
  showStatusBarMessage,
  showWarning,
  withProgressNotification,
  withQuietProgress,
  withViewProgress,
} from "../../window";
import { labelOf } from "../model/collectionText";
import { documentLabelOf } from "../model/documentText";
import { isReadAgain } from "../model/pagedList";
import type { SelectedDocument } from "../tree/selection";
import { allowChanges, type ChangeContext, type ChangeTarget } from "./changeDialog";
import { reportNotOffered } from "./changeReport";
import { doneText, requestText, runningText } from "./changeText";
import { deleteEach, type DeletionResult, listText, summaryText, uncertainText } from "./documentDeletion";

type DocumentDeletion = Extract<ChangeRequest, { kind: "deleteDocument" }>;

/** Of which a dialog names no more than this. */
const maxNamed = 5;

/** `Delete Document…`: one confirmation, however many are selected. */
export async function deleteDocuments(
  selected: readonly SelectedDocument[],
  target: ChangeTarget,
  context: ChangeContext,
): Promise<void> {
  if (!(await allowChanges(target, context))) {
    return;
  }
  let documents = selected;
  while (documents.length > 0 && (await confirm(documents, target))) {
    const result = await run(documents, target, context);
    const isRead = await refreshLists(maybeGone(result), target);
    const again = await report(result, documents.length, isRead);
    if (!again) {
      return;
    }
    // The message may have been there for a while.
    context.sender.requireUnchanged(target.client);
    const left = [...result.failed, ...result.uncertain].map(({ item }) => item).concat(result.rest);
    documents = left.filter(({ list, item }) => list.has(item.value.id));
  }
}

function requestFor({ list, item }: SelectedDocument): DocumentDeletion {
  // The name under which the service has listed the document.
  return { kind: "deleteDocument", collection: list.collectionName, documentId: item.value.id };
}

async function confirm(documents: readonly SelectedDocument[], target: ChangeTarget): Promise<boolean> {
  const { baseUrl } = target.destination;
  const requests = documents.slice(0, maxNamed).map((document) => {
    try {
      return requestText(baseUrl, requestFor(document));
    } catch (error) {
      if (documents.length === 1) {
        throw error;
      }
      // One whose ID cannot be sent does not keep the others.
      return errorMessage(error);
    }
  });
  const labels = documents.map(({ item }) => documentLabelOf(item.value));
  const collections = [...new Set(documents.map(({ collection }) => labelOf(collection.value)))];
  const count = documents.length;
  const where = [
    collections.length === 1
      ? l10n.t("Collection: {0}", listText(collections))
      : l10n.t("Collections: {0}", listText(collections)),
    l10n.t("Connection: {0}", connectionLabel(target.client.connection)),
  ].join(" · ");
  const remove = l10n.t("Delete");
  const answer =
    count === 1
      ? await showModalWarning(
          l10n.t('Delete the document "{0}"?', oneLine(labels[0] ?? "", 80)),
          [l10n.t("This can't be undone."), "", where, l10n.t("Request: {0}", requests[0] ?? "")],
          remove,
        )
      : await showModalWarning(
          l10n.t("Delete {0} documents?", formatNumber(count)),
          [
            listText(labels, maxNamed),
            "",
            l10n.t("This can't be undone."),
            "",
            where,
            count > maxNamed
              ? l10n.t("{0} requests, one for each. The first {1}:", formatNumber(count), maxNamed)
              : l10n.t("{0} requests, one for each:", formatNumber(count)),
            ...requests,
          ],
          remove,
        );
  return answer === remove;
}

async function run(
  documents: readonly SelectedDocument[],
  { client, input, destination }: ChangeTarget,
  { sender }: ChangeContext,
): Promise<DeletionResult<SelectedDocument>> {
  const remove = (isCanceled: () => boolean, onProgress: (attempted: number) => void) =>
    deleteEach(
      documents,
      (document) => sender.send(client, requestFor(document), { destination }),
      isCanceled,
      ({ collection, item }) => input.removedDocuments(collection.value, [item.value.id]),
      onProgress,
    );
  const [first] = documents;
  if (documents.length === 1 && first) {
    const title = runningText(requestFor(first));
    return withQuietProgress(views.collections, title, () =>
      remove(
        () => false,
        () => undefined,
      ),
    );
  }
  const count = formatNumber(documents.length);
  return withProgressNotification(l10n.t("Deleting {0} documents", count), (report, signal) =>
    remove(
      () => signal.aborted,
      (attempted) => report(l10n.t("{0} of {1}", formatNumber(attempted), count), 100 / documents.length),
    ),
  );
}

/** Those that the lists may show although the service does not have them. */
function maybeGone({
  missing,
  uncertain,
  rest,
  isNotOffered,
}: DeletionResult<SelectedDocument>): readonly SelectedDocument[] {
  return [...missing, ...uncertain.map(({ item }) => item), ...(isNotOffered ? rest.slice(0, 1) : [])];
}

/** Reads the lists of these documents again: what they show then is true. @returns whether all could be read */
async function refreshLists(
  documents: readonly SelectedDocument[],
  { input }: ChangeTarget,
): Promise<boolean> {
  const lists = [...new Map(documents.map(({ list, collection }) => [list, collection.value]))];
  if (lists.length === 0) {
    return true;
  }
  const before = lists.map(([{ state }]) => state.items);
  await withViewProgress(views.collections, () =>
    Promise.all(lists.map(([list, collection]) => input.refreshDocuments(collection, list))),
  );
  return lists.every(([{ state }], index) => isReadAgain(state, before[index]));
}

/** @returns whether to try again with those that are left */
async function report(
  result: DeletionResult<SelectedDocument>,
  total: number,
  isRead: boolean,
): Promise<boolean> {
  const { deleted, missing, uncertain, failed, rest, stoppedBy, isNotOffered } = result;
  if (isNotOffered) {
    reportNotOffered(stoppedBy ?? "");
    return false;
  }
  if (deleted.length === total) {
    showStatusBarMessage(
      total === 1
        ? doneText({ kind: "deleteDocument", collection: "", documentId: "" })
        : l10n.t("Deleted {0} documents", formatNumber(total)),
      { icon: "check" },
    );
    return false;
  }
  const summary = summaryText(result, total, ({ item }) => documentLabelOf(item.value));
  const listed = uncertain.filter(({ item: { list, item } }) => list.has(item.value.id)).length;
  const message =
    uncertain.length === 0
      ? summary
      : `${summary} ${uncertainText(uncertain.length, isRead ? listed : undefined)}`;
  if (failed.length + uncertain.length + rest.length === 0) {
    void showWarning(message);
    return false;
  }
  const again = l10n.t("Try Again…");
  const show = missing.length + uncertain.length > 0 && failed.length === 0 ? showWarning : showError;
  return (await show(message, again)) === again;
}
