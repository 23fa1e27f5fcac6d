import * as l10n from "@vscode/l10n";
import type { ChangeRequest } from "../../service/types";
import { formatNumber } from "../../shared/text";
import { groupBy } from "../../util/groupBy";
import { oneLine } from "../../util/strings";
import { showModalWarning, showStatusBarMessage, showWarning, withProgressNotification } from "../../window";
import { documentLabelOf, labelOf } from "../model/collectionText";
import type { SelectedDocument } from "../tree/collectionLists";
import type { ChangeFlow } from "./changeFlow";
import { listText } from "./changeText";
import { deleteEach, type DeletionResult, summaryText } from "./deletions";

/** Of which a dialog names no more than this. */
const maxNamed = 5;

/** `Delete Document…`: one confirmation, however many are selected. */
export async function deleteDocuments(
  selected: readonly SelectedDocument[],
  flow: ChangeFlow,
): Promise<void> {
  let documents = selected;
  while (documents.length > 0 && (await confirm(documents, flow))) {
    const result = await run(documents, flow);
    const { deleted } = result;
    for (const [list, gone] of groupBy(deleted, ({ list }) => list)) {
      list.removed(gone.map(({ item }) => item.value.id));
    }
    if (deleted.length === documents.length) {
      const text =
        deleted.length === 1
          ? l10n.t("Deleted 1 document")
          : l10n.t("Deleted {0} documents", formatNumber(deleted.length));
      showStatusBarMessage(text, { icon: "check" });
      return;
    }
    const message = `${summaryText(result, nameOf)} ${await checkLists(documents, flow)}`;
    documents = documents.filter((document) => !deleted.includes(document) && isListed(document));
    const again = l10n.t("Try Again…");
    const buttons = documents.length > 0 ? [again] : [];
    if ((await showWarning(message, ...buttons)) !== again) {
      return;
    }
    // The message may have been there for a while.
    flow.requireUnchanged();
  }
}

function requestFor({ list, item }: SelectedDocument): ChangeRequest {
  // The name under which the service has listed the document.
  return { kind: "deleteDocument", collection: list.collectionName, documentId: item.value.id };
}

function nameOf({ item }: SelectedDocument): string {
  return oneLine(documentLabelOf(item.value), 60);
}

function isListed({ list, item }: SelectedDocument): boolean {
  return list.find(item.value.id) !== undefined;
}

async function confirm(documents: readonly SelectedDocument[], flow: ChangeFlow): Promise<boolean> {
  const requests = documents.slice(0, maxNamed).map((document) => flow.requestText(requestFor(document)));
  const collections = new Set(documents.map(({ collection }) => labelOf(collection.value)));
  const where = [
    collections.size === 1
      ? l10n.t("Collection: {0}", listText([...collections]))
      : l10n.t("Collections: {0}", listText([...collections])),
    l10n.t("Connection: {0}", flow.connectionName),
  ].join(" · ");
  const names = listText(documents.map(nameOf), maxNamed);
  const count = documents.length;
  const remove = l10n.t("Delete");
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
  return (await showModalWarning(question, detail, remove)) === remove;
}

function run(
  documents: readonly SelectedDocument[],
  flow: ChangeFlow,
): Thenable<DeletionResult<SelectedDocument>> {
  const count = formatNumber(documents.length);
  return withProgressNotification(l10n.t("Deleting documents"), (report, signal) => {
    let sent = 0;
    const send = (document: SelectedDocument) => {
      report(l10n.t("{0} of {1}", formatNumber(++sent), count), 100 / documents.length);
      return flow.send(requestFor(document));
    };
    return deleteEach(documents, send, () => signal.aborted);
  });
}

/** Reads the lists again: what they show then is true. */
async function checkLists(documents: readonly SelectedDocument[], { view }: ChangeFlow): Promise<string> {
  const lists = new Set(documents.map(({ list }) => list));
  const areRead = await Promise.all([...lists].map((list) => view.refreshDocuments(list)));
  return areRead.every(Boolean)
    ? l10n.t("The list was refreshed and shows what is left.")
    : l10n.t("The list couldn't be refreshed and may be outdated.");
}
