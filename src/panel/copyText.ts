import * as l10n from "@vscode/l10n";
import type { Item } from "../service/types";
import { compactUsd } from "../shared/amounts";
import type { CompanyEvent } from "../shared/companyEvent";
import { typeLabel } from "../shared/eventKind";
import type { CopyFormat } from "../shared/viewQueries";
import { jsonKind, membersOf, stringOf } from "../shared/jsonText";
import { oneLine } from "../util/strings";

type Events = readonly Item<CompanyEvent>[];

const maxTitle = 10_000;

const copiedFields = ["published_at", "type", "title", "company", "sector", "amount", "id"] as const;

/** Events as text for the clipboard. TSV has values as sent, for programs; Markdown as in the list. */
export function copyText(events: Events, format: Exclude<CopyFormat, "link">): string {
  switch (format) {
    case "id":
      return events.map(({ value }) => value.id).join("\n");
    case "title":
      return events.map(({ value }) => oneLine(value.title ?? "", maxTitle)).join("\n");
    case "entityId":
      return [...new Set(events.flatMap(({ value }) => value.company?.entityId ?? []))].join("\n");
    case "json":
      return eventsJson(events);
    case "tsv":
      return [copiedFields.join("\t"), ...events.map((event) => cells(event).map(tsvCell).join("\t"))].join(
        "\n",
      );
    case "markdown":
      return markdownTable(events);
  }
}

/** The JSON of one event as the service sent it, or an array of several. */
export function eventsJson(events: Events): string {
  const [first, ...others] = events.map(({ json }) => json);
  return first !== undefined && others.length === 0 ? first : `[\n${[first, ...others].join(",\n")}\n]`;
}

function cells({ value, json }: Item<CompanyEvent>): string[] {
  return [
    value.publishedAt ?? "",
    value.type ?? "",
    value.title ?? "",
    value.company?.name ?? "",
    value.sector ?? "",
    amountOf(json),
    value.id,
  ];
}

function markdownTable(events: Events): string {
  const columns = [
    l10n.t("Published (UTC)"),
    l10n.t("Type"),
    l10n.t("Title"),
    l10n.t("Company"),
    l10n.t("Sector"),
    l10n.t("Amount"),
  ];
  const rows = events.map(({ value, json }) => [
    value.publishedMs === undefined ? (value.publishedAt ?? "") : utcMinute(value.publishedMs),
    value.type === undefined ? "" : typeLabel(value.type),
    value.title ?? "",
    value.company?.name ?? "",
    value.sector ?? "",
    value.amount === undefined ? amountOf(json) : compactUsd(value.amount),
  ]);
  const alignment = columns.map((_, index) => (index === columns.length - 1 ? "---:" : "---"));
  return [columns, alignment, ...rows.map((row) => row.map(markdownCell))]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");
}

function utcMinute(ms: number): string {
  return new Date(ms).toISOString().slice(0, -8).replace("T", " ");
}

/** The digits of `amount` as sent. */
function amountOf(json: string): string {
  const amount = membersOf(membersOf(json).get("event_data") ?? "null").get("amount") ?? "null";
  return jsonKind(amount) === "number" ? amount : (stringOf(amount) ?? "");
}

/** Escapes a cell so that spreadsheets don't read it as a formula. */
function tsvCell(text: string): string {
  const flat = text.toWellFormed().replace(/[\t\r\n]+/g, " ");
  // Spreadsheets look for a formula after removing quotes.
  const guarded = /^["\s]*[=+\-@]/.test(flat) && Number.isNaN(Number(flat)) ? `'${flat}` : flat;
  return guarded.startsWith('"') ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

function markdownCell(text: string): string {
  return text
    .toWellFormed()
    .replace(/\s+/g, " ")
    .replace(/[\\`*_{}[\]()<>#|!~$&]/g, "\\$&");
}
