import type { Item } from "../../api/types";
import type { CompanyEvent } from "../../shared/companyEvent";
import type { CopyFormat } from "../../shared/viewQueries";
import { jsonKind, membersOf, stringOf } from "../../shared/jsonText";

type Events = readonly Item<CompanyEvent>[];

const columns = ["published_at", "type", "title", "company", "sector", "amount", "id"] as const;

/** Events as text for the clipboard. What the events do not have is left out, or empty in a table. */
export function copyText(events: Events, as: CopyFormat): string {
  switch (as) {
    case "id":
      return events.map(({ value }) => value.id).join("\n");
    case "entityId":
      return [...new Set(events.flatMap(({ value }) => value.company?.entityId ?? []))].join("\n");
    case "json":
      return eventsJson(events);
    case "tsv":
      return [columns.join("\t"), ...events.map((event) => cells(event).map(tsvCell).join("\t"))].join("\n");
    case "markdown":
      return [
        `| ${columns.join(" | ")} |`,
        `|${" --- |".repeat(columns.length)}`,
        ...events.map((event) => `| ${cells(event).map(markdownCell).join(" | ")} |`),
      ].join("\n");
  }
}

/** One event: its JSON as the service sent it. Several: an array of them. */
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

/** As it was sent: a number has no digit more or less. */
function amountOf(json: string): string {
  const amount = membersOf(membersOf(json).get("event_data") ?? "null").get("amount") ?? "null";
  return jsonKind(amount) === "number" ? amount : (stringOf(amount) ?? "");
}

/** One cell each, also for a spreadsheet that would take `=` for a formula. */
function tsvCell(text: string): string {
  const flat = text.toWellFormed().replace(/[\t\r\n]+/g, " ");
  // Quotes around it are taken off by a spreadsheet before it looks.
  const guarded = /^["\s]*[=+\-@]/.test(flat) && Number.isNaN(Number(flat)) ? `'${flat}` : flat;
  return guarded.startsWith('"') ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** Text in a Markdown table: nothing of it is markup. */
function markdownCell(text: string): string {
  return text
    .toWellFormed()
    .replace(/\s+/g, " ")
    .replace(/[\\`*_{}[\]()<>#|!~$&]/g, "\\$&");
}
