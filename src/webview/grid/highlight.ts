import { html, type TemplateResult } from "lit";
import { foldCase } from "../../shared/text";

/** Marks the occurrences of a search text, as the host matches it. */
export function highlighted(text: string, search: string): TemplateResult | string {
  const needle = foldCase(search);
  const folded = foldCase(text);
  if (needle === "" || !folded.includes(needle)) {
    return text;
  }
  const origins = folded.length === text.length ? undefined : originsInFolded(text);
  const parts: (TemplateResult | string)[] = [];
  let from = 0;
  for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + needle.length)) {
    const last = at + needle.length - 1;
    const start = origins?.[at]?.start ?? at;
    const end = origins?.[last]?.end ?? last + 1;
    if (start >= from) {
      parts.push(text.slice(from, start), html`<mark>${text.slice(start, end)}</mark>`);
      from = end;
    }
  }
  return html`${parts}${text.slice(from)}`;
}

/** The original character for each index of the folded text: folding makes a few of them longer, such as İ. */
function originsInFolded(text: string): { readonly start: number; readonly end: number }[] {
  let start = 0;
  return Array.from(text).flatMap((character) => {
    const origin = { start, end: (start += character.length) };
    return Array.from({ length: foldCase(character).length }, () => origin);
  });
}
