import type { Item } from "../../service/types";
import { searchText, searchWords } from "../../shared/text";

/** The texts of an item that are searched. */
export interface SearchTexts {
  readonly name: string;
  readonly others: readonly (string | undefined)[];
}

/** Longer texts are searched only up to this length. */
const maxTextLength = 500;

/** Finds the items of a list that contain every word of a query. */
export class ItemSearch<T> {
  /** The texts of each item as `searchText` returns them: the name, and all of them. */
  private readonly searched = new WeakMap<Item<T>, { readonly name: string; readonly text: string }>();

  constructor(private readonly textsOf: (value: T) => SearchTexts) {}

  /** Sorts matches by the position of the first word in the name, then by the name's length. An empty query matches all items. */
  find(
    items: readonly Item<T>[],
    query: string,
    limit: number,
  ): { readonly items: readonly Item<T>[]; readonly matchCount: number } {
    const words = searchWords(query).map(({ word }) => word);
    const matches = items.flatMap((item) => {
      const { name, text } = this.searchedTextsOf(item);
      const isMatch = words.every((word) => text.includes(word));
      return isMatch ? [{ item, length: name.length, at: positionIn(name, words[0] ?? "") }] : [];
    });
    if (words.length > 0) {
      matches.sort((a, b) => a.at - b.at || a.length - b.length);
    }
    return { items: matches.slice(0, limit).map(({ item }) => item), matchCount: matches.length };
  }

  private searchedTextsOf(item: Item<T>) {
    let searched = this.searched.get(item);
    if (!searched) {
      const { name, others } = this.textsOf(item.value);
      const texts = [name, ...others].map((text = "") => searchText(text.slice(0, maxTextLength)));
      searched = { name: texts[0] ?? "", text: texts.join("\n") };
      this.searched.set(item, searched);
    }
    return searched;
  }
}

function positionIn(name: string, word: string): number {
  const index = name.indexOf(word);
  return index < 0 ? maxTextLength : index;
}
