import type * as vscode from "vscode";
import type { Item } from "../api/types";
import type { Connection } from "../connections/connection";
import { eventsJson } from "../feed/view/copyText";
import { schemes } from "../ids";
import type { JsonDocuments } from "../jsonDocuments/jsonDocuments";
import type { CompanyEvent } from "../shared/companyEvent";

/** Opens events as a read-only JSON document: one as its item, several as a list of them, as the service sent them. */
export function openEventDocument(
  documents: JsonDocuments,
  connection: Connection,
  events: readonly Item<CompanyEvent>[],
): Promise<vscode.Uri> {
  const [first, ...others] = events;
  const title =
    first && others.length === 0 ? first.value.title || first.value.id : `${events.length} events`;
  const id = JSON.stringify(events.map(({ value }) => value.id));
  return documents.open({ ...connection, scheme: schemes.events }, { id, title, json: eventsJson(events) });
}
