import { eventKind } from "../../shared/eventKind";
import { currencyOfField, fieldKey } from "../../shared/fieldNames";

/** The sum that an event is about, as a field of `event_data` other than `amount` states it. */
interface StatedAmount {
  /** Name of the field. */
  readonly field: string;
  /** USD, more than 0. */
  readonly usd: number;
}

/**
 * Fields that clearly state what was paid or raised (docs/service.md, Event data), the best first. Valuations, revenues, and
 * what a company raised in its lifetime are about something else.
 */
const amountKeys = [
  "deal_value",
  "deal_amount",
  "deal_size",
  "transaction_value",
  "transaction_amount",
  "purchase_price",
  "purchase_amount",
  "acquisition_price",
  "acquisition_amount",
  "acquisition_value",
  "sale_price",
  "consideration",
  "total_consideration",
  "amount_raised",
  "raised",
  "raise_amount",
  "proceeds",
  "gross_proceeds",
  "total_proceeds",
  "offering_amount",
  "offering_size",
  "offer_size",
  "ipo_size",
  "contract_value",
  "contract_amount",
  "investment_amount",
  "grant_amount",
  "settlement_amount",
  "price",
];
const ranks = new Map(amountKeys.map((key, rank) => [key, rank]));

/**
 * Infinity if the field states no amount. This is a cache: names repeat in every event, and splitting them into words is slow.
 */
const rankByName = new Map<string, number>();
const maxCachedNames = 1000;

function rankOf(name: string): number {
  let rank = rankByName.get(name);
  if (rank === undefined) {
    rank = ranks.get(fieldKey(name)) ?? Infinity;
    if (rankByName.size >= maxCachedNames) {
      rankByName.clear();
    }
    rankByName.set(name, rank);
  }
  return rank;
}

/**
 * Of an event without `amount`. A funding event without `amount` states none. Neither does the `price` of an IPO or of a
 * product launch: it is that of one share or one product. Without a currency, an amount is in USD, like `amount`. Amounts in
 * other currencies are left out.
 */
export function statedAmount(type: string | undefined, data: object): StatedAmount | undefined {
  let best: StatedAmount | undefined;
  let bestRank = Infinity;
  for (const field in data) {
    const rank = rankOf(field);
    if (rank < bestRank) {
      const usd = usdOf(field, data);
      if (usd !== undefined) {
        best = { field, usd };
        bestRank = rank;
      }
    }
  }
  const kind = best && eventKind(type);
  const isUnitPrice = best !== undefined && fieldKey(best.field) === "price";
  return kind === "funding" || (isUnitPrice && (kind === "ipo" || kind === "launch")) ? undefined : best;
}

function usdOf(field: string, siblings: object): number | undefined {
  const value = member(siblings, field);
  const money = typeof value === "object" && value !== null ? value : undefined;
  const number = money ? (member(money, "amount") ?? member(money, "value")) : value;
  const currency = currencyOfField(field, money && member(money, "currency"), (name) =>
    member(siblings, name),
  );
  const isUsd = typeof currency === "string" && currency.trim().toUpperCase() === "USD";
  // Decimal numbers are often sent as strings, so that no digit is lost.
  const usd = typeof number === "string" && /^\d+(\.\d+)?$/.test(number) ? Number(number) : number;
  return isUsd && typeof usd === "number" && usd > 0 && Number.isFinite(usd) ? usd : undefined;
}

function member(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined;
}
