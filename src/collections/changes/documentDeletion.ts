import * as l10n from "@vscode/l10n";
import type { ChangeRequest } from "../../service/types";
import { formatNumber } from "../../shared/text";
import { groupBy } from "../../util/groupBy";
import { oneLine } from "../../util/strings";
import { showConfirmation, showStatusBarMessage, showWarning, withProgressNotification } from "../../window";
import { documentLabel, collectionLabel } from "../model/collectionText";
import type { SelectedDocument } from "../tree/collectionLists";
import type { CollectionsView } from "../tree/collectionsView";
import type { ChangeFlow } from "./changeFlow";
import { failureText, listText, refreshedText, summaryText } from "./changeText";

/** Maximum number of documents that the dialog names. */
const maxNamed = 5;

/** Deletes documents, one or more, after one confirmation. */
export async function deleteDocuments(
  documents: readonly SelectedDocument[],
  flow: ChangeFlow,
  view: CollectionsView,
): Promise<void> {
  if (!(await confirm(documents, flow))) {
    return;
  }
  const count = documents.length;
  const { deleted, failure } = await deleteEach(documents, flow);
  for (const [list, removed] of groupBy(deleted, ({ list }) => list)) {
    list.removed(removed.map(({ item }) => item.value.id));
  }
  if (deleted.length < count) {
    const lists = new Set(documents.map(({ list }) => list));
    const isRefreshed = await flow.refresh(async () => {
      const areRead = await Promise.all([...lists].map((list) => view.refreshDocuments(list)));
      return areRead.every(Boolean);
    });
    void showWarning(`${summaryText(count, deleted.length, failure)} ${refreshedText(isRefreshed)}`);
    return;
  }
  const text =
    count === 1 ? l10n.t("Deleted 1 document") : l10n.t("Deleted {0} documents", formatNumber(count));
  showStatusBarMessage(text, { icon: "check" });
}

function requestFor({ list, item }: SelectedDocument): ChangeRequest {
  // The name that worked in the request that listed the document.
  return { kind: "deleteDocument", collection: list.collectionName, documentId: item.value.id };
}

function nameOf({ item }: SelectedDocument): string {
  return oneLine(documentLabel(item.value), 60);
}

async function confirm(documents: readonly SelectedDocument[], flow: ChangeFlow): Promise<boolean> {
  const requests = documents.slice(0, maxNamed).map((document) => flow.requestText(requestFor(document)));
  const collections = new Set(documents.map(({ collection }) => collectionLabel(collection.value)));
  const where = [
    collections.size === 1
      ? l10n.t("Collection: {0}", listText([...collections]))
      : l10n.t("Collections: {0}", listText([...collections])),
    l10n.t("Connection: {0}", flow.connectionName),
  ].join(" · ");
  const names = listText(documents.map(nameOf), maxNamed);
  const count = documents.length;
  const question =
    count === 1
      ? l10n.t('Delete the document "{0}"?', names)
      : l10n.t("Delete {0} documents?", formatNumber(count));
  const requestsTitle =
    count > maxNamed
      ? l10n.t("{0} requests, one for each. The first {1}:", formatNumber(count), maxNamed)
      : l10n.t("{0} requests, one for each:", formatNumber(count));
  const detail = [
    ...(count === 1 ? [] : [names, ""]),
    l10n.t("This can't be undone."),
    "",
    where,
    ...(count === 1 ? [l10n.t("Request: {0}", requests.join(" "))] : [requestsTitle, ...requests]),
  ];
  return showConfirmation(question, detail, l10n.t("Delete"));
}

/** Deletes the documents one after the other. Stops at the first failure, or when the user cancels. */
function deleteEach(documents: readonly SelectedDocument[], flow: ChangeFlow) {
  const count = documents.length;
  return withProgressNotification(l10n.t("Deleting documents"), async (report, signal) => {
    const deleted: SelectedDocument[] = [];
    for (const document of documents) {
      if (signal.aborted) {
        break;
      }
      report(l10n.t("{0} of {1}", formatNumber(deleted.length + 1), formatNumber(count)), 100 / count);
      try {
        await flow.send(requestFor(document));
        deleted.push(document);
      } catch (error) {
        return { deleted, failure: failureText(nameOf(document), error) };
      }
    }
    return { deleted, failure: undefined };
  });
}
