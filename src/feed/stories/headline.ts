import type { CompanyEvent } from "../../shared/companyEvent";
import { eventKind, type EventKind } from "../../shared/eventKind";
import { type HeadlineNumber, tokensOf } from "./headlineNumbers";
import { sameWords, stopWords, turns } from "./headlineWords";

/** The fields of an event that tell whether it is the same story as another one. */
export type StoryEvent = Pick<CompanyEvent, "id" | "type" | "title" | "publishedMs" | "company" | "amount">;

/** What a title says, without the name of the company and words that say nothing. */
export interface Headline {
  readonly kind: EventKind | undefined;
  /** In lower case. Words that mean the same in headlines are replaced by one of them. */
  readonly words: ReadonlySet<string>;
  /** The words that are names: capitalized within a title that does not capitalize all its words. */
  readonly names: ReadonlySet<string>;
  /** Pairs of names that stand beside each other, such as those of a person. */
  readonly fullNames: ReadonlySet<string>;
  /** The words that are surely no names. */
  readonly plainWords: ReadonlySet<string>;
  /** The numbers of the title, and the amount of the event. */
  readonly numbers: readonly HeadlineNumber[];
  /** Words that turn a story into another one, such as "cancels". */
  readonly turns: ReadonlySet<string>;
  readonly mentionsCompany: boolean;
}

export function headlineOf({ type, title = "", company, amount }: StoryEvent): Headline {
  const text = title.normalize("NFKC");
  const companyWords = tokensOf((company?.name ?? "").normalize("NFKC")).map((token) => wordOf(token.text));
  const ownWords = new Set(companyWords);
  const words = new Set<string>();
  const capitalized = new Set<string>();
  const plainWords = new Set<string>();
  const taken = new Set<string>();
  const numbers: HeadlineNumber[] = [];
  const fullNames = new Set<string>();
  let lastName = "";
  let mentionsCompany = false;
  let [upper, lower] = [0, 0];
  for (const [index, { text: own, number }] of tokensOf(text).entries()) {
    const word = wordOf(own);
    const nameBefore = lastName;
    lastName = "";
    if (ownWords.has(word)) {
      mentionsCompany ||= word === companyWords[0];
      continue;
    }
    if (number) {
      numbers.push(number);
      continue;
    }
    const isCapitalized = /^\p{Lu}/u.test(own);
    const turn = turns.get(word);
    if (turn !== undefined) {
      taken.add(turn);
    }
    if (stopWords.has(word)) {
      continue;
    }
    const meaning = sameWords.get(word) ?? singular(word);
    words.add(meaning);
    if (isCapitalized) {
      lastName = meaning;
      if (nameBefore !== "") {
        fullNames.add(`${nameBefore} ${meaning}`);
      }
    }
    if (!isCapitalized) {
      lower++;
      plainWords.add(meaning);
    } else if (index > 0) {
      upper++;
      capitalized.add(meaning);
    }
  }
  if (amount !== undefined && amount > 0) {
    numbers.push({ value: Number(amount.toPrecision(12)), unit: "USD" });
  }
  if (taken.has("leave") && words.has("name")) {
    // One person leaves, and another one comes. A headline about the one who comes tells the same story.
    taken.delete("leave");
  }
  const isTitleCase = upper > 2 * lower;
  return {
    kind: eventKind(type),
    words,
    names: isTitleCase ? new Set() : capitalized,
    fullNames,
    plainWords,
    numbers,
    turns: taken,
    mentionsCompany,
  };
}

function wordOf(text: string): string {
  return text.toLowerCase().replace(/['’]s?$|\.$/u, "");
}

function singular(word: string): string {
  return word.length > 4 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}
