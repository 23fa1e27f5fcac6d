/** JSON values as nested definition lists. Every value is shown as text. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { firstEntries, type JsonEntries, jsonKind, type JsonMembers, stringOf } from "../../shared/jsonText";
import { formatNumber } from "../../shared/text";
import { displayBlock, displayLine } from "../ui/text";

/** The raw JSON shows everything beyond these limits. */
const maxEntries = 200;
const maxDepth = 12;
const maxTextLength = 20_000;
/** A list with at most this many strings, each with at most this many characters, is shown on one line. */
const maxInlineEntries = 20;
const maxInlineLength = 80;

export function jsonTree(members: JsonMembers): TemplateResult {
  return entryList({ first: new Map([...members].slice(0, maxEntries)), count: members.size }, 0);
}

function entryList({ first, count }: JsonEntries, depth: number): TemplateResult {
  return html`<dl class="facts">
    ${[...first].map(
      ([name, json]) =>
        html`<dt><bdi>${displayLine(name)}</bdi></dt>
          <dd>${jsonValue(json, depth)}</dd>`,
    )}
    ${
      count > first.size
        ? html`<dt>…</dt>
            <dd>${moreEntries(count - first.size)}</dd>`
        : nothing
    }
  </dl>`;
}

function jsonValue(json: string, depth: number): TemplateResult {
  switch (jsonKind(json)) {
    case "string":
      return longText(stringOf(json) ?? "");
    case "number":
      // As it was sent: parsing loses digits.
      return html`<span class="number">${displayLine(json)}</span>`;
    case "boolean":
    case "null":
      return html`<span class="secondary">${json}</span>`;
    case "array": {
      const entries = firstEntries(json, maxEntries);
      return inlineList(entries) ?? nested(entries, depth, l10n.t("empty list"));
    }
    case "object":
      return nested(firstEntries(json, maxEntries), depth, l10n.t("empty"));
  }
}

function inlineList({ first, count }: JsonEntries): TemplateResult | undefined {
  if (count === 0 || count > maxInlineEntries) {
    return undefined;
  }
  const texts = [...first.values()].map(stringOf);
  return texts.every((text) => text !== undefined && text.length < maxInlineLength)
    ? html`<bdi>${texts.map((text) => displayLine(text ?? "")).join(", ")}</bdi>`
    : undefined;
}

function nested(entries: JsonEntries, depth: number, emptyText: string): TemplateResult {
  if (entries.count === 0) {
    return html`<span class="secondary">${emptyText}</span>`;
  }
  return depth >= maxDepth
    ? html`<span class="secondary">${l10n.t("more levels: see the raw JSON")}</span>`
    : entryList(entries, depth + 1);
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
