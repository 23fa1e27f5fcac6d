import type { Facet } from "../../shared/feedState";

const maxSuggestions = 50;

export interface FieldOption {
  readonly value: string;
  /** Undefined: the option is the typed text. */
  readonly facet?: Facet;
  readonly isSelected: boolean;
}

/**
 * The matching suggestions, best first and selected ones last; then the typed text, unless it is known.
 * @param suggestions most frequent first
 */
export function fieldOptions(
  typed: string,
  values: readonly string[],
  suggestions: readonly Facet[],
  labelOf: (value: string) => string,
): FieldOption[] {
  const text = typed.trim();
  const rankOf = ({ value }: Facet): number =>
    Math.min(matchRank(value, text), matchRank(labelOf(value), text));
  const known = suggestions
    .map((facet) => ({ value: facet.value, facet, isSelected: values.includes(facet.value) }))
    .filter(({ facet }) => rankOf(facet) !== Infinity)
    .sort((a, b) => Number(a.isSelected) - Number(b.isSelected) || rankOf(a.facet) - rankOf(b.facet))
    .slice(0, maxSuggestions);
  const isKnown = values.includes(text) || suggestions.some(({ value }) => value === text);
  return text === "" || isKnown ? known : [...known, { value: text, isSelected: false }];
}

/** 0: best match; Infinity: no match. */
function matchRank(text: string, typed: string): number {
  const [whole, part] = [text.toLowerCase(), typed.toLowerCase()];
  const words = whole.split(/[^\p{L}\p{M}\p{N}]+/u);
  const matches = [
    text === typed,
    whole === part,
    whole.startsWith(part),
    words.some((word) => word.startsWith(part)),
    whole.includes(part),
  ];
  return matches.includes(true) ? matches.indexOf(true) : Infinity;
}
