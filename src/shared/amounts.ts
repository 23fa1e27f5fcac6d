import * as l10n from "@vscode/l10n";
import { locale, perLocale } from "./locale";

/** Powers of ten of the words and letters that people write behind an amount, in all display languages. */
const suffixes: Readonly<Record<string, number>> = {
  k: 3,
  thousand: 3,
  tsd: 3,
  m: 6,
  mn: 6,
  mm: 6,
  mio: 6,
  million: 6,
  b: 9,
  bn: 9,
  mrd: 9,
  billion: 9,
  t: 12,
  bio: 12,
  tn: 12,
  trillion: 12,
};

/** Number, optional exponent, optional word: `10M`, `2.5 bn`, `1,000,000`, `1e6`. Commas only between groups of thousands. */
const amountShape = /^(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?:e\+?(\d{1,3}))?\s*([^\d.]*)\.?$/;

type ParsedAmount =
  | { readonly ok: true; readonly value: number }
  /** A sentence for the user. */
  | { readonly ok: false; readonly message: string };

/** Reads an amount of zero or more as the user types it, or as it is written here: `10M`, `2,5 Mrd. $`, `≥ $10M`. */
export function parseAmount(text: string): ParsedAmount {
  const plain = withPlainSpaces(text)
    .toLowerCase()
    .replace(/^(?:≥|>=)\s*/, "")
    .replace(/^(?:usd|us\$|\$)\s*/, "")
    .replace(/\s*(?:usd|us\$|\$)$/, "")
    .replaceAll("_", "");
  if (/^[-−]/.test(plain)) {
    return { ok: false, message: l10n.t("Enter an amount of zero or more.") };
  }
  const local = localSuffixes();
  const value = englishAmount(withEnglishSeparators(plain), local) ?? englishAmount(plain, local);
  if (value === undefined) {
    return { ok: false, message: l10n.t("Enter an amount such as 300k, 10M, 2.5B or 1,000,000.") };
  }
  return value <= Number.MAX_SAFE_INTEGER
    ? { ok: true, value }
    : { ok: false, message: l10n.t("Enter a smaller amount.") };
}

/**
 * Reads `10m`, `2.5 bn` or `1,000,000` whatever the display language.
 * @param text in lower case, without a currency
 * @param moreSuffixes of the display language, where they say something else: `bn` are 10¹² in French
 */
export function englishAmount(text: string, moreSuffixes?: ReadonlyMap<string, number>): number | undefined {
  const [, whole, fraction = "", exponent = "0", suffix = ""] = amountShape.exec(text) ?? [];
  const english = Object.hasOwn(suffixes, suffix) ? suffixes[suffix] : undefined;
  const power = suffix === "" ? 0 : (moreSuffixes?.get(suffix) ?? english);
  // Multiplication would make 1.1M slightly different from 1100000.
  return whole === undefined || power === undefined
    ? undefined
    : Number(`${whole.replaceAll(",", "")}${fraction}e${Number(exponent) + power}`);
}

function withPlainSpaces(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** `1.234,5 mio.` in German is `1,234.5 mio.` */
function withEnglishSeparators(text: string): string {
  const { group, decimal } = separators();
  // Only between digits: behind the number, a dot belongs to an abbreviation, and a space separates it.
  return text.replace(/(?<=\d)[., '’](?=\d)/g, (char) =>
    char === decimal ? "." : char === group || (char === " " && group.trim() === "") ? "," : char,
  );
}

const separators = perLocale((locale) => {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.5);
  const separator = (type: "group" | "decimal"): string =>
    parts.find((part) => part.type === type)?.value ?? "";
  return { group: separator("group"), decimal: separator("decimal") };
});

const compactFormat = perLocale(
  (locale) => new Intl.NumberFormat(locale, { notation: "compact", maximumSignificantDigits: 3 }),
);
/** Powers of ten of the words and letters that `compactFormat` writes behind an amount, as `suffixes`. */
const localSuffixes = perLocale(() => {
  const powers = new Map<string, number>();
  for (let exponent = 3; exponent < 15; exponent++) {
    const short = withPlainSpaces(compactFormat().format(10 ** exponent)).toLowerCase();
    const [, digits = "", suffix] = /^(\d+) ?([^\d.,]+)\.?$/.exec(short) ?? [];
    if (suffix !== undefined) {
      // `100 k` is 10⁵.
      powers.set(suffix, exponent + 1 - digits.length);
    }
  }
  return powers;
});
/** For what is beyond the largest suffix. */
const wholeCompactFormat = perLocale(
  (locale) =>
    new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 0, useGrouping: true }),
);

