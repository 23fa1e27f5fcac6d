import { Random } from "./random";
import type { SampleEvent, SampleEvents } from "./sampleSource";

const publishers = ["The Ledger Post", "Harbour Business Daily", "Market Courier", "Founders' Gazette"];
/** Of the events. */
const reportedShare = 0.3;

/** Articles about some of the events of a source (`docs/service.md`, Publications). */
export function publicationsOf(source: SampleEvents): SampleEvents {
  return {
    dayBefore: (ms, now) => source.dayBefore(ms, now),
    eventsOn: (dayStartMs, now) => source.eventsOn(dayStartMs, now).flatMap(publicationOf),
  };
}

/** In the order of the events: the end of the ID is that of the event. */
function publicationOf(event: SampleEvent): SampleEvent[] {
  const random = new Random(`publication/${event.id}`);
  if (!random.chance(reportedShare)) {
    return [];
  }
  const id = event.id.replace(/^evt_/, "pub_");
  const publisher = random.pick(publishers);
  const { name, entity_id, role } = (event["company"] ?? {}) as Readonly<Record<string, unknown>>;
  const { title, published_at } = event;
  const entities = name === undefined ? [] : [{ name, entity_id, role }];
  return [{ id, title, published_at, publisher, summary: event["subhead"], entities }];
}

/** A publication with its text. */
export function articleOf(publication: SampleEvent) {
  const { title, publisher, summary } = publication;
  const date = publication.published_at.slice(0, 10);
  const body = [
    `${title}.`,
    summary,
    `This article is sample data. ${String(publisher)} is invented, as are the companies that it writes about (${date}).`,
  ];
  return { ...publication, body: body.filter(Boolean).join("\n\n") };
}
