import * as l10n from "@vscode/l10n";
import type { CollectionDocument } from "../../service/types";
import { formatNumber } from "../../shared/text";
import { oneLine } from "../../util/strings";
import { formatInstant, unnamed } from "./fields";

/** The name as sent, for searching: `filename`, else the ID. */
export function fileNameOf({ filename, id }: CollectionDocument): string {
  return filename || id;
}

export function documentLabelOf(document: CollectionDocument): string {
  return oneLine(fileNameOf(document), 200) || unnamed();
}

/** Follows the label: `12 chunks`. */
export function documentDescriptionOf({ chunkCount }: CollectionDocument): string {
  if (chunkCount === undefined) {
    return "";
  }
  return chunkCount === 1 ? l10n.t("1 chunk") : l10n.t("{0} chunks", formatNumber(chunkCount));
}

/** What the row of a document has no room for. */
export function documentFactsOf(document: CollectionDocument): readonly string[] {
  const { id, filename, contentType = "", createdAt = "" } = document;
  const facts = [documentDescriptionOf(document), contentType, formatInstant(createdAt), filename ? id : ""];
  return facts.map((fact) => oneLine(fact, 100)).filter(Boolean);
}
