import type { Item } from "../../service/types";

export interface SearchResults<T> {
  /** The best matches first, up to the limit. */
  readonly items: readonly Item<T>[];
  readonly matchCount: number;
}

/** What an item is found by. */
export interface SearchTexts {
  readonly name: string;
  readonly others: readonly (string | undefined)[];
}

/** The searched texts, in lower case. */
interface Entry<T> {
  readonly item: Item<T>;
  readonly name: string;
  /** The other texts, a line each. */
  readonly rest: string;
}

/** How well the query, or a word of it, matches, the best first. */
const rank = {
  exact: 0,
  nameStart: 1,
  nameWord: 2,
  nameInside: 3,
  restWord: 4,
  restInside: 5,
  none: 6,
} as const;
/** Shorter words are found in other texts than names only where a word starts: IDs have most pairs of characters somewhere. */
const minInsideLength = 3;
/** Longer texts are searched only up to this length. */
const maxTextLength = 500;

/**
 * Searches items of a list. Every word of the query has to occur. A name that is the query comes first, then names that start with a
 * word of the query, then names with a word that does, then other names, then other matches.
 */
export class ItemSearch<T> {
  private readonly entries: Entry<T>[] = [];
  private query = "";
  private words: readonly string[] = [];
  private resultsByRank: Item<T>[][] = [];
  private matchCount = 0;

  /** @param limit of the results. */
  constructor(
    private readonly limit: number,
    private readonly textsOf: (value: T) => SearchTexts,
  ) {
    this.setQuery("");
  }

  /** How many items are searched. */
  get size(): number {
    return this.entries.length;
  }

  get results(): SearchResults<T> {
    return { items: this.resultsByRank.flat().slice(0, this.limit), matchCount: this.matchCount };
  }

  /** An empty query matches everything, in the order added. */
  setQuery(query: string): SearchResults<T> {
    this.query = query.trim().toLowerCase();
    this.words = this.query.split(/\s+/).filter(Boolean);
    this.resultsByRank = Array.from({ length: rank.none }, () => []);
    this.matchCount = 0;
    for (const entry of this.entries) {
      this.match(entry);
    }
    return this.results;
  }

  add(items: readonly Item<T>[], from = 0): void {
    for (let index = from; index < items.length; index++) {
      const item = items[index];
      if (item) {
        const entry = this.entryOf(item);
        this.entries.push(entry);
        this.match(entry);
      }
    }
  }

  private entryOf(item: Item<T>): Entry<T> {
    const { name, others } = this.textsOf(item.value);
    const rest = others.map((text) => text?.slice(0, maxTextLength) ?? "").join("\n");
    return { item, name: name.slice(0, maxTextLength).toLowerCase(), rest: rest.toLowerCase() };
  }

  private match(entry: Entry<T>): void {
    let worst: number = rank.nameStart;
    for (const word of this.words) {
      worst = Math.max(worst, rankOf(entry, word));
      if (worst === rank.none) {
        return;
      }
    }
    this.matchCount++;
    const results = this.resultsByRank[entry.name === this.query ? rank.exact : worst];
    if (results && results.length < this.limit) {
      results.push(entry.item);
    }
  }
}

function rankOf({ name, rest }: Entry<unknown>, word: string): number {
  const inName = positionOf(name, word);
  if (inName !== "none") {
    return inName === "start" ? rank.nameStart : inName === "word" ? rank.nameWord : rank.nameInside;
  }
  const inRest = positionOf(rest, word);
  if (inRest === "inside") {
    return word.length < minInsideLength ? rank.none : rank.restInside;
  }
  return inRest === "none" ? rank.none : rank.restWord;
}

function positionOf(text: string, word: string): "start" | "word" | "inside" | "none" {
  let index = text.indexOf(word);
  if (index <= 0) {
    return index === 0 ? "start" : "none";
  }
  for (; index > 0; index = text.indexOf(word, index + 1)) {
    if (!isWordCharacter(text, index - 1)) {
      return "word";
    }
  }
  return "inside";
}

/** Digits, lower-case ASCII letters, and everything that is not ASCII. */
function isWordCharacter(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || code > 0x7f;
}
