import { parseAmount } from "../../../shared/amounts";

const notAnAmount = "must be an amount in USD, such as 50M, 1.2b or 750000";

/** What people write before and behind an amount to say that it is in USD. */
const usdBefore = /^(?:usd|us\$|us dollars?|\$)\s*/;
const usdBehind = /\s*(?:usd|us\$|\$|(?:us )?dollars?)$/;
/** What says that an amount is a minimum, which it is anyway: `≥ 50M`, `at least 50M`, `50M+`. */
const minimumBefore = /^(?:>=|≥|>|at least|min(?:imum)?\.?|over|above|more than)\s*/;
const minimumBehind = /\s*(?:\+|or more|and above|and over)$/;

/**
 * Reads a minimum amount in USD in any usual notation: `50M`, `$50m`, `1.2b`, `50_000_000`.
 * @returns what is wrong with it, to be put behind the name of the argument
 */
export function readUsd(text: string): number | string {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(minimumBefore, "")
    .replace(minimumBehind, "")
    .replace(usdBefore, "")
    .replace(usdBehind, "")
    .replaceAll("_", "");
  const parsed = parseAmount(plain);
  if (parsed.ok) {
    return parsed.value;
  }
  if (/^[-−]/.test(plain)) {
    return "must not be negative";
  }
  const isOtherCurrency =
    /^(?:[\p{Sc}]|[a-z]{3}\s*[\d.])|[\p{Sc}]$|\d\s*[a-z]*\s+(?:euros?|pounds?|yen|[a-z]{3})$/u;
  return isOtherCurrency.test(plain)
    ? "is compared with amounts in USD: convert it first, and write it without a currency"
    : notAnAmount;
}
