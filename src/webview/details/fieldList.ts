/** JSON objects as definition lists. Values are shown as text. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { entries, jsonKind, stringOf } from "../../shared/jsonText";
import { displayBlock, displayLine } from "../ui/text";
import { fieldLabel, groupedDigits } from "./fieldText";

/** Anything beyond these limits is only in the raw JSON. */
const maxEntries = 200;
const maxDepth = 12;
const maxTextLength = 20_000;

/** @param value template of a field's value */
export function fieldList(
  members: ReadonlyMap<string, string>,
  value: (name: string, json: string) => TemplateResult = (_, json) => fieldValue(json),
): TemplateResult {
  return html`<dl class="facts">
      ${[...members].slice(0, maxEntries).map(([name, json]) =>
        hasValue(json)
          ? html`<dt><bdi>${displayLine(fieldLabel(name))}</bdi></dt>
              <dd>${value(name, json)}</dd>`
          : nothing,
      )}
    </dl>
    ${members.size > maxEntries ? moreNote() : nothing}`;
}

export function hasValue(json: string): boolean {
  return !["null", '""', "[]", "{}"].includes(json.trim());
}

export function fieldValue(json: string, depth = 0): TemplateResult {
  const text = plainText(json);
  if (text !== undefined) {
    return longText(text);
  }
  const members = new Map(entries(json));
  if (jsonKind(json) === "array" && members.size <= maxEntries) {
    const values = [...members.values()].filter(hasValue).map(plainText);
    if (!values.includes(undefined)) {
      return longText(values.join(", "));
    }
  }
  const [only] = members.values();
  if (jsonKind(json) === "array" && members.size === 1 && only !== undefined && depth < maxDepth) {
    return fieldValue(only, depth + 1);
  }
  return depth >= maxDepth ? moreNote() : fieldList(members, (_, entry) => fieldValue(entry, depth + 1));
}

/** Undefined for an array or object. */
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

/** Keeps line breaks; truncates at a limit. */
export function longText(text: string): TemplateResult {
  return html`<span class="text" dir="auto">${displayBlock(text.slice(0, maxTextLength))}</span
    >${text.length > maxTextLength ? moreNote() : nothing}`;
}

function moreNote(): TemplateResult {
  return html` <span class="secondary">${l10n.t("… more: see the raw JSON")}</span>`;
}
