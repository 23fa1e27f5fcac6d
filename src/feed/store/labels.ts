/** More values than a person picks from. */
const maxFacets = 500;

/** Texts that many events share, each kept once and known by a number, with how many events have it now. */
export class Labels {
  /** Number of the label of events that have none. */
  static readonly none = 0;

  private readonly numbers = new Map<string, number>();
  private readonly texts: string[] = [""];
  private readonly counts: number[] = [0];
  /** Until the next change of a count: asked for far more often than that. */
  private sorted: readonly Facet[] | undefined;

  /** Labels so far; their numbers are smaller. */
  get size(): number {
    return this.texts.length;
  }

  /** Number of a text; a text that is empty or missing is none. */
  numberOf(text: string | undefined): number {
    if (text === undefined || text === "") {
      return Labels.none;
    }
    let number = this.numbers.get(text);
    if (number === undefined) {
      number = this.texts.length;
      this.numbers.set(text, number);
      this.texts.push(text);
      this.counts.push(0);
    }
    return number;
  }

  /** Empty for none. */
  text(number: number): string {
    return this.texts[number] ?? "";
  }

  /** An event with this label came (1) or went (-1). */
  count(number: number, by: 1 | -1): void {
    this.counts[number] = (this.counts[number] ?? 0) + by;
    this.sorted = undefined;
  }

  /** Number of a text that is here, else -1. */
  find(text: string): number {
    return this.numbers.get(text) ?? -1;
  }

  /** The labels that events have, most frequent first, at most `maxFacets`; the same list until a count changes. */
  get facets(): readonly Facet[] {
    this.sorted ??= this.texts
      .map((value, number) => ({ value, count: this.counts[number] ?? 0 }))
      .filter(({ value, count }) => value !== "" && count > 0)
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .slice(0, maxFacets);
    return this.sorted;
  }
}
import type { Facet } from "../../shared/feedState";
