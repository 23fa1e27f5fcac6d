/** The options that a field offers for what is typed in it. */
import type { Facet } from "../../shared/feedState";

const maxSuggestions = 50;

export interface FieldOption {
  readonly value: string;
  /** A value of events, most frequent first; undefined: it is the typed text. */
  readonly facet?: Facet;
  /** Whether it is one of the field's values already. */
  readonly isSelected: boolean;
}

interface FieldState {
  readonly typed: string;
  /** The field's values. */
  readonly values: readonly string[];
  /** Most frequent first. */
  readonly suggestions: readonly Facet[];
  /** The label of a value. */
  readonly labelOf: (value: string) => string;
}

/** The suggestions that match, best first, selected ones last; then what is typed, unless it is one of them or a value already. */
export function fieldOptions({ typed, values, suggestions, labelOf }: FieldState): FieldOption[] {
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

/** How well a text matches what is typed: 0 is best, Infinity not at all. */
function matchRank(text: string, typed: string): number {
  const [whole, part] = [text.toLowerCase(), typed.toLowerCase()];
  if (text === typed) {
    return 0;
  }
  if (whole === part) {
    return 1;
  }
  if (whole.startsWith(part)) {
    return 2;
  }
  if (whole.split(/[^\p{L}\p{M}\p{N}]+/u).some((word) => word.startsWith(part))) {
    return 3;
  }
  return whole.includes(part) ? 4 : Infinity;
}
