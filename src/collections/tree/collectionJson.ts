import type * as vscode from "vscode";
import type { Collection, Item } from "../../service/types";
import type { Connection } from "../../connections/connection";
import { schemes } from "../../ids";
import type { DocumentSource } from "../../jsonDocuments/jsonCache";
import type { JsonDocuments } from "../../jsonDocuments/jsonDocuments";
import { labelOf } from "../model/collectionText";

/** Opens a collection as a read-only JSON document. */
export function openCollectionJson(
  jsonDocuments: JsonDocuments,
  connection: Connection,
  { value, json }: Item<Collection>,
): Promise<vscode.Uri> {
  return jsonDocuments.open(sourceOf(connection), { id: value.id, title: labelOf(value), json });
}

/** Updates the open documents of a connection from its list of collections: a single collection cannot be requested. */
export async function updateCollectionJson(
  jsonDocuments: JsonDocuments,
  connection: Connection,
  items: readonly Item<Collection>[],
): Promise<void> {
  const source = sourceOf(connection);
  const openIds = jsonDocuments.openIdsOf(source);
  for (const { value, json } of openIds.size > 0 ? items : []) {
    if (openIds.has(value.id)) {
      await jsonDocuments.update(source, value.id, json);
    }
  }
}

function sourceOf(connection: Connection): DocumentSource {
  return { ...connection, scheme: schemes.collection };
}
