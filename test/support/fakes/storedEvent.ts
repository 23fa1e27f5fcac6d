import { parseEvent } from "../../../src/service/decode";
import type { Item } from "../../../src/service/types";
import type { CompanyEvent } from "../../../src/shared/companyEvent";

/** A page's item with these fields. */
export function stored({
  publishedMs,
  company,
  amount,
  ...fields
}: Omit<CompanyEvent, "publishedAt">): Item<CompanyEvent> {
  const { entityId, ...others } = company ?? {};
  const json = JSON.stringify({
    ...fields,
    ...(publishedMs === undefined ? {} : { published_at: new Date(publishedMs).toISOString() }),
    ...(company && { company: { ...others, ...(entityId === undefined ? {} : { entity_id: entityId }) } }),
    ...(amount === undefined ? {} : { event_data: { amount } }),
  });
  const value = parseEvent(json);
  if (!value) {
    throw new Error(`${json} is not an event.`);
  }
  return { value, json };
}
