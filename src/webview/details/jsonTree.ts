/** JSON values as nested definition lists. Everything is text. */
import { html, type TemplateResult } from "lit";
import { elementsOf, jsonKind, type JsonMembers, membersOf, stringOf } from "../../shared/jsonText";
import { counted } from "../../shared/text";
import { displayBlock, displayLine } from "../ui/text";

/** Beyond this nobody reads on; the raw JSON has all of it. */
const maxEntries = 200;
const maxDepth = 12;
const maxText = 20_000;

export function jsonTree(members: JsonMembers, depth = 0): TemplateResult {
  const entries = [...members];
  return html`<dl class="facts">
    ${entries.slice(0, maxEntries).map(
      ([name, value]) =>
        html`<dt><bdi>${displayLine(name)}</bdi></dt>
          <dd>${jsonValue(value, depth)}</dd>`,
    )}
    ${
      entries.length > maxEntries
        ? html`<dt>…</dt>
            <dd>${counted(entries.length - maxEntries, "more entry", "more entries")}, see the raw JSON</dd>`
        : ""
    }
  </dl>`;
}

/** @param json a number is shown as it was sent */
function jsonValue(json: string, depth: number): TemplateResult {
  const kind = jsonKind(json);
  switch (kind) {
    case "string":
      return longText(stringOf(json) ?? "");
    case "number":
      return html`<span class="number">${displayLine(json)}</span>`;
    case "boolean":
    case "null":
      return html`<span class="word">${json}</span>`;
    case "array":
      return listValue(elementsOf(json), depth);
    case "object":
      return children(membersOf(json), depth, "empty");
  }
}

function listValue(elements: readonly string[], depth: number): TemplateResult {
  const texts = elements.length <= 20 ? elements.map(stringOf) : [];
  return texts.length > 0 && texts.every((text) => text !== undefined && text.length < 80)
    ? html`<bdi>${texts.map((text) => displayLine(text ?? "")).join(", ")}</bdi>`
    : children(new Map(elements.map((element, index) => [String(index), element])), depth, "empty list");
}

function children(members: JsonMembers, depth: number, none: string): TemplateResult {
  if (members.size === 0) {
    return html`<span class="word">${none}</span>`;
  }
  return depth >= maxDepth
    ? html`<span class="word">nested deeper, see the raw JSON</span>`
    : jsonTree(members, depth + 1);
}

/** Text of any length with its line breaks. */
export function longText(text: string, max = maxText): TemplateResult {
  const shown = displayBlock(text.slice(0, max));
  const more = text.length - max;
  return html`<span class="text" dir="auto">${shown}</span
    >${more > 0 ? html` <span class="word">… ${counted(more, "more character")}</span>` : ""}`;
}
