import * as l10n from "@vscode/l10n";
import type { CompanyEvent } from "../shared/companyEvent";
import { dayMs, parseInstant } from "../shared/instant";
import { elementsOf, membersOf } from "../shared/jsonText";
import { isRecord, parseJson } from "../shared/schemas";
import { oneLine } from "../util/strings";
import { ApiError, malformedError } from "./errors";
import {
  changeFieldsOf,
  type Collection,
  type CollectionDocument,
  collectionFieldsOf,
  companyFieldsOf,
  dataFieldsOf,
  documentFieldsOf,
  documentIdsOf,
  eventFieldsOf,
  eventIdsOf,
  listFieldsOf,
  pageFieldsOf,
  type Subscription,
  subscriptionFieldsOf,
} from "./fields";
import type { ChangeResponse, FeedPage, Item, OffsetPage } from "./types";

/** What a response is decoded from. */
export interface ResponseBody {
  readonly text: string;
  readonly status: number;
  /** For error messages. */
  readonly host: string;
  /** The `Date` header in milliseconds since 1970 UTC, if there was one. */
  readonly servedAt?: number | undefined;
}

/**
 * Decodes a feed page (`docs/service.md`, Event feed: response). Without `has_more`, a cursor means that there is more; if
 * the two disagree, both are passed on. Throws `malformed` without a list of events.
 */
export function decodeFeedPage(body: ResponseBody): FeedPage {
  return feedPage(body, decodeList(body, decodeEvent, "events"));
}

/** Decodes a page of the publication feed (`docs/service.md`, Publications). Throws `malformed` without a list of publications. */
export function decodePublicationPage(body: ResponseBody, since = ""): FeedPage {
  const page = feedPage(body, decodeList(body, decodePublication));
  // The service may ignore `since`, or date publications by their day alone.
  const fromMs = (parseInstant(since) ?? -Infinity) - dayMs;
  const isPast = page.items.every(({ value: { publishedMs = fromMs } }) => publishedMs < fromMs);
  return isPast && page.items.length > 0 ? { ...page, hasMore: false, nextCursor: null } : page;
}

/** A publication without a readable `published_at` is dated by its first field that has an instant. */
export function decodePublication(element: unknown): CompanyEvent | undefined {
  const publication = decodeEvent(element);
  if (!publication || publication.publishedMs !== undefined) {
    return publication;
  }
  const [publishedMs] = Object.values(element as object).flatMap((value) =>
    typeof value === "string" ? (parseInstant(value) ?? []) : [],
  );
  return { ...publication, ...(publishedMs !== undefined && { publishedMs }) };
}

function feedPage(body: ResponseBody, { envelope, ...list }: DecodedList<CompanyEvent>): FeedPage {
  const { nextCursor = null, hasMore = nextCursor !== null } = pageFieldsOf(envelope);
  return { ...list, hasMore, nextCursor, ...(body.servedAt !== undefined && { servedAt: body.servedAt }) };
}

/** Decodes an event from the JSON of its item. @param id replaces that of the item */
export function parseEvent(json: string, id?: string): CompanyEvent | undefined {
  const element: unknown = JSON.parse(json);
  return decodeEvent(id === undefined ? element : { ...(element as object), id });
}

/** Undefined without an `id`. */
export function decodeEvent(element: unknown): CompanyEvent | undefined {
  const { id, ...fields } = eventFieldsOf(element);
  if (!isRecord(element) || id === undefined) {
    return undefined;
  }
  const publishedMs = fields.publishedAt === undefined ? undefined : parseInstant(fields.publishedAt);
  const company = companyFieldsOf(element["company"]);
  return {
    id,
    ...fields,
    ...(publishedMs !== undefined && { publishedMs }),
    ...(Object.keys(company).length > 0 && { company }),
    ...dataFieldsOf(element["event_data"]),
  };
}

/**
 * Decodes the response for one event (`docs/service.md`, Event by ID): the event itself, or an object with the event under one
 * key. An event without an ID gets the requested one. Throws `malformed` if there is no event, `otherEvent` if it is another one.
 */
export function decodeEventResponse(body: ResponseBody, requestedId: string): Item<CompanyEvent> {
  const { value, json } = parseObject(body);
  const key = looksLikeEvent(value)
    ? undefined
    : Object.keys(value).find((member) => looksLikeEvent(Reflect.get(value, member)));
  const event: unknown = key === undefined ? value : Reflect.get(value, key);
  const source = key === undefined ? json : membersOf(json).get(key);
  const { id, eventId } = eventIdsOf(event);
  const isEvent = isRecord(event) && (looksLikeEvent(event) || id !== undefined);
  const sentId = id ?? eventId ?? requestedId;
  const decoded = isEvent && decodeEvent({ ...event, id: sentId });
  if (!decoded || source === undefined) {
    throw unexpectedJson(body);
  }
  if (sentId !== requestedId && eventId !== requestedId) {
    const message = l10n.t("{0} sent a different event for this ID: {1}.", body.host, oneLine(sentId));
    throw new ApiError({ kind: "otherEvent" }, message);
  }
  return { value: decoded, json: source };
}

/** True for a value with a field that only events have. It may lack an ID. */
function looksLikeEvent(value: unknown): value is object {
  return (
    isRecord(value) && ["title", "published_at", "event_data"].some((field) => Reflect.has(value, field))
  );
}

