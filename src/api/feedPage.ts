import * as v from "valibot";
import type { Company, CompanyEvent } from "../shared/companyEvent";
import { parseInstant } from "./isoInstant";
import { type Body, decodeItems, parsePage } from "./page";
import { lenient, present, text } from "./schemas";
import type { FeedPage, FeedRequest } from "./types";

/** A number, or a string that spells one as JSON or a spreadsheet would; never NaN or infinite. */
const amount = v.pipe(
  v.union([
    v.number(),
    v.pipe(v.string(), v.trim(), v.regex(/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i), v.transform(Number)),
  ]),
  v.finite(),
);

const company = v.pipe(
  v.object({
    role: text,
    name: text,
    domain: text,
    entity_id: text,
    industry: text,
    location: text,
  }),
  v.transform(({ entity_id: entityId, ...rest }): Company => present({ ...rest, entityId })),
);

/** `interface.md`, Event item. Only the id has to be there. */
const event = v.pipe(
  v.object({
    id: v.pipe(v.string(), v.minLength(1)),
    type: text,
    title: text,
    subhead: text,
    published_at: text,
    sector: text,
    confidence: lenient(v.pipe(v.number(), v.finite())),
    company: lenient(company),
    event_data: lenient(v.object({ amount: lenient(amount) })),
  }),
  v.transform(
    ({ id, published_at: publishedAt, event_data: data, company: about, ...rest }): CompanyEvent => ({
      id,
      ...present({
        ...rest,
        publishedAt,
        publishedMs: publishedAt === undefined ? undefined : parseInstant(publishedAt),
        company: about !== undefined && Object.keys(about).length > 0 ? about : undefined,
        amount: data?.amount,
      }),
    }),
  ),
);

/** `interface.md`, Feed page, but for its events. */
const envelope = v.object({
  has_more: lenient(v.boolean()),
  next_cursor: lenient(v.pipe(v.string(), v.minLength(1))),
  page_size: lenient(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500))),
});

/**
 * Reads a feed page (`interface.md`, Feed page). Where the page does not say `has_more`, a cursor says that there is more;
 * where it says both and they disagree, both are told as they are. Throws `malformed` when there is no list of events.
 */
export function decodeFeedPage(body: Body, request: FeedRequest): FeedPage {
  const page = parsePage(body, "events");
  const { items, malformed } = decodeItems(page, decodeEvent);
  const said = v.parse(envelope, page.envelope);
  const nextCursor = said.next_cursor ?? null;
  return {
    items,
    malformed,
    hasMore: said.has_more ?? nextCursor !== null,
    nextCursor,
    pageSize: said.page_size ?? request.pageSize,
    ...(body.servedAt === undefined ? {} : { servedAt: body.servedAt }),
  };
}

function decodeEvent(element: unknown): CompanyEvent | undefined {
  const result = v.safeParse(event, element, { abortEarly: true });
  return result.success ? result.output : undefined;
}
