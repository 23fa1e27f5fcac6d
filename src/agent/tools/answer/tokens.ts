/** Upper limit of an answer if the call states no other one. */
export const defaultTokenBudget = 2000;

/** A run of letters in one case, with a capital at its start or not; a run of digits; anything else. */
const pieces = /[A-Z]?[a-z]+|[A-Z]+|\d+|[^A-Za-z\d]/gu;

/**
 * An upper limit of the tokens that a model reads. It is no count, because encodings differ and their vocabularies are large. Ordinary
 * English has about two thirds of it. Texts made to have many tokens stay below it too, as tests show for two encodings.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const { 0: piece, index } of text.matchAll(pieces)) {
    const code = piece.codePointAt(0) ?? 0;
    tokens +=
      code > 0x7f
        ? tokensOfCharacter(code)
        : tokensOfAscii(piece, text[index - 1] ?? "", text[index + piece.length] ?? "");
  }
  return Math.ceil(tokens);
}

const letter = /[A-Za-z]/;
const digit = /\d/;

/** @param before, after the characters around the piece */
function tokensOfAscii(piece: string, before: string, after: string): number {
  if (digit.test(piece)) {
    return Math.ceil(piece.length / 3);
  }
  if (letter.test(piece)) {
    const isOfId = digit.test(before) || digit.test(after) || letter.test(before);
    const tokens = /[a-z]/.test(piece) ? tokensOfWord(piece) : 0.62 * piece.length;
    return Math.max(1, tokens, isOfId ? 0.66 * piece.length : 0);
  }
  // One space is a part of the word after it.
  return piece === " " && letter.test(after) ? 0 : 1;
}

/** Vocabularies have common words and syllables, so that words that can be spoken take few tokens. Two random letters take one. */
function tokensOfWord(word: string): number {
  const crowded = (word.match(/[^aeiouy]{3,}/gi) ?? []).reduce((sum, run) => sum + run.length - 2, 0);
  return word.length > 16 ? 0.6 * word.length : 0.33 * (word.length - crowded) + 0.85 * crowded;
}

/** The most tokens that a character takes in either encoding. */
function tokensOfCharacter(code: number): number {
  if (code < 0x800 || isCommon(code)) {
    return 2;
  }
  return code < 0x10000 ? 3 : 4;
}

/** Whether a character above U+0800 takes few tokens: Devanagari, Thai, dashes and quotation marks, kana. */
function isCommon(code: number): boolean {
  return (
    (code >= 0x900 && code < 0x980) ||
    (code >= 0xe00 && code < 0xe60) ||
    (code >= 0x2010 && code < 0x205f) ||
    (code >= 0x3040 && code < 0x3100)
  );
}
