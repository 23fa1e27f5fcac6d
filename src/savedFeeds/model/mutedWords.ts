import { comparableText } from "../../shared/text";

/** Letters, digits and what belongs to them: a word ends where none of these follows. */
const wordCharacter = /[\p{L}\p{M}\p{N}_]/u;
const singleWord = /^[\p{L}\p{M}\p{N}_]+$/u;
const words = /[\p{L}\p{M}\p{N}_]+/gu;
/** Scripts that are written without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * The muted words of a saved feed: an event does not count if its title has one of them. Whole words are compared, so that "art" does
 * not mute "startup"; a muted text of several words must occur as it is.
 */
export class MutedWords {
  private static readonly compiled = new WeakMap<readonly string[], MutedWords>();

  private readonly words = new Set<string>();
  private readonly phrases: string[] = [];

  /** The same object for the same array. */
  static of(entries: readonly string[]): MutedWords {
    let muted = this.compiled.get(entries);
    if (!muted) {
      muted = new MutedWords(entries);
      this.compiled.set(entries, muted);
    }
    return muted;
  }

  constructor(entries: readonly string[]) {
    const texts = new Set(entries.map(comparableText));
    texts.delete("");
    for (const text of texts) {
      if (singleWord.test(text) && !unspaced.test(text)) {
        this.words.add(text);
      } else {
        this.phrases.push(text);
      }
    }
  }

  get isEmpty(): boolean {
    return this.words.size + this.phrases.length === 0;
  }

  /** An event without a title is not muted. */
  mutes(title: string | undefined): boolean {
    if (title === undefined || this.isEmpty) {
      return false;
    }
    const text = comparableText(title);
    return (
      (this.words.size > 0 && (text.match(words)?.some((word) => this.words.has(word)) ?? false)) ||
      this.phrases.some((phrase) => hasPhrase(text, phrase))
    );
  }
}

function hasPhrase(text: string, phrase: string): boolean {
  for (let start = text.indexOf(phrase); start >= 0; start = text.indexOf(phrase, start + 1)) {
    if (isBoundary(text, start) && isBoundary(text, start + phrase.length)) {
      return true;
    }
  }
  return false;
}

/** Whether no word of a script with spaces continues across a position. */
function isBoundary(text: string, at: number): boolean {
  const before = Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? "";
  const after = String.fromCodePoint(text.codePointAt(at) ?? 0x20);
  return (
    !wordCharacter.test(before) || !wordCharacter.test(after) || unspaced.test(before) || unspaced.test(after)
  );
}
