import { type EventTotal, totalOf } from "../../../feed/eventTotal";
import { type CompanyEvent, isFunding } from "../../../shared/companyEvent";
import { groupBy } from "../../../util/groupBy";

/** Which amounts are added up: those of one type. The amounts of another type are other money, such as paid instead of raised. */
export interface Measure {
  /** The type, as the service spells it. */
  readonly type: string;
  /** Names of the fields that state the amounts. */
  readonly fields: readonly string[];
}

/** Some events, counted. */
export interface MeasuredTotal {
  readonly events: number;
  /** The events of the type whose amounts are added up. */
  readonly measured: EventTotal;
}

/** Measures funding if any event of that type states an amount, else the only type that does; undefined if there are several. */
export function measureOf(events: readonly CompanyEvent[]): Measure | undefined {
  const types = typesWithAmounts(events);
  const type = types.find(isFunding) ?? (types.length === 1 ? types[0] : undefined);
  return type ? { type, fields: amountFields(events.filter((event) => isOfType(type, event))) } : undefined;
}

/** The types of events that state an amount, in alphabetical order; an empty text stands for no type. */
export function typesWithAmounts(events: readonly CompanyEvent[]): string[] {
  const withAmount = events.filter(({ amount }) => amount !== undefined);
  return [...groupBy(withAmount, ({ type = "" }) => type).keys()].sort();
}

/** Names of the fields that state the amounts of events. */
export function amountFields(events: readonly CompanyEvent[]): string[] {
  const fields = events.flatMap(({ amount }) => (amount === undefined ? [] : "amount"));
  return [...new Set(fields)].sort();
}

export function isMeasured(measure: Measure | undefined, event: CompanyEvent): boolean {
  return measure !== undefined && isOfType(measure.type, event);
}

function isOfType(type: string, event: CompanyEvent): boolean {
  const { type: own = "" } = event;
  return own === type || (isFunding(own) && isFunding(type));
}

export function measuredTotal(events: readonly CompanyEvent[], measure: Measure | undefined): MeasuredTotal {
  return { events: events.length, measured: totalOf(events.filter((event) => isMeasured(measure, event))) };
}
