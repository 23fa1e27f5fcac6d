/** Amounts as people type them and, in the display language, as text. */
import * as l10n from "@vscode/l10n";
import { locale, perLocale } from "./locale";
import { formatNumber } from "./text";

/** Digits, also in groups of thousands, and a suffix. */
const amountShape = /^\$?\s*(\d+|\d{1,3}(?:,\d{3})+)(\.\d+)?\s*([kmbt]?)$/;
const suffixes = ["", "k", "m", "b", "t"];

type ParsedAmount =
  | { readonly ok: true; readonly value: number }
  /** A sentence for the user. */
  | { readonly ok: false; readonly message: string };

/** Reads an amount of zero or more: `10M`, `$2.5b`, `1,000,000`. */
export function parseAmount(text: string): ParsedAmount {
  const [, whole = "", fraction = "", suffix = ""] = amountShape.exec(text.trim().toLowerCase()) ?? [];
  // Multiplication would make 1.1M slightly different from 1100000.
  const value = Number(`${whole.replaceAll(",", "")}${fraction}e${3 * suffixes.indexOf(suffix)}`);
  return value <= Number.MAX_SAFE_INTEGER
    ? { ok: true, value }
    : { ok: false, message: l10n.t("Enter an amount such as 300k, 10M, 2.5B or 1,000,000.") };
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
export function exactUsd(amount: number): string {
  return exactFormat().format(amount);
}

/** With all digits of a JSON number, also if JavaScript cannot hold them. */
export function exactUsdOf(digits: string): string {
  return isDecimal(digits) ? exactFormat().format(digits) : digits;
}

/** Short, followed by the full amount if that differs: `$42M ($42,000,000)`. @param digits a JSON number */
export function sentUsd(digits: string): string {
  const full = exactUsdOf(digits);
  const short = isDecimal(digits) ? compactFormat().format(digits) : full;
  return short === full ? full : `${short} (${full})`;
}

/** Likewise in another currency: `€42M (€42,000,000)`. @param currency a code; without a known one, the number alone is shown */
export function sentMoney(digits: string, currency: string): string {
  const code = currency.trim().toUpperCase();
  if (code === "USD") {
    return sentUsd(digits);
  }
  if (!/^[A-Z]{3}$/.test(code) || !isDecimal(digits)) {
    return `${groupedDigits(digits)} ${currency.trim()}`;
  }
  const style = { style: "currency", currency: code } as const;
  const full = new Intl.NumberFormat(locale(), { ...style, ...exact }).format(digits);
  const short = new Intl.NumberFormat(locale(), { ...style, ...compact }).format(digits);
  return short === full ? full : `${short} (${full})`;
}

/** `1,234.5`, from a JSON number; with all of its digits, also if JavaScript cannot hold them. */
export function groupedDigits(digits: string): string {
  return isDecimal(digits) ? formatNumber(digits) : digits;
}

/** True for what `Intl` writes with all of its digits. */
function isDecimal(digits: string): digits is `${number}` {
  return digits.trim() !== "" && Number.isFinite(Number(digits));
}
