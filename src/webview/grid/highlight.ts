import { html, type TemplateResult } from "lit";
import { searchText, type SearchWord, searchWords } from "../../shared/text";

/** Characters kept before the first match if the beginning of the text is left out. */
const contextLength = 12;

/**
 * Marks the words of a search text, as the host matches them.
 * @param length visible characters; if the first match is beyond them, the text begins shortly before it
 */
export function highlighted(text: string, search: string, length = Infinity): TemplateResult | string {
  const ranges = foundRanges(text, searchWords(search));
  const [first] = ranges;
  if (!first) {
    return text;
  }
  const start = first.end < length ? 0 : Math.max(0, first.start - contextLength);
  const before = text.slice(start, first.start);
  const parts = ranges.map((range, index) => {
    const after = text.slice(range.end, ranges[index + 1]?.start);
    return html`<mark>${text.slice(range.start, range.end)}</mark>${after}`;
  });
  // The first character may be half of a surrogate pair.
  return html`${start === 0 ? before : `…${before.replace(/^[\udc00-\udfff]/, "")}`}${parts}`;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Non-overlapping occurrences in order; at each position, the longest word. */
function foundRanges(text: string, words: readonly SearchWord[]): readonly Range[] {
  if (words.length === 0) {
    return [];
  }
  let searched = "";
  /** For each character of `searched`, its range in `text`, combining marks included. */
  const origins: Range[] = [];
  for (const { 0: character, index } of text.matchAll(/.\p{Mark}*/gsu)) {
    const read = searchText(character);
    searched += read;
    origins.push(...new Array<Range>(read.length).fill({ start: index, end: index + character.length }));
  }
  const ranges: Range[] = [];
  for (let at = 0; at < searched.length; at++) {
    const found = words.filter(
      ({ word, find }) => searched.startsWith(word, at) && find(searched, at) === at,
    );
    const length = Math.max(0, ...found.map(({ word }) => word.length));
    const [start, end] = [origins[at]?.start ?? 0, origins[at + length - 1]?.end ?? 0];
    if (length > 0 && start >= (ranges.at(-1)?.end ?? 0)) {
      ranges.push({ start, end });
      at += length - 1;
    }
  }
  return ranges;
}
