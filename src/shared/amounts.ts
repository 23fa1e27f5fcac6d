/** Amounts as people type them and, in the display language, as text. */
import * as l10n from "@vscode/l10n";
import { perLocale } from "./locale";

/** Digits, also in groups of thousands. Not `10.000` or `1.500 Mio`, which are thousands in some languages. */
const digits = /(?![1-9]\d{0,2}\.\d{3}\s*(?:mio|mrd)?$)(\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:\.\d{3}){2,}(?!\.))/
  .source;
const amountShape = new RegExp(`^\\$?\\s*${digits}(\\.\\d+|,\\d\\d?(?=\\s*[kmbt]))?\\s*(mio|mrd|[kmbt])?$`);
const exponents: Readonly<Record<string, number>> = { k: 3, m: 6, mio: 6, b: 9, mrd: 9, t: 12 };

/**
 * Reads an amount of zero or more: `10M`, `$2.5b`, `2,5 Mrd. $`, `1,000,000`, `1.000.000`, also in full-width characters.
 * @returns a sentence for the user if the text is no amount
 */
export function parseAmount(text: string): number | string {
  const typed = text.normalize("NFKC").trim().toLowerCase();
  const amount = typed.replace(/\s*\$$/, "").replace(/(mio|mrd)\.$/, "$1");
  const [, whole = "", fraction = "", suffix = ""] = amountShape.exec(amount) ?? [];
  // Multiplication would make 1.1M slightly different from 1100000.
  const decimal = `${whole.replace(/[.,]/g, "")}${fraction.replace(",", ".")}`;
  const value = Number(`${decimal}e${exponents[suffix] ?? 0}`);
  return value <= Number.MAX_SAFE_INTEGER
    ? value
    : l10n.t("Enter an amount such as 300k, 10M, 2.5B or 1,000,000.");
}

const usd = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" } as const;
const compact = { notation: "compact", maximumSignificantDigits: 3 } as const;
const exact = { minimumFractionDigits: 0, maximumFractionDigits: 20 } as const;

const compactFormat = perLocale((language) => new Intl.NumberFormat(language, { ...usd, ...compact }));
const exactFormat = perLocale((language) => new Intl.NumberFormat(language, { ...usd, ...exact }));

/** At most three significant digits: `$42M`, `$1.25B`, `$950K`, `-$5M`, `$0`. */
export function compactUsd(amount: number): string {
  return compactFormat().format(amount);
}

/** With all digits of the number: `$42,000,000`, `$0.5`. */
export function exactUsd(amount: number | `${number}`): string {
  return exactFormat().format(amount);
}
