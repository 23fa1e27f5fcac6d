import { domainOf } from "../../../savedFeeds/model/watchlist";
import type { CompanyEvent } from "../../../shared/companyEvent";
import { comparableText } from "../../../shared/text";
import { groupBy } from "../../../util/groupBy";
import { isMeasured, type Measure, measuredTotal } from "./measure";

/** What events are grouped by, other than time. */
export type Property = "type" | "sector" | "company";

export interface EventGroup {
  /** A text of the service; absent for events without one. */
  readonly label?: string;
  /** What tells this company from another one of the same name, also a text of the service. */
  readonly distinction?: string;
  readonly events: readonly CompanyEvent[];
}

/**
 * All groups, the largest first. If all events are of the measured type, their amounts are what matters, and the largest group is that
 * with the largest sum; else it is that with the most events.
 */
export function groupByProperty(
  events: readonly CompanyEvent[],
  property: Property,
  measure: Measure | undefined,
): EventGroup[] {
  const byAmount = isRankedByAmount(events, measure);
  const groups = [...groupBy(events, keyOf[property])]
    .map(([key, ofGroup]) => {
      const amount = byAmount ? Number(measuredTotal(ofGroup, measure).measured.amount) : 0;
      return { key, amount, group: groupOf(ofGroup, labelOf[property]) };
    })
    .sort(
      (a, b) =>
        b.amount - a.amount ||
        b.group.events.length - a.group.events.length ||
        (a.key < b.key ? -1 : Number(a.key > b.key)),
    )
    .map(({ group }) => group);
  return property === "company" ? withDistinctions(groups) : groups;
}

export function isRankedByAmount(events: readonly CompanyEvent[], measure: Measure | undefined): boolean {
  return measure !== undefined && events.every((event) => isMeasured(measure, event));
}

/** Key of the group that an event is in; empty for events without the property. Groups of one size are sorted by it. */
const keyOf: Readonly<Record<Property, (event: CompanyEvent) => string>> = {
  type: ({ type = "" }) => (type.trim() === "" ? "" : type),
  sector: ({ sector = "" }) => (sector.trim() === "" ? "" : sector),
  company: ({ company }) => companyKey(company),
};

/** Identifies a company by its entity ID, which is certain, or else by its domain or its name. */
function companyKey({ entityId = "", domain = "", name = "" }: CompanyEvent["company"] = {}): string {
  if (entityId.trim() !== "") {
    return `id ${entityId.trim()}`;
  }
  const host = domainOf(domain);
  const comparable = comparableText(name);
  return host === undefined ? comparable && `name ${comparable}` : `domain ${host}`;
}

const labelOf: Readonly<Record<Property, (event: CompanyEvent) => string | undefined>> = {
  type: ({ type }) => type,
  sector: ({ sector }) => sector,
  company: ({ company: { name, domain, entityId } = {} }) => firstText(name, domain, entityId),
};

function groupOf(
  events: readonly CompanyEvent[],
  label: (event: CompanyEvent) => string | undefined,
): EventGroup {
  const text = firstText(...events.slice(0, 10).map(label));
  return { ...(text !== undefined && { label: text }), events };
}

/** Adds the domain or the entity ID to companies that have the same name. */
function withDistinctions(groups: readonly EventGroup[]): EventGroup[] {
  const byLabel = groupBy(groups, ({ label = "" }) => comparableText(label));
  return groups.map((group) => {
    const { label = "", events } = group;
    const { domain, entityId } = events[0]?.company ?? {};
    const isAmbiguous = (byLabel.get(comparableText(label))?.length ?? 0) > 1;
    const distinction = isAmbiguous
      ? firstText(...[domain, entityId].filter((it) => it !== label))
      : undefined;
    return distinction === undefined ? group : { ...group, distinction };
  });
}

function firstText(...texts: readonly (string | undefined)[]): string | undefined {
  return texts.find((text) => text !== undefined && text.trim() !== "");
}
