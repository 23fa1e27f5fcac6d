import type { Item } from "../../service/types";
import { searchText, searchWords } from "../../shared/text";

/** The texts of an item that are searched. */
export interface SearchTexts {
  readonly name: string;
  readonly others: readonly (string | undefined)[];
}

/** An item, and its texts as `searchText` returns them. */
interface Entry<T> {
  readonly item: Item<T>;
  readonly name: string;
  readonly text: string;
}

/** Longer texts are searched only up to this length. */
const maxTextLength = 500;

/** Finds the items of a list that contain every word of a query. */
export class ItemSearch<T> {
  private readonly entries: Entry<T>[] = [];

  constructor(private readonly textsOf: (value: T) => SearchTexts) {}

  /** Number of items that are searched. */
  get size(): number {
    return this.entries.length;
  }

  add(items: readonly Item<T>[]): void {
    for (const item of items) {
      const { name, others } = this.textsOf(item.value);
      const texts = [name, ...others].map((text = "") => searchText(text.slice(0, maxTextLength)));
      this.entries.push({ item, name: texts[0] ?? "", text: texts.join("\n") });
    }
  }

  /** Sorts matches by the position of the first word in the name, then by the name's length. An empty query matches all items. */
  find(query: string, limit: number): { readonly items: readonly Item<T>[]; readonly matchCount: number } {
    const words = searchWords(query).map(({ word }) => word);
    const matches = this.entries
      .filter(({ text }) => words.every((word) => text.includes(word)))
      .map(({ item, name }) => ({ item, length: name.length, at: positionIn(name, words[0] ?? "") }));
    if (words.length > 0) {
      matches.sort((a, b) => a.at - b.at || a.length - b.length);
    }
    return { items: matches.slice(0, limit).map(({ item }) => item), matchCount: matches.length };
  }
}

function positionIn(name: string, word: string): number {
  const index = name.indexOf(word);
  return index < 0 ? maxTextLength : index;
}
