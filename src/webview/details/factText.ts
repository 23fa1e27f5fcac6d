import * as l10n from "@vscode/l10n";
import { groupedDigits, sentMoney } from "../../shared/amounts";
import { currencyOfField, fieldWords, isMoneyName } from "../../shared/fieldNames";
import { parseInstant } from "../../shared/instant";
import { elementsOf, firstEntries, jsonKind, type JsonMembers, stringOf } from "../../shared/jsonText";
import { locale } from "../../shared/locale";
import type { ZoneChoice } from "../../shared/pageState";
import { calendarDay, fullInstant } from "../../shared/times";

/** Longer texts and lists are left to the tree. */
export const maxTextLength = 400;
export const maxElements = 50;

/**
 * The value of a field of `event_data` as text: money, percentages, numbers, dates and lists as such. Undefined for one that has
 * no such text, which the tree then shows.
 * @param siblings all fields of the object, which may name a currency
 */
export function factText(
  name: string,
  json: string,
  siblings: JsonMembers,
  zone: ZoneChoice,
): string | undefined {
  switch (jsonKind(json)) {
    case "string":
      return stringText(name, stringOf(json) ?? "", siblings, zone);
    case "number":
      return numberText(name, json, siblings);
    case "boolean":
      return json.trim() === "true" ? l10n.t("Yes") : l10n.t("No");
    case "array":
      return listText(name, json, siblings, zone);
    case "object":
      return moneyObjectText(name, json, siblings);
    case "null":
      return undefined;
  }
}

function stringText(name: string, text: string, siblings: JsonMembers, zone: ZoneChoice): string | undefined {
  if (text.trim() === "" || text.length > maxTextLength) {
    return undefined;
  }
  // Decimal numbers are often sent as strings, so that no digit is lost.
  if (isMoneyName(name) && /^-?\d+(\.\d+)?$/.test(text)) {
    return sentMoney(text, currencyOf(name, siblings));
  }
  return dateText(text, zone) ?? text;
}

/** `14 Nov 2026`, `14 Nov 2026, 10:41:05 UTC`; undefined for a text that is no date */
function dateText(text: string, zone: ZoneChoice): string | undefined {
  const ms = /^\d{4}-\d\d-\d\d/.test(text) ? parseInstant(text) : undefined;
  if (ms === undefined) {
    return undefined;
  }
  return /[t ]/i.test(text.trim()) ? fullInstant(ms, zone) : calendarDay(text.trim());
}

function numberText(name: string, digits: string, siblings: JsonMembers): string {
  if (isMoneyName(name)) {
    return sentMoney(digits, currencyOf(name, siblings));
  }
  const words = fieldWords(name);
  const last = words.at(-1) ?? "";
  const number = Number(digits);
  if (["percent", "percentage", "pct"].includes(last) && Number.isFinite(number)) {
    return number.toLocaleString(locale(), { style: "unit", unit: "percent", maximumFractionDigits: 4 });
  }
  // Only a fraction is certain to be one: 12 may be a percentage, or a number of shares.
  if (words.some((word) => ["share", "stake", "fraction"].includes(word)) && number > 0 && number < 1) {
    return number.toLocaleString(locale(), { style: "percent", maximumFractionDigits: 2 });
  }
  const isName = ["year", "founded", "since", "id", "code", "number", "cik", "zip"].includes(last);
  return isName ? digits.trim() : groupedDigits(digits);
}

function listText(name: string, json: string, siblings: JsonMembers, zone: ZoneChoice): string | undefined {
  const { first, count } = firstEntries(json, maxElements);
  if (count === 0 || count > maxElements) {
    return undefined;
  }
  const isFlat = [...first.values()].every(
    (element) => !["object", "array", "null"].includes(jsonKind(element)),
  );
  const texts = isFlat ? elementsOf(json).map((element) => factText(name, element, siblings, zone)) : [];
  return texts.length > 0 && texts.every((text) => text !== undefined) ? texts.join(", ") : undefined;
}

/** `{ "amount": 42000000, "currency": "EUR" }` */
function moneyObjectText(name: string, json: string, siblings: JsonMembers): string | undefined {
  const { first, count } = firstEntries(json, 2);
  const digits = first.get("amount") ?? first.get("value");
  const currency = stringOf(first.get("currency") ?? "null");
  const isMoney =
    digits !== undefined &&
    jsonKind(digits) === "number" &&
    count === (currency === undefined ? 1 : 2) &&
    (currency !== undefined || isMoneyName(name));
  return isMoney ? sentMoney(digits, currencyOf(name, siblings, currency)) : undefined;
}

/** `amount` is specified to be USD; of other amounts this is assumed if nothing is said. */
function currencyOf(name: string, siblings: JsonMembers, own?: string): string {
  const sent = (field: string): string | undefined => stringOf(siblings.get(field) ?? "null") || undefined;
  return name === "amount" ? (own ?? "USD") : currencyOfField(name, own, sent);
}
