import * as l10n from "@vscode/l10n";
import type { CollectionDocument } from "../../service/types";
import { perLocale } from "../../shared/locale";
import { formatNumber } from "../../shared/text";
import { oneLine } from "../../util/strings";
import { joined } from "./collectionText";
import { type FieldLabels, unnamed } from "./fields";

/** The known fields, in the order in which they are shown. */
export const documentFieldLabels = perLocale<FieldLabels>(
  () =>
    new Map([
      ["filename", l10n.t("File name")],
      ["content_type", l10n.t("Content type")],
      ["chunk_count", l10n.t("Chunks")],
      ["created_at", l10n.t({ message: "Created", args: [], comment: ["When a collection was created"] })],
      ["indexed_at", l10n.t({ message: "Indexed", args: [], comment: ["When a document was indexed"] })],
      ["file_id", l10n.t("Document ID")],
      ["document_id", l10n.t("Document ID")],
      ["id", l10n.t("ID")],
    ]),
);

/** The name as sent, for searching: `filename`, else the ID. */
export function fileNameOf({ filename, id }: CollectionDocument): string {
  return filename || id;
}

export function documentLabelOf(document: CollectionDocument): string {
  return oneLine(fileNameOf(document), 200) || unnamed();
}

/** Follows the label: `PDF · 12 chunks`. */
export function documentDescriptionOf({ contentType = "", chunkCount }: CollectionDocument): string {
  return joined(contentTypeText(contentType), chunkCount === undefined ? undefined : chunksText(chunkCount));
}

/** Follows the label in a quick pick: also the ID, unless that is the label. */
export function documentQuickPickDescriptionOf(document: CollectionDocument): string {
  return joined(documentDescriptionOf(document), document.filename ? oneLine(document.id, 100) : undefined);
}

export function documentAccessibilityLabelOf(document: CollectionDocument): string {
  return [documentLabelOf(document), documentDescriptionOf(document)].filter(Boolean).join(", ");
}

function chunksText(count: number): string {
  return count === 1 ? l10n.t("1 chunk") : l10n.t("{0} chunks", formatNumber(count));
}

/** Short names of content types; others are shown as sent. */
const typeNames: ReadonlyMap<string, string> = new Map([
  ["application/pdf", "PDF"],
  ["application/json", "JSON"],
  ["application/x-ndjson", "NDJSON"],
  ["application/xml", "XML"],
  ["text/xml", "XML"],
  ["text/html", "HTML"],
  ["text/csv", "CSV"],
  ["text/markdown", "Markdown"],
  ["application/rtf", "RTF"],
  ["application/epub+zip", "EPUB"],
  ["application/zip", "ZIP"],
  ["application/msword", "Word"],
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", "Word"],
  ["application/vnd.ms-excel", "Excel"],
  ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "Excel"],
  ["application/vnd.ms-powerpoint", "PowerPoint"],
  ["application/vnd.openxmlformats-officedocument.presentationml.presentation", "PowerPoint"],
  ["image/png", "PNG"],
  ["image/jpeg", "JPEG"],
]);

function contentTypeText(contentType: string): string {
  const name = mediaTypeOf(contentType);
  return name === "text/plain"
    ? l10n.t("Text")
    : (typeNames.get(name) ?? oneLine(contentType.slice(0, 200).split(";")[0] ?? "", 80));
}

/** Without parameters, in lower case. */
function mediaTypeOf(contentType: string): string {
  return (contentType.slice(0, 200).split(";")[0] ?? "").trim().toLowerCase();
}

/** Codicons of content types: where there are no file icons. */
const typeIcons: readonly (readonly [RegExp, string])[] = [
  [/^application\/pdf$/, "file-pdf"],
  [/[/+](x-nd)?json$/, "json"],
  [/[/+](x?html|xml)$/, "file-code"],
  [/^text\/(x-)?markdown$/, "markdown"],
  [/^text\/(csv|tab-separated-values)$|excel$|spreadsheet/, "table"],
  [/^(image|audio|video)\//, "file-media"],
  [/zip$|\/(x-(tar|7z-compressed|rar-compressed)|gzip)$/, "file-zip"],
];

/** The name of a codicon. */
export function documentIcon({ contentType = "" }: CollectionDocument): string {
  const type = mediaTypeOf(contentType);
  return typeIcons.find(([pattern]) => pattern.test(type))?.[1] ?? "file";
}
