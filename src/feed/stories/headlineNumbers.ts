import {
  currencies,
  letterNames,
  numberWords,
  ordinals,
  percentWords,
  scales,
  timeUnits,
} from "./headlineWords";

/** A number of a headline, or a name with digits such as `Q3` or `Series B`. */
export interface HeadlineNumber {
  /** `42000000` for "$42M" and for "42.0 million"; the name itself for names with digits. */
  readonly value: number | string;
  /** A currency, `%`, `time` for durations, or empty. */
  readonly unit: string;
  /** It may be a part of a name, such as "Widget 2", which is another widget than "Widget". */
  readonly inName?: true;
}

const tokenPattern =
  /((?:\b(?:US|AU|CA|A|C|S|HK))?\$|[€£¥₹])?\s?(?<digits>\d{4}-\d\d-\d\d(?!\d)|\d+(?:[.,'’\u00a0\u202f]\d+)*)(?<suffix>\p{L}*)(?<percent>\s?%)?|\p{L}[\p{L}\p{M}\p{N}]*(?:['’&.+][\p{L}\p{N}]+)*/gu;

interface Token {
  readonly text: string;
  readonly number: HeadlineNumber | undefined;
}

/** The words and numbers of a headline in order. Words that belong to a number are part of it. */
export function tokensOf(title: string): Token[] {
  // Most titles do not need the slow expression.
  const joined = /seed/i.test(title) ? title.replace(/\bpre[-\s]?seed\b/giu, "Preseed") : title;
  const matches = [...joined.matchAll(tokenPattern)];
  const tokens: Token[] = [];
  for (let index = 0; index < matches.length; index++) {
    const match = matches[index];
    const previous = index - 1;
    const text = match?.[0] ?? "";
    const wordAt = (at: number): string => matches[at]?.[0].toLowerCase() ?? "";
    const digits = match?.groups?.["digits"];
    if (digits === undefined) {
      const word = text.toLowerCase();
      const letter = matches[index + 1]?.[0] ?? "";
      if (letterNames.has(word) && /^\p{L}\d?$/u.test(letter)) {
        index++;
        tokens.push({ text: `${text} ${letter}`, number: named(`${word} ${letter.toLowerCase()}`) });
      } else if (!(currencies.has(word) && matches[index + 1]?.groups?.["digits"] !== undefined)) {
        tokens.push({ text, number: numberOfWord(text) });
      }
      continue;
    }
    const suffix = match?.groups?.["suffix"]?.toLowerCase() ?? "";
    const value = numberOf(digits);
    let scale = scales.get(suffix);
    if (value === undefined || (suffix !== "" && scale === undefined)) {
      tokens.push({ text, number: named(text.trim().toLowerCase()) });
      continue;
    }
    const before = match?.[1]?.toLowerCase() ?? wordAt(previous);
    let unit = currencies.get(before) ?? "";
    if (scale === undefined && scales.has(wordAt(index + 1))) {
      scale = scales.get(wordAt(++index));
    }
    if (match?.groups?.["percent"] !== undefined || percentWords.has(wordAt(index + 1))) {
      unit = "%";
      index += match?.groups?.["percent"] === undefined ? 1 : 0;
    } else if (unit === "" && timeUnits.has(wordAt(index + 1))) {
      unit = "time";
      index++;
    } else if (unit === "" && currencies.has(wordAt(index + 1))) {
      unit = currencies.get(wordAt(++index)) ?? "";
    }
    const inName = unit === "" && scale === undefined && /^\p{Lu}/u.test(matches[previous]?.[0] ?? "");
    const number = { value: Number((value * (scale ?? 1)).toPrecision(12)), unit };
    tokens.push({ text, number: inName ? { ...number, inName } : number });
  }
  return tokens;
}

export function isMoney({ value, unit }: HeadlineNumber): boolean {
  return /^[A-Z]{3}$/.test(unit) && typeof value === "number";
}

/** Whether two numbers are the same: one without a unit may be the same as one with a currency. */
export function sameNumber(a: HeadlineNumber, b: HeadlineNumber): boolean {
  return (
    a.value === b.value &&
    (a.unit === b.unit || (a.unit === "" && isMoney(b)) || (b.unit === "" && isMoney(a)))
  );
}

function named(value: string): HeadlineNumber {
  return { value, unit: "", inName: true };
}

function numberOfWord(text: string): HeadlineNumber | undefined {
  const word = text.toLowerCase();
  const value = numberWords.get(word);
  if (value !== undefined) {
    return { value, unit: "" };
  }
  const isName = ordinals.has(word) || /\d/.test(word) || /^(?![AIai]$)\p{L}$/u.test(text);
  return isName ? named(word) : undefined;
}

/** Undefined if the digits are not one number, as in versions and dates. */
function numberOf(digits: string): number | undefined {
  if (/^\d{1,3}(?:[,'’\u00a0\u202f]\d{3})+(?:\.\d+)?$/.test(digits)) {
    return Number(digits.replace(/[^\d.]/g, ""));
  }
  if (/^\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?$/.test(digits)) {
    return Number(digits.replaceAll(".", "").replace(",", "."));
  }
  return /^\d+(?:[.,]\d+)?$/.test(digits) ? Number(digits.replace(",", ".")) : undefined;
}
