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
  readonly text: string;
}

/** Longer texts are searched only up to this length. */
const maxTextLength = 500;

/** Searches items of a list. Every word of the query has to occur. */
export class ItemSearch<T> {
  private readonly entries: Entry<T>[] = [];

  constructor(private readonly textsOf: (value: T) => SearchTexts) {}

  /** How many items are searched. */
  get size(): number {
    return this.entries.length;
  }

  add(items: readonly Item<T>[]): void {
    for (const item of items) {
      const { name, others } = this.textsOf(item.value);
      const texts = [name, ...others].map((text) => text?.slice(0, maxTextLength).toLowerCase() ?? "");
      this.entries.push({ item, name: texts[0] ?? "", text: texts.join("\n") });
    }
  }

  /** The earlier the first word is in a name, and the shorter the name, the earlier its item comes. An empty query matches everything, in the order added. */
  find(query: string, limit: number): { readonly items: readonly Item<T>[]; readonly matchCount: number } {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
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
