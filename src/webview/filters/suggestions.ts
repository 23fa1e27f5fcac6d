/** The options that a field offers for what is typed in it. */
import type { Facet } from "../../shared/feedState";

const maxSuggestions = 50;

export type FieldOption =
  | {
      readonly kind: "suggestion";
      readonly facet: Facet;
      /** Whether it is one of the field's values already. */
      readonly isSelected: boolean;
    }
  /** The typed text itself. */
  | { readonly kind: "typed"; readonly text: string };

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
  const known: FieldOption[] = suggestions
    .map((facet) => ({
      facet,
      isSelected: values.includes(facet.value),
      rank: Math.min(matchRank(facet.value, text), matchRank(labelOf(facet.value), text)),
    }))
    .filter(({ rank }) => rank !== Infinity)
    .sort((a, b) => Number(a.isSelected) - Number(b.isSelected) || a.rank - b.rank)
    .slice(0, maxSuggestions)
    .map(({ facet, isSelected }) => ({ kind: "suggestion", facet, isSelected }));
  const isKnown = values.includes(text) || suggestions.some(({ value }) => value === text);
  return text === "" || isKnown ? known : [...known, { kind: "typed", text }];
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

export function valueOf(option: FieldOption): string {
  return option.kind === "typed" ? option.text : option.facet.value;
}

/** Whether the option is one of the field's values already. */
export function isSelected(option: FieldOption): boolean {
  return option.kind === "suggestion" && option.isSelected;
}
