/**
 * A language that shows what is not translated and what has no room: every message has accents on all of its letters, is a
 * third longer, and stands between brackets. So a letter without an accent is not from a message, and a missing bracket was
 * clipped. Numbers and dates are Greek, which has no Latin letters either.
 */
import { displayLanguage, setDisplayLanguage } from "../../../src/shared/locale";
import { messageFile, type Messages, textsOf } from "./messages";

/** A tag that VS Code and `Intl` know. */
const pseudoLanguage = "el";

const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const accented = "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýž";

/** The placeholders, links to commands, icons and code in a message stay as they are. */
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

/** Shows everything in the pseudo language during the suite it is called in. */
export function usePseudoLanguage(): void {
  useLanguage(pseudoLanguage, () => pseudoMessages(textsOf(messageFile("l10n/bundle.l10n.json"))));
}

/** Shows everything in another language during the suite it is called in. */
export function useLanguage(language: string, messages: () => Messages): void {
  const previous = displayLanguage();
  before(() => setDisplayLanguage({ language, messages: messages() }));
  after(() => setDisplayLanguage(previous));
}
