/** JSON values as nested definition lists. Everything is text. */
import { html, type TemplateResult } from "lit";
import { ExactNumber, isObject, type JsonObject } from "./eventFacts";
import { blockOf, counted, lineOf } from "./text";

/** Beyond this nobody reads on; the raw JSON has all of it. */
const maxEntries = 200;
const maxDepth = 12;
const maxText = 20_000;

export function jsonTree(object: JsonObject, depth = 0): TemplateResult {
  const entries = Object.entries(object);
  return html`<dl class="facts">
    ${entries.slice(0, maxEntries).map(
      ([name, value]) =>
        html`<dt><bdi>${lineOf(name)}</bdi></dt>
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

function jsonValue(value: unknown, depth: number): TemplateResult {
  if (typeof value === "string") {
    return longText(value);
  }
  if (value instanceof ExactNumber) {
    return html`<span class="number">${value.digits}</span>`;
  }
  if (typeof value !== "object" || value === null) {
    return html`<span class=${typeof value === "number" ? "number" : "word"}>${String(value)}</span>`;
  }
  const isList = Array.isArray(value);
  const children: JsonObject = isList ? Object.fromEntries(value.entries()) : isObject(value) ? value : {};
  const size = Object.keys(children).length;
  if (size === 0) {
    return html`<span class="word">${isList ? "empty list" : "empty"}</span>`;
  }
  if (isList && value.every((item) => typeof item === "string" && item.length < 80) && size <= 20) {
    return html`<bdi>${value.map((item) => lineOf(String(item))).join(", ")}</bdi>`;
  }
  if (depth >= maxDepth) {
    return html`<span class="word">nested deeper, see the raw JSON</span>`;
  }
  return jsonTree(children, depth + 1);
}

/** Text of any length with its line breaks. */
export function longText(text: string, max = maxText): TemplateResult {
  const shown = blockOf(text.slice(0, max));
  const more = text.length - max;
  return html`<span class="text" dir="auto">${shown}</span
    >${more > 0 ? html` <span class="word">… ${counted(more, "more character")}</span>` : ""}`;
}
