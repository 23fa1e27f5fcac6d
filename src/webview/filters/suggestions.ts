/** What a field with suggestions offers for what is typed. */
import type { Facet } from "../../shared/feedState";
import { foldCase } from "../../shared/text";

const maxSuggestions = 50;

export type FieldOption =
  | {
      readonly kind: "suggestion";
      readonly facet: Facet;
      /** Whether it is among the field's values already. */
      readonly chosen: boolean;
    }
  /** What is typed, as it is. */
  | { readonly kind: "typed"; readonly text: string };

interface FieldState {
  readonly typed: string;
  /** The values the field has. */
  readonly values: readonly string[];
  /** Most frequent first. */
  readonly suggestions: readonly Facet[];
  /** How a value is called elsewhere on the page. */
  readonly nameOf: (value: string) => string;
}

/**
 * The suggestions that match, the best first, and last what is typed, unless it is one of them or a value already. A value
 * is offered again only where it is typed: Enter then changes nothing, rather than adding half a word beside it.
 */
export function fieldOptions({ typed, values, suggestions, nameOf }: FieldState): FieldOption[] {
  const text = typed.trim();
  const matching = suggestions.flatMap((facet) => {
    const chosen = values.includes(facet.value);
    const rank = Math.min(matchRank(facet.value, text), matchRank(nameOf(facet.value), text));
    return rank === Infinity || (chosen && text === "") ? [] : [{ facet, chosen, rank }];
  });
  const known: FieldOption[] = matching
    .sort((a, b) => Number(a.chosen) - Number(b.chosen) || a.rank - b.rank)
    .slice(0, maxSuggestions)
    .map(({ facet, chosen }) => ({ kind: "suggestion", facet, chosen }));
  const isValue = values.includes(text) || suggestions.some(({ value }) => value === text);
  return text === "" || isValue ? known : [...known, { kind: "typed", text }];
}

/** How well a text matches what is typed, 0 best; Infinity where it does not. */
function matchRank(text: string, typed: string): number {
  const [whole, part] = [foldCase(text), foldCase(typed)];
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
