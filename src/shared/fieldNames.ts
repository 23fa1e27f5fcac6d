/** What the names of fields say whose meaning the service does not specify (docs/service.md, Event data). */

/** `dealValue_USD` → `deal`, `value`, `usd` */
export function fieldWords(name: string): string[] {
  return name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** The same name for all spellings of a field, without its currency: `dealValueUsd` → `deal_value` */
export function fieldKey(name: string): string {
  const words = fieldWords(name);
  return (words.length > 1 && currencyOfName(name) !== undefined ? words.slice(0, -1) : words).join("_");
}

/** Those that are not also an English word that ends a name, such as "all" or "top". */
const currencies = new Set(
  "usd eur gbp chf jpy cny inr cad aud nzd sek nok dkk pln sgd hkd krw brl mxn zar ils aed sar".split(" "),
);

/** The currency that a name ends with: `price_eur` → `EUR` */
export function currencyOfName(name: string): string | undefined {
  const last = fieldWords(name).at(-1) ?? "";
  return currencies.has(last) ? last.toUpperCase() : undefined;
}

/**
 * The currency of an amount: that of its name, its own, or what other fields say; USD if nothing is said.
 * @param own what the value itself says, if it is an object
 * @param sibling value of another field of the same object; undefined if there is none
 */
export function currencyOfField<T>(
  name: string,
  own: T | undefined,
  sibling: (name: string) => T | undefined,
): T | string {
  return currencyOfName(name) ?? own ?? sibling(`${name}_currency`) ?? sibling("currency") ?? "USD";
}

/** Words that end the names of amounts of money. */
const moneyWords = new Set(
  "amount price valuation proceeds consideration revenue raised cost costs fee funding cap arr mrr".split(
    " ",
  ),
);
/** Names that end with one of these words only are amounts after certain others. */
const moneyPairs = new Map([
  ["value", new Set("deal transaction enterprise equity contract purchase market asset total".split(" "))],
  ["size", new Set("deal round offer offering ipo fund".split(" "))],
  ["debt", new Set("total net venture outstanding".split(" "))],
]);
/** Words that follow those of an amount. */
const moneyQualifiers = new Set("from to min max low high minimum maximum date pre post money".split(" "));

/** Whether a number with this name is an amount of money: `deal_value`, `price_from`, `total_raised_usd`. */
export function isMoneyName(name: string): boolean {
  if (currencyOfName(name) !== undefined) {
    return true;
  }
  const words = fieldWords(name);
  while (words.length > 1 && moneyQualifiers.has(words.at(-1) ?? "")) {
    words.pop();
  }
  const last = words.at(-1) ?? "";
  return moneyWords.has(last) || (moneyPairs.get(last)?.has(words.at(-2) ?? "") ?? false);
}
