import { html, type TemplateResult } from "lit";

/** Text with the places marked at which what is searched for stands, whatever its case. */
export function highlighted(text: string, search: string): TemplateResult | string {
  const needle = search.toLowerCase();
  const folded = text.toLowerCase();
  // A few letters change their length with their case: then places cannot be told.
  if (needle === "" || folded.length !== text.length || !folded.includes(needle)) {
    return text;
  }
  const parts: (TemplateResult | string)[] = [];
  let from = 0;
  for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, from)) {
    const end = at + needle.length;
    parts.push(text.slice(from, at), html`<mark>${text.slice(at, end)}</mark>`);
    from = end;
  }
  return html`${parts}${text.slice(from)}`;
}
