import type { Collection, Item } from "../../api/types";
import { nameOf } from "../model/collectionText";

/** What the finder has for the current query. */
export interface CollectionSearchResults {
  /** Best first, at most as many as the finder was told. */
  readonly items: readonly Item<Collection>[];
  /** How many match in all. */
  readonly matches: number;
}

interface Entry {
  readonly item: Item<Collection>;
  /** Lower-cased. */
  readonly name: string;
  /** Second name, ID and environment, lower-cased, a line each. */
  readonly rest: string;
}

/** How well a word fits, best first. */
const rank = { nameStart: 0, nameWord: 1, nameInside: 2, restWord: 3, restInside: 4, none: 5 } as const;
const ranks = rank.none;
/** Longer texts are searched up to here. */
const maxText = 500;

/**
 * Finds collections by name, second name, ID and environment. Every word of the query has to occur; a name that starts with
 * it comes before one with a word that does, that before one that has it inside, and names before the rest. Collections can
 * be added while a query stands: they alone are looked at then.
 */
export class CollectionSearch {
  private readonly entries: Entry[] = [];
  private words: readonly string[] = [];
  private buckets: Item<Collection>[][] = [];
  private matches = 0;

  /** @param limit how many are handed over at most. */
  constructor(private readonly limit: number) {
    this.search("");
  }

  get size(): number {
    return this.entries.length;
  }

  /** Starts over with another query. An empty one finds everything, in the order added. */
  search(query: string): CollectionSearchResults {
    this.words = query.toLowerCase().split(/\s+/).filter(Boolean);
    this.buckets = Array.from({ length: ranks }, () => []);
    this.matches = 0;
    for (const entry of this.entries) {
      this.consider(entry);
    }
    return this.found;
  }

  add(items: readonly Item<Collection>[], from = 0): void {
    for (let index = from; index < items.length; index++) {
      const item = items[index];
      if (item) {
        const entry = entryOf(item);
        this.entries.push(entry);
        this.consider(entry);
      }
    }
  }

  get found(): CollectionSearchResults {
    return { items: this.buckets.flat().slice(0, this.limit), matches: this.matches };
  }

  private consider(entry: Entry): void {
    let worst: number = rank.nameStart;
    for (const word of this.words) {
      worst = Math.max(worst, rankOf(entry, word));
      if (worst === rank.none) {
        return;
      }
    }
    this.matches++;
    const bucket = this.buckets[worst];
    if (bucket && bucket.length < this.limit) {
      bucket.push(entry.item);
    }
  }
}

function entryOf(item: Item<Collection>): Entry {
  const { value } = item;
  const rest = [value.collectionName, value.collectionId, value.environment]
    .map((text) => text?.slice(0, maxText) ?? "")
    .join("\n");
  return { item, name: nameOf(value).slice(0, maxText).toLowerCase(), rest: rest.toLowerCase() };
}

function rankOf({ name, rest }: Entry, word: string): number {
  const inName = placeOf(name, word);
  if (inName !== "absent") {
    return inName === "start" ? rank.nameStart : inName === "word" ? rank.nameWord : rank.nameInside;
  }
  const inRest = placeOf(rest, word);
  return inRest === "absent" ? rank.none : inRest === "inside" ? rank.restInside : rank.restWord;
}

function placeOf(text: string, word: string): "start" | "word" | "inside" | "absent" {
  let at = text.indexOf(word);
  if (at <= 0) {
    return at === 0 ? "start" : "absent";
  }
  for (; at > 0; at = text.indexOf(word, at + 1)) {
    if (!isWordCharacter(text, at - 1)) {
      return "word";
    }
  }
  return "inside";
}

function isWordCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  // Digits, lower-case ASCII letters (the text is lower-cased), and all that is not ASCII.
  return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || code > 0x7f;
}
