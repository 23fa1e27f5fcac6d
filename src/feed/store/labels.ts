import type { Facet } from "../../shared/feedState";

/** How many values are offered at most: more than anyone picks from. */
const maxFacets = 500;

/** Texts that many events share, each stored once under a number, with the number of events that have it. */
export class Labels {
  /** The number that stands for no label. */
  static readonly none = 0;

  private readonly numbers = new Map<string, number>();
  private readonly texts: string[] = [""];
  private readonly counts: number[] = [0];
  /** The facets, until a count changes: they are read far more often. */
  private sorted: readonly Facet[] | undefined;

  /** Number of a text, which is added if it is new; `none` for an empty or missing one. */
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

  text(number: number): string {
    return this.texts[number] ?? "";
  }

  /** An event with this label was added (1) or removed (-1). */
  count(number: number, by: 1 | -1): void {
    this.counts[number] = (this.counts[number] ?? 0) + by;
    this.sorted = undefined;
  }

  /** The labels of events, most frequent first, at most `maxFacets`; the same array until a count changes. */
  get facets(): readonly Facet[] {
    this.sorted ??= this.texts
      .map((value, number) => ({ value, count: this.counts[number] ?? 0 }))
      .filter(({ value, count }) => value !== "" && count > 0)
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .slice(0, maxFacets);
    return this.sorted;
  }
}