/** Decodes a page of the collection list (`docs/service.md`, Collections: response). Throws `malformed` without a list. */
export function decodeCollectionPage(body: ResponseBody): OffsetPage<Collection> {
  const decode = (element: unknown): Collection | undefined => {
    const fields = collectionFieldsOf(element);
    // Any field that identifies it is enough, but not an empty string.
    const id = fields.collectionId || fields.databaseName || fields.collectionName;
    return id ? { id, ...fields } : undefined;
  };
  return offsetPage(decodeList(body, decode, "collections"));
}

/** Decodes a page of documents (`docs/service.md`, Documents: response). Throws `malformed` without a list. */
export function decodeDocumentPage(body: ResponseBody): OffsetPage<CollectionDocument> {
  const decode = (element: unknown): CollectionDocument | undefined => {
    const ids = documentIdsOf(element);
    const id = ids.fileId || ids.documentId || ids.id;
    return id ? { id, ...documentFieldsOf(element) } : undefined;
  };
  return offsetPage(decodeList(body, decode, "documents"));
}

function offsetPage<T>({ envelope, ...list }: DecodedList<T>): OffsetPage<T> {
  return { ...list, ...listFieldsOf(envelope) };
}

/** Decodes the webhook alerts (`docs/service.md`, Webhook alerts: requests). Throws `malformed` without a list of them. */
export function decodeSubscriptions(body: ResponseBody): OffsetPage<Subscription> {
  const { envelope, ...list } = decodeList(body, (element): Subscription | undefined => {
    const { id, ...fields } = subscriptionFieldsOf(element);
    return id === undefined || looksLikeEvent(element) ? undefined : { id, ...fields };
  });
  const count = list.items.length + list.malformed;
  const { hasMore = false, nextCursor } = pageFieldsOf(envelope);
  const { totalCount = count } = listFieldsOf(envelope);
  const isWhole = !hasMore && nextCursor === undefined && totalCount <= count;
  return { ...list, ...(isWhole && { totalCount: count }) };
}

/** What the response of a change says, as far as it can be read: the status alone says that the change was made. */
export function decodeChangeResponse({ text: json, status }: ResponseBody): ChangeResponse {
  return { status, ...changeFieldsOf(parseJson(json)) };
}

interface DecodedList<T> {
  /** The body: an object with the list, or the list itself. */
  readonly envelope: unknown;
  /** In the order sent, each with its source. */
  readonly items: readonly Item<T>[];
  /** Elements that `decode` could not read. */
  readonly malformed: number;
}

/**
 * Decodes a body that is an object with a list. Throws `malformed` for anything else.
 * @param key the name of the list. Without one, it is the body or the only array of objects in it, unless that is named `events` or
 *   none of its elements can be read: another operation may answer at that path
 */
function decodeList<T>(
  body: ResponseBody,
  decode: (element: unknown) => T | undefined,
  key?: "events" | "collections" | "documents",
): DecodedList<T> {
  const envelope = parseBody(body);
  const members = isRecord(envelope) ? envelope : {};
  const name = key ?? onlyList(members);
  const isBody = key === undefined && Array.isArray(envelope);
  const list = isBody ? envelope : members[name];
  if (!Array.isArray(list)) {
    throw unexpectedJson(body);
  }
  const elements: readonly unknown[] = list;
  const sources = elementsOf(isBody ? body.text : (membersOf(body.text).get(name) ?? ""));
  const items = elements.flatMap((element, index): Item<T>[] => {
    const value = decode(element);
    const source = sources[index];
    return value === undefined || source === undefined ? [] : [{ value, json: source }];
  });
  if (key === undefined && items.length === 0 && elements.length > 0) {
    throw unexpectedJson(body);
  }
  return { envelope, items, malformed: elements.length - items.length };
}

/** The name of the only array of objects or, if there is none, of an empty array; otherwise an empty text. */
function onlyList(members: Readonly<Record<string, unknown>>): string {
  const arrays = Object.entries(members).flatMap(([name, value]) =>
    Array.isArray(value) ? [{ name, isFilled: value.some(isRecord) }] : [],
  );
  const filled = arrays.filter(({ isFilled }) => isFilled);
  const [{ name } = { name: "" }, ...others] = filled.length > 0 ? filled : arrays.slice(0, 1);
  return others.length > 0 || name === "events" ? "" : name;
}

/** Parses a body as one JSON object. Throws `malformed` for anything else. */
export function parseObject(body: ResponseBody): { readonly value: object; readonly json: string } {
  const value = parseBody(body);
  if (!isRecord(value)) {
    throw unexpectedJson(body);
  }
  return { value, json: body.text };
}

function unexpectedJson({ host }: ResponseBody): ApiError {
  return malformedError(l10n.t("{0} responded with unexpected JSON.", host));
}

function parseBody({ text: json, host }: ResponseBody): unknown {
  try {
    return JSON.parse(json);
  } catch {
    const start = json.slice(0, 200).trimStart();
    throw malformedError(
      start === ""
        ? l10n.t("{0} responded with an empty body.", host)
        : start.startsWith("<")
          ? l10n.t("{0} responded with a web page instead of JSON.", host)
          : l10n.t("{0} responded with invalid JSON.", host),
    );
  }
}
