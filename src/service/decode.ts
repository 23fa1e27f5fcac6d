import * as l10n from "@vscode/l10n";
import type { CompanyEvent } from "../shared/companyEvent";
import { parseInstant } from "../shared/instant";
import { elementsOf, membersOf } from "../shared/jsonText";
import { parseJson } from "../shared/schemas";
import { isRecord } from "../shared/typeGuards";
import { malformedError } from "./errors";
import {
  changeFields,
  type Collection,
  type CollectionDocument,
  collectionFields,
  companyFields,
  dataFields,
  documentFields,
  documentIds,
  eventFields,
  eventIds,
  feedFields,
  offsetFields,
  readFields,
  type Subscription,
  subscriptionFields,
  subscriptionIds,
} from "./fields";
import type { ChangeResponse, EventResponse, FeedPage, Item, OffsetPage, OffsetRequest } from "./types";

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
  return feedPage(body, decodeList(body, "events", decodeEvent));
}

/**
 * Decodes a page of the publication feed (`docs/service.md`, Publications). The interface does not name its list, so it is the only
 * array of objects; one that has something, if there are several. Throws `malformed` without one, for events, and for objects without
 * an ID: another operation may answer at that path.
 */
export function decodePublicationPage(body: ResponseBody): FeedPage {
  const envelope = parseBody(body);
  const lists = Object.entries(isRecord(envelope) ? envelope : {}).filter(
    (member): member is [string, unknown[]] =>
      Array.isArray(member[1]) && (member[1].length === 0 || member[1].some(isRecord)),
  );
  const filled = lists.filter(([, list]) => list.length > 0);
  const [[key, elements] = [""], ...others] = filled.length > 0 ? filled : lists.slice(0, 1);
  const list = elements && decodeElements(elements, membersOf(body.text).get(key) ?? "", decodePublication);
  const isUnreadable = list !== undefined && list.items.length === 0 && list.malformed > 0;
  if (!list || key === "events" || others.length > 0 || isUnreadable) {
    throw malformedError(l10n.t("{0} responded with JSON without a list of publications.", body.host));
  }
  return feedPage(body, { envelope, ...list });
}

/** Without a readable `published_at`, it is dated by its first field that has an instant. */
function decodePublication(element: unknown): CompanyEvent | undefined {
  const publication = decodeEvent(element);
  if (!publication || publication.publishedMs !== undefined) {
    return publication;
  }
  const [publishedMs] = Object.values(element as object).flatMap((value) =>
    typeof value === "string" ? (parseInstant(value) ?? []) : [],
  );
  return { ...publication, ...(publishedMs !== undefined && { publishedMs }) };
}

function feedPage(
  body: ResponseBody,
  { envelope, ...list }: { readonly envelope: unknown } & Pick<FeedPage, "items" | "malformed">,
): FeedPage {
  const { nextCursor = null, hasMore = nextCursor !== null } = readFields(feedFields, envelope);
  return { ...list, hasMore, nextCursor, ...(body.servedAt !== undefined && { servedAt: body.servedAt }) };
}

/** Decodes an event from the JSON of its item. @param id replaces that of the item */
export function parseEvent(json: string, id?: string): CompanyEvent | undefined {
  const element: unknown = JSON.parse(json);
  return decodeEvent(id === undefined ? element : { ...(element as object), id });
}

/** Undefined without an `id`. */
function decodeEvent(element: unknown): CompanyEvent | undefined {
  const { id, ...fields } = readFields(eventFields, element);
  if (id === undefined) {
    return undefined;
  }
  const publishedMs = fields.publishedAt === undefined ? undefined : parseInstant(fields.publishedAt);
  const company = readFields(companyFields, Reflect.get(element as object, "company"));
  const data: unknown = Reflect.get(element as object, "event_data");
  return {
    id,
    ...fields,
    ...(publishedMs !== undefined && { publishedMs }),
    ...(Object.keys(company).length > 0 && { company }),
    ...readFields(dataFields, data),
  };
}

/**
 * Decodes the response for one event (`docs/service.md`, Event by ID): the event itself, or an object with the event under one
 * key. Throws `malformed` where neither looks like an event.
 */
export function decodeEventResponse(body: ResponseBody, requestedId: string): EventResponse {
  const { value, json } = parseObject(body);
  const key = looksLikeEvent(value)
    ? undefined
    : Object.keys(value).find((member) => looksLikeEvent(Reflect.get(value, member)));
  const event: unknown = key === undefined ? value : Reflect.get(value, key);
  const source = key === undefined ? json : membersOf(json).get(key);
  const { id, eventId } = readFields(eventIds, event);
  const isEvent = isRecord(event) && (looksLikeEvent(event) || id !== undefined);
  const decoded = isEvent && decodeEvent({ ...event, id: id ?? eventId ?? requestedId });
  if (!decoded || source === undefined) {
    throw malformedError(l10n.t("{0} responded with JSON without an event.", body.host));
  }
  const isSame = id === requestedId || eventId === requestedId;
  const isMissing = id === undefined && eventId === undefined;
  return {
    item: { value: decoded, json: source },
    idMatch: isMissing ? "missing" : isSame ? "same" : "other",
  };
}

