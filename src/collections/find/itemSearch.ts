import type { Item } from "../../service/types";

/** What an item is found by: its name, and other texts. */
export interface SearchTexts {
  readonly name: string;
  readonly others: readonly (string | undefined)[];
}

/** The searched texts, in lower case. */
interface Entry<T> {
  readonly item: Item<T>;
  readonly name: string;
  /** The words of the name, each with a space before it. */
  readonly words: string;
  readonly others: string;
}

/** Longer texts are searched only up to this length. */
const maxTextLength = 500;

/** Searches items of a list. Every word of the query has to occur; the best matches come first. */
export class ItemSearch<T> {
  private readonly entries: Entry<T>[] = [];

  constructor(private readonly textsOf: (value: T) => SearchTexts) {}

  /** How many items are searched. */
  get size(): number {
    return this.entries.length;
  }

  add(items: readonly Item<T>[]): void {
    for (const item of items) {
      const texts = this.textsOf(item.value);
      const name = texts.name.slice(0, maxTextLength).toLowerCase();
      const others = texts.others.map((text) => text?.slice(0, maxTextLength) ?? "").join("\n");
      const words = ` ${name.replaceAll(/[^\p{L}\p{N}]+/gu, " ")}`;
      this.entries.push({ item, name, words, others: others.toLowerCase() });
    }
  }

  /** An empty query matches everything, in the order added. */
  find(query: string, limit: number): { readonly items: readonly Item<T>[]; readonly matchCount: number } {
    const text = query.trim().toLowerCase();
    const words = text.split(/\s+/).filter(Boolean);
    const byRank: Item<T>[][] = [];
    for (const entry of this.entries) {
      const rank = entry.name === text ? 0 : Math.max(1, ...words.map((word) => rankOf(entry, word)));
      if (rank < noMatch) {
        (byRank[rank] ??= []).push(entry.item);
      }
    }
    const items = byRank.flat();
    return { items: items.slice(0, limit), matchCount: items.length };
  }
}

const noMatch = 5;

/** How well a word matches, from 1, the best. */
function rankOf({ name, words, others }: Entry<unknown>, word: string): number {
  if (name.startsWith(word)) {
    return 1;
  }
  if (words.includes(` ${word}`)) {
    return 2;
  }
  if (name.includes(word)) {
    return 3;
  }
  return others.includes(word) ? 4 : noMatch;
}
