import * as v from "valibot";
import type { Company, CompanyEvent } from "../../shared/companyEvent";
import { parseInstant } from "../../shared/instant";
import { type ResponseBody, decodeItems, parsePage } from "./page";
import { type Draft, lenient, put, text } from "./schemas";
import { maxPageSize, type FeedPage, type FeedRequest } from "../types";

/** A number, or a string that spells one as JSON or a spreadsheet would; never NaN or infinite. */
const amount = v.pipe(
  v.union([
    v.number(),
    v.pipe(v.string(), v.trim(), v.regex(/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i), v.transform(Number)),
  ]),
  v.finite(),
);

const company = v.object({
  role: text,
  name: text,
  domain: text,
  entity_id: text,
  industry: text,
  location: text,
});

/** `interface.md`, Event item. Only the id has to be there. */
const event = v.object({
  id: v.pipe(v.string(), v.minLength(1)),
  type: text,
  title: text,
  subhead: text,
  published_at: text,
  sector: text,
  confidence: lenient(v.pipe(v.number(), v.finite())),
  company: lenient(company),
  event_data: lenient(v.object({ amount: lenient(amount) })),
});

/** `interface.md`, Feed page, but for its events. */
const envelope = v.object({
  has_more: lenient(v.boolean()),
  next_cursor: lenient(v.pipe(v.string(), v.minLength(1))),
  page_size: lenient(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxPageSize))),
});

/**
 * Reads a feed page (`interface.md`, Feed page). Where the page does not say `has_more`, a cursor says that there is more;
 * where it says both and they disagree, both are told as they are. Throws `malformed` when there is no list of events.
 */
export function decodeFeedPage(body: ResponseBody, request: FeedRequest): FeedPage {
  const page = parsePage(body, "events");
  // Most of the work: whoever reads on asks for the next page first.
  let decoded: ReturnType<typeof decodeItems<CompanyEvent>> | undefined;
  const decode = (): typeof decoded & object => (decoded ??= decodeItems(page, decodeEvent));
  const said = v.parse(envelope, page.envelope);
  const nextCursor = said.next_cursor ?? null;
  return {
    get items() {
      return decode().items;
    },
    get malformed() {
      return decode().malformed;
    },
    hasMore: said.has_more ?? nextCursor !== null,
    nextCursor,
    pageSize: said.page_size ?? request.pageSize,
    ...(body.servedAt === undefined ? {} : { servedAt: body.servedAt }),
  };
}

/** Reads an item of a page that was decoded before, from its JSON as sent (`interface.md`, Event item). */
export function parseEvent(json: string): CompanyEvent | undefined {
  return decodeEvent(JSON.parse(json));
}

function decodeEvent(element: unknown): CompanyEvent | undefined {
  const result = v.safeParse(event, element, { abortEarly: true });
  return result.success ? eventOf(result.output) : undefined;
}

function eventOf(sent: v.InferOutput<typeof event>): CompanyEvent {
  const made: Draft<CompanyEvent> = { id: sent.id };
  put(made, "type", sent.type);
  put(made, "title", sent.title);
  put(made, "subhead", sent.subhead);
  if (sent.published_at !== undefined) {
    made.publishedAt = sent.published_at;
    put(made, "publishedMs", parseInstant(sent.published_at));
  }
  put(made, "sector", sent.sector);
  put(made, "confidence", sent.confidence);
  put(made, "company", sent.company && companyOf(sent.company));
  put(made, "amount", sent.event_data?.amount);
  return made;
}

/** Undefined when nothing of it can be read. */
function companyOf(sent: v.InferOutput<typeof company>): Company | undefined {
  const made: Draft<Company> = {};
  put(made, "role", sent.role);
  put(made, "name", sent.name);
  put(made, "domain", sent.domain);
  put(made, "entityId", sent.entity_id);
  put(made, "industry", sent.industry);
  put(made, "location", sent.location);
  return Object.keys(made).length > 0 ? made : undefined;
}
