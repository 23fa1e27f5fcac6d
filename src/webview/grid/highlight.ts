import { html, type TemplateResult } from "lit";
import { foldCase } from "../../shared/text";

/** Text with the places marked at which what is searched for stands, as the host finds it. */
export function highlighted(text: string, search: string): TemplateResult | string {
  const needle = foldCase(search);
  const line = foldCase(text);
  if (needle === "" || !line.includes(needle)) {
    return text;
  }
  const letters = line.length === text.length ? undefined : lettersOf(text);
  const parts: (TemplateResult | string)[] = [];
  let from = 0;
  for (let at = line.indexOf(needle); at >= 0; at = line.indexOf(needle, at + needle.length)) {
    const last = at + needle.length - 1;
    const start = letters?.[at]?.start ?? at;
    const end = letters?.[last]?.end ?? last + 1;
    if (start >= from) {
      parts.push(text.slice(from, start), html`<mark>${text.slice(start, end)}</mark>`);
      from = end;
    }
  }
  return html`${parts}${text.slice(from)}`;
}

interface Letter {
  readonly start: number;
  readonly end: number;
}

/** For each place of the folded text the letter it comes from: a few become longer without their case, as İ does. */
function lettersOf(text: string): Letter[] {
  let start = 0;
  return Array.from(text).flatMap((letter) => {
    const place = { start, end: (start += letter.length) };
    return Array.from({ length: foldCase(letter).length }, () => place);
  });
}
