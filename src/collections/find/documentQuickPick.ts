import * as l10n from "@vscode/l10n";
import type { CollectionDocument, Item } from "../../service/types";
import type { DocumentList } from "../model/documentList";
import {
  documentIcon,
  documentLabelOf,
  documentQuickPickDescriptionOf,
  fileNameOf,
} from "../model/documentText";
import { documentsNote } from "../tree/viewText";
import { ItemSearch } from "./itemSearch";
import { type FindEnvironment, findItem } from "./listQuickPick";

/** Lets the user pick one of all documents of a collection, found by file name, ID and content type. */
export function findDocument(
  list: DocumentList,
  environment: FindEnvironment,
  title: string,
): Promise<Item<CollectionDocument> | undefined> {
  return findItem(
    {
      list,
      title,
      placeholder: l10n.t("File name, ID or content type"),
      noMatch: l10n.t("No matching documents"),
      search: (limit) =>
        new ItemSearch(limit, (document) => ({
          name: fileNameOf(document),
          others: [document.id, document.contentType],
        })),
      pickItem: (document) => ({
        label: documentLabelOf(document),
        description: documentQuickPickDescriptionOf(document),
        icon: documentIcon(document),
      }),
      unavailableText: () => {
        const note = documentsNote(list.state);
        return note?.replacesError && note.description;
      },
    },
    environment,
  );
}
