/**
 * A language that reveals untranslated and clipped text. Every message is in brackets, a third longer, with
 * accents on all letters. A letter without an accent is untranslated; a missing bracket was clipped. Numbers
 * and dates are Greek, which has no Latin letters either.
 */
import { displayLanguage, setDisplayLanguage } from "../../../src/shared/locale";
import { messageFile, type Messages, textsOf } from "./messages";

/** A language tag that VS Code and `Intl` support. */
const pseudoLanguage = "el";

const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const accented = "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýž";

/** Parts of a message that stay unchanged: placeholders, command links, icons and code. */
const fixed = /\{\d+\}|\]\([^)]*\)|\$\([^)]*\)|`[^`]*`/g;

function pseudoText(message: string): string {
  let text = "";
  let at = 0;
  for (const { 0: part, index } of message.matchAll(fixed)) {
    text += withAccents(message.slice(at, index)) + part;
    at = index + part.length;
  }
  text += withAccents(message.slice(at));
  const letters = message.replace(fixed, "").match(/\p{L}/gu)?.length ?? 0;
  return letters === 0 ? text : `⟦${text}${"·".repeat(Math.ceil(letters * 0.3))}⟧`;
}

function withAccents(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => accented[plain.indexOf(letter)] ?? letter);
}

function pseudoMessages(messages: Messages): Messages {
  return Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, pseudoText(text)]));
}

/** Call it in a suite: uses the pseudo language during its tests. */
export function usePseudoLanguage(): void {
  useLanguage(pseudoLanguage, () => pseudoMessages(textsOf(messageFile("l10n/bundle.l10n.json"))));
}

/** Call it in a suite: uses another language during its tests. */
export function useLanguage(language: string, messages: () => Messages): void {
  const previous = displayLanguage();
  before(() => setDisplayLanguage({ language, messages: messages() }));
  after(() => setDisplayLanguage(previous));
}