/** Whether it has what only an event has, with or without an ID. */
function looksLikeEvent(value: unknown): value is object {
  return (
    isRecord(value) && ["title", "published_at", "event_data"].some((field) => Reflect.has(value, field))
  );
}

/** Decodes a page of the collection list (`docs/service.md`, Collections: response). Throws `malformed` without a list. */
export function decodeCollectionPage(body: ResponseBody, request: OffsetRequest): OffsetPage<Collection> {
  return decodeOffsetPage(body, "collections", request, (element) => {
    const fields = readFields(collectionFields, element);
    // Any field that identifies it is enough, but not an empty string.
    const id = fields.collectionId || fields.databaseName || fields.collectionName;
    return id ? { id, ...fields } : undefined;
  });
}

/** Decodes a page of documents (`docs/service.md`, Documents: response). Throws `malformed` without a list. */
export function decodeDocumentPage(
  body: ResponseBody,
  request: OffsetRequest,
): OffsetPage<CollectionDocument> {
  return decodeOffsetPage(body, "documents", request, (element) => {
    const ids = readFields(documentIds, element);
    const id = ids.fileId || ids.documentId || ids.id;
    return id ? { id, ...readFields(documentFields, element) } : undefined;
  });
}

/**
 * Decodes the webhook alerts (`docs/service.md`, Webhook alerts: requests): an array, or an object with one. Throws `malformed` for
 * anything else, and for events: another operation of the service may answer a path that it does not know.
 */
export function decodeSubscriptions(body: ResponseBody): OffsetPage<Subscription> {
  const envelope = parseBody(body);
  const lists = isRecord(envelope) ? Object.keys(envelope).filter((key) => Array.isArray(envelope[key])) : [];
  const [key] = lists;
  const elements: unknown = isRecord(envelope) ? envelope[key ?? ""] : envelope;
  if (!Array.isArray(elements) || lists.length > 1 || key === "events" || elements.some(looksLikeEvent)) {
    throw malformedError(l10n.t("{0} responded with JSON without a list of webhook alerts.", body.host));
  }
  const list = key === undefined ? body.text : (membersOf(body.text).get(key) ?? "");
  const decoded = decodeElements(elements, list, (element) => {
    const { id } = readFields(subscriptionIds, element);
    return id === undefined ? undefined : { id, ...readFields(subscriptionFields, element) };
  });
  const { hasMore = false, nextCursor } = readFields(feedFields, envelope);
  const { totalCount = elements.length } = readFields(offsetFields, envelope);
  const isWhole = !hasMore && nextCursor === undefined && totalCount <= elements.length;
  const total = isWhole ? { totalCount: elements.length } : {};
  return { ...decoded, ...total, limit: elements.length, offset: 0 };
}

/** If the service does not report limit and offset, they are as requested. */
function decodeOffsetPage<T>(
  body: ResponseBody,
  key: "collections" | "documents",
  request: OffsetRequest,
  decode: (element: unknown) => T | undefined,
): OffsetPage<T> {
  const { envelope, ...list } = decodeList(body, key, decode);
  return { ...request, ...list, ...readFields(offsetFields, envelope) };
}

/** What the response of a change says, as far as it can be read: the status alone says that the change was made. */
export function decodeChangeResponse({ text: json, status }: ResponseBody): ChangeResponse {
  return { status, ...readFields(changeFields, parseJson(json)) };
}

/**
 * Decodes a body that is an object, the `envelope`, with the list `key`. Throws `malformed` for anything else.
 * @returns the elements in the order sent, each with its source, but for the `malformed` ones for which `decode` returned nothing
 */
function decodeList<T>(
  body: ResponseBody,
  key: "events" | "collections" | "documents",
  decode: (element: unknown) => T | undefined,
) {
  const envelope = parseBody(body);
  const elements: unknown = isRecord(envelope) ? Reflect.get(envelope, key) : undefined;
  if (!isRecord(envelope) || !Array.isArray(elements)) {
    throw malformedError(
      {
        events: l10n.t("{0} responded with JSON without a list of events.", body.host),
        collections: l10n.t("{0} responded with JSON without a list of collections.", body.host),
        documents: l10n.t("{0} responded with JSON without a list of documents.", body.host),
      }[key],
    );
  }
  return { envelope, ...decodeElements(elements, membersOf(body.text).get(key) ?? "", decode) };
}

/** @param json of the elements */
function decodeElements<T>(
  elements: readonly unknown[],
  json: string,
  decode: (element: unknown) => T | undefined,
) {
  const sources = elementsOf(json);
  const items = elements.flatMap((element, index): Item<T>[] => {
    const value = decode(element);
    const source = sources[index];
    return value === undefined || source === undefined ? [] : [{ value, json: source }];
  });
  return { items, malformed: elements.length - items.length };
}

/** Parses a body as one JSON object. Throws `malformed` for anything else. */
export function parseObject(body: ResponseBody): { readonly value: object; readonly json: string } {
  const value = parseBody(body);
  if (!isRecord(value)) {
    throw malformedError(l10n.t("{0} responded with JSON that isn't an object.", body.host));
  }
  return { value, json: body.text };
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
