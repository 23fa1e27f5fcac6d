/** The fields of JSON objects as definition lists. Every value is shown as text, by its shape alone. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { groupedDigits } from "../../shared/amounts";
import { fieldLabel } from "../../shared/fieldNames";
import { firstEntries, type JsonEntries, jsonKind, type JsonMembers, stringOf } from "../../shared/jsonText";
import { formatNumber } from "../../shared/text";
import { displayBlock, displayLine } from "../ui/text";

/** The raw JSON shows everything beyond these limits. */
const maxEntries = 200;
const maxDepth = 12;
const maxTextLength = 20_000;

type ValueTemplate = (name: string, json: string) => TemplateResult;

/** @param value of a field that is not shown by its shape alone */
export function fieldList(members: JsonMembers, value: ValueTemplate = (_, json) => fieldValue(json)) {
  return entryList({ first: new Map([...members].slice(0, maxEntries)), count: members.size }, value);
}

/** Whether there is something to show. */
export function hasValue(json: string): boolean {
  return !["null", '""', "[]", "{}"].includes(json.trim());
}

function entryList({ first, count }: JsonEntries, value: ValueTemplate): TemplateResult {
  return html`<dl class="facts">
    ${[...first].map(([name, json]) =>
      hasValue(json)
        ? html`<dt><bdi>${displayLine(fieldLabel(name))}</bdi></dt>
            <dd>${value(name, json)}</dd>`
        : nothing,
    )}
    ${
      count > first.size
        ? html`<dt>…</dt>
            <dd>${moreEntries(count - first.size)}</dd>`
        : nothing
    }
  </dl>`;
}

export function fieldValue(json: string, depth = 0): TemplateResult {
  const text = plainText(json);
  if (text !== undefined) {
    return longText(text);
  }
  const entries = firstEntries(json, maxEntries);
  const values = [...entries.first.values()].filter(hasValue).map(plainText);
  if (jsonKind(json) === "array" && entries.count <= maxEntries && !values.includes(undefined)) {
    return longText(values.join(", "));
  }
  const [only] = entries.first.values();
  if (jsonKind(json) === "array" && entries.count === 1 && only !== undefined && depth < maxDepth) {
    return fieldValue(only, depth + 1);
  }
  return depth >= maxDepth
    ? html`<span class="secondary">${l10n.t("more levels: see the raw JSON")}</span>`
    : entryList(entries, (_, entry) => fieldValue(entry, depth + 1));
}

/** Undefined for a list or an object. */
function plainText(json: string): string | undefined {
  switch (jsonKind(json)) {
    case "string":
      return stringOf(json);
    case "number":
      return groupedDigits(json.trim());
    case "boolean":
      return json.trim() === "true" ? l10n.t("Yes") : l10n.t("No");
    case "null":
      return "";
    case "array":
    case "object":
      return undefined;
  }
}

/** Text with its line breaks, truncated beyond a limit. */
export function longText(text: string): TemplateResult {
  const hiddenLength = text.length - maxTextLength;
  return html`<span class="text" dir="auto">${displayBlock(text.slice(0, maxTextLength))}</span
    >${hiddenLength > 0 ? html` <span class="secondary">${moreCharacters(hiddenLength)}</span>` : nothing}`;
}

function moreEntries(count: number): string {
  return count === 1
    ? l10n.t("1 more entry: see the raw JSON")
    : l10n.t("{0} more entries: see the raw JSON", formatNumber(count));
}

function moreCharacters(count: number): string {
  return count === 1 ? l10n.t("… 1 more character") : l10n.t("… {0} more characters", formatNumber(count));
}
