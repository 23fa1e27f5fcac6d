import type * as vscode from "vscode";
import type { Collection, Item } from "../../api/types";
import type { Connection } from "../../connections/connection";
import { schemes } from "../../ids";
import type { DocumentPlace } from "../../jsonDocuments/cachedJson";
import type { JsonDocuments } from "../../jsonDocuments/jsonDocuments";
import { labelOf } from "../model/collectionText";

/** Opens a collection as a read-only JSON document, with its object as it is now. */
export function openCollectionDocument(
  documents: JsonDocuments,
  connection: Connection,
  { value, json }: Item<Collection>,
): Promise<vscode.Uri> {
  return documents.open(placeOf(connection), { id: value.id, title: labelOf(value), json });
}

/** Brings the open documents of a connection up to date with what was listed: there is no get-by-ID. */
export async function updateCollectionDocuments(
  documents: JsonDocuments,
  connection: Connection,
  items: readonly Item<Collection>[],
): Promise<void> {
  const place = placeOf(connection);
  const open = documents.openIn(place);
  if (open.size > 0) {
    for (const { value, json } of items) {
      if (open.has(value.id)) {
        await documents.update(place, value.id, json);
      }
    }
  }
}

function placeOf(connection: Connection): DocumentPlace {
  return { ...connection, scheme: schemes.collection };
}
