import type { Company, CompanyEvent } from "../shared/companyEvent";
import type { CompanyEvents, EventRow } from "../shared/protocol";
import type { EventStore } from "./eventStore";
import { eventRow } from "./rowLayout";

const maxRows = 200;

/** The events of a company among those loaded, newest first; undefined when it has neither an entity ID nor a name. */
export function companyEvents(store: EventStore, company: Company): CompanyEvents | undefined {
  const { entityId, name } = company;
  if (entityId === undefined && name === undefined) {
    return undefined;
  }
  const events: EventRow[] = [];
  let count = 0;
  let raised: number | undefined;
  for (let index = 0; index < store.size; index++) {
    const event = store.at(index)?.value;
    if (!event?.company || !sameCompany(event.company, company)) {
      continue;
    }
    count++;
    raised = addFunding(raised, event);
    if (events.length < maxRows) {
      events.push(eventRow(event));
    }
  }
  return {
    ...(name === undefined ? {} : { name }),
    ...(entityId === undefined ? {} : { entityId }),
    events,
    count,
    ...(raised === undefined ? {} : { raised }),
  };
}

/** The entity ID decides; a name stands in only where there is none. */
function sameCompany(a: Company, b: Company): boolean {
  return b.entityId === undefined ? a.entityId === undefined && a.name === b.name : a.entityId === b.entityId;
}

/** Only `funding` is a confirmed type (`interface.md`, Event item): other amounts need not be money raised. */
function addFunding(sum: number | undefined, { type, amount }: CompanyEvent): number | undefined {
  return type?.toLowerCase() === "funding" && amount !== undefined ? (sum ?? 0) + amount : sum;
}
