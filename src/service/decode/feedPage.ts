import * as v from "valibot";
import type { Company, CompanyEvent } from "../../shared/companyEvent";
import { parseInstant } from "../../shared/instant";
import { maxPageSize, type FeedPage, type FeedRequest } from "../types";
import { decodeList, lenient, type Mutable, put, type ResponseBody, text } from "./page";

/** A finite number, or a string that spells one. */
const amountSchema = v.pipe(
  v.union([
    v.number(),
    v.pipe(v.string(), v.trim(), v.regex(/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i), v.transform(Number)),
  ]),
  v.finite(),
);

const companySchema = v.object({
  role: text,
  name: text,
  domain: text,
  entity_id: text,
  industry: text,
  location: text,
});

/** `docs/service.md`, Event item. Only `id` is required. */
const eventSchema = v.object({
  id: v.pipe(v.string(), v.minLength(1)),
  type: text,
  title: text,
  subhead: text,
  published_at: text,
  sector: text,
  confidence: lenient(v.pipe(v.number(), v.finite())),
  company: lenient(companySchema),
  event_data: lenient(v.object({ amount: lenient(amountSchema) })),
});

const envelopeSchema = v.object({
  has_more: lenient(v.boolean()),
  next_cursor: lenient(v.pipe(v.string(), v.minLength(1))),
  page_size: lenient(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxPageSize))),
});

/**
 * Decodes a feed page (`docs/service.md`, Event feed: response). Without `has_more`, a cursor means that there is more; if
 * the two disagree, both are passed on. Throws `malformed` without a list of events.
 */
export function decodeFeedPage(body: ResponseBody, request: FeedRequest): FeedPage {
  const { envelope, items, malformed } = decodeList(body, "events", decodeEvent);
  const sent = v.parse(envelopeSchema, envelope);
  const nextCursor = sent.next_cursor ?? null;
  return {
    items,
    malformed,
    hasMore: sent.has_more ?? nextCursor !== null,
    nextCursor,
    pageSize: sent.page_size ?? request.pageSize,
    ...(body.servedAt === undefined ? {} : { servedAt: body.servedAt }),
  };
}

/** Decodes an event from the JSON of its item. @param id replaces that of the item */
export function parseEvent(json: string, id?: string): CompanyEvent | undefined {
  const element: unknown = JSON.parse(json);
  return decodeEvent(id === undefined ? element : { ...(element as object), id });
}

/** Undefined without an `id`. */
export function decodeEvent(element: unknown): CompanyEvent | undefined {
  const result = v.safeParse(eventSchema, element, { abortEarly: true });
  return result.success ? eventOf(result.output) : undefined;
}

function eventOf(sent: v.InferOutput<typeof eventSchema>): CompanyEvent {
  const event: Mutable<CompanyEvent> = { id: sent.id };
  put(event, "type", sent.type);
  put(event, "title", sent.title);
  put(event, "subhead", sent.subhead);
  if (sent.published_at !== undefined) {
    event.publishedAt = sent.published_at;
    put(event, "publishedMs", parseInstant(sent.published_at));
  }
  put(event, "sector", sent.sector);
  put(event, "confidence", sent.confidence);
  put(event, "company", sent.company && companyOf(sent.company));
  put(event, "amount", sent.event_data?.amount);
  return event;
}

/** Undefined if none of its fields is usable. */
function companyOf(sent: v.InferOutput<typeof companySchema>): Company | undefined {
  const company: Mutable<Company> = {};
  put(company, "role", sent.role);
  put(company, "name", sent.name);
  put(company, "domain", sent.domain);
  put(company, "entityId", sent.entity_id);
  put(company, "industry", sent.industry);
  put(company, "location", sent.location);
  return Object.keys(company).length > 0 ? company : undefined;
}