/** At most three significant digits: `$42M`, `$1.25B`, `$950K`, `-$5M`, `$0`. Without a suffix for the size: `$1e+21`. */
export function compactUsd(amount: number): string {
  const size = Math.abs(amount);
  if (size >= 1e18) {
    return withCurrency(amount < 0, Number(size.toPrecision(3)).toExponential());
  }
  const format = size >= 1e15 ? wholeCompactFormat() : compactFormat();
  return withCurrency(amount < 0, format.format(size));
}

/** With all digits of the number: `$42,000,000`, `$0.5`, `$1.5e+20`. */
export function exactUsd(amount: number): string {
  const size = Math.abs(amount);
  return withCurrency(
    amount < 0,
    size > Number.MAX_SAFE_INTEGER ? size.toExponential() : grouped(String(size)),
  );
}

/**
 * Short, followed by the full amount if that differs: `$42M ($42,000,000)`. An amount that a number cannot hold is
 * written as sent: `$1e400`.
 * @param digits a JSON number
 */
export function sentUsd(digits: string): string {
  const amount = Number(digits);
  const exact = exactUsdOf(digits);
  const short =
    Number.isFinite(amount) && (amount !== 0 || exact === exactUsd(0)) ? compactUsd(amount) : exact;
  return short === exact ? exact : `${short} (${exact})`;
}

/** With all digits of a JSON number, also if JavaScript cannot hold them. */
export function exactUsdOf(digits: string): string {
  const amount = Number(digits);
  const [, sign = "", size = ""] = /^(-?)(.*)$/.exec(digits) ?? [];
  return holds(amount, digits) ? exactUsd(amount) : withCurrency(sign !== "", grouped(size));
}

/**
 * Likewise in another currency: `€42M (€42,000,000)`.
 * @param currency a code; without a known one, the number alone is shown
 */
export function sentMoney(digits: string, currency: string): string {
  const code = currency.trim().toUpperCase();
  if (code === "USD") {
    return sentUsd(digits);
  }
  const amount = Number(digits);
  if (!/^[A-Z]{3}$/.test(code) || !holds(amount, digits)) {
    return `${groupedDigits(digits)} ${currency.trim()}`;
  }
  const style = { style: "currency", currency: code, minimumFractionDigits: 0 } as const;
  const exact = amount.toLocaleString(locale(), { ...style, maximumFractionDigits: 15 });
  const short = amount.toLocaleString(locale(), {
    ...style,
    notation: "compact",
    maximumSignificantDigits: 3,
  });
  return Math.abs(amount) < 1000 ? exact : `${short} (${exact})`;
}

/** `1,234.5`; a number that JavaScript cannot hold as it was sent */
export function groupedDigits(digits: string): string {
  const number = Number(digits);
  return holds(number, digits) && Math.abs(number) < 1e15
    ? number.toLocaleString(locale(), { maximumFractionDigits: 15 })
    : digits;
}

/** Whether the number preserves all of the digits: fifteen always fit. */
function holds(amount: number, digits: string): boolean {
  const significant = digits
    .replace(/e.*$/i, "")
    .replace(/[-.]/g, "")
    .replace(/^0+|0+$/g, "");
  return significant.length <= 15 && Number.isFinite(amount) && (amount !== 0 || significant === "");
}

const currencyFormat = perLocale(
  (locale) =>
    new Intl.NumberFormat(locale, {
      style: "currency",
      currency: "USD",
      currencyDisplay: "narrowSymbol",
      maximumFractionDigits: 0,
    }),
);

/** Sign, digits and currency in the order of the display language. */
function withCurrency(isNegative: boolean, digits: string): string {
  return currencyFormat()
    .formatToParts(isNegative ? -1 : 1)
    .map(({ type, value }) => (type === "integer" ? digits : value))
    .join("");
}

/** A decimal number in plain digits with the separators of the display language; anything else as it is. */
function grouped(digits: string): string {
  const [, whole, fraction] = /^(\d+)(?:\.(\d+))?$/.exec(digits) ?? [];
  if (whole === undefined) {
    return digits;
  }
  const { group, decimal } = separators();
  return whole.replace(/\B(?=(?:\d{3})+$)/g, group) + (fraction === undefined ? "" : decimal + fraction);
}
