import type { CompanyEvent } from "../shared/companyEvent";
import { ExactSum } from "../util/exactSum";

export interface EventTotal {
  readonly events: number;
  /** Events that state an amount. */
  readonly withAmount: number;
  /** Their sum in USD, with all digits. */
  readonly amount: string;
}

export function totalOf(events: readonly CompanyEvent[]): EventTotal {
  const amounts = events.flatMap(({ amount }) => amount ?? []);
  const sum = new ExactSum();
  amounts.forEach((amount) => sum.add(amount));
  return { events: events.length, withAmount: amounts.length, amount: sum.toString() };
}
