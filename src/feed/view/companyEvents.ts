import { type Company, isFunding } from "../../shared/companyEvent";
import type { CompanyEvents, EventRow } from "../../shared/feedState";
import { maxCompanyEvents } from "../../shared/limits";
import type { EventStore } from "../store/eventStore";
import { eventRow } from "./rowLayout";

/** The loaded events of a company; undefined if it has neither an entity ID nor a name. Yields between slices of work. */
export function* companyEvents(
  store: EventStore,
  company: Company,
): Generator<undefined, CompanyEvents | undefined> {
  const { entityId, name } = company;
  if (!entityId && !name) {
    return undefined;
  }
  const events: EventRow[] = [];
  let count = 0;
  let raised: number | undefined;
  for (const found of store.ofCompany(company)) {
    if (!found) {
      yield;
      continue;
    }
    const { type, amount } = found;
    count++;
    if (isFunding(type) && amount !== undefined) {
      raised = (raised ?? 0) + amount;
    }
    if (events.length < maxCompanyEvents) {
      events.push(eventRow(found.item().value));
    }
  }
  return {
    ...(name === undefined ? {} : { name }),
    ...(entityId === undefined ? {} : { entityId }),
    events,
    count,
    // A sum too large for a number is left out.
    ...(raised === undefined || !Number.isFinite(raised) ? {} : { raised }),
  };
}
