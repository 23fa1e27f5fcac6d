import * as v from "valibot";
import { type ResponseBody, decodeItems, parsePage } from "./page";
import { count, type Draft, lenient, put, text } from "./schemas";
import type { Collection, CollectionPage, CollectionsRequest } from "../types";

/** `interface.md`, Collection object. None of the fields has to be there, as long as one of them can identify it. */
const collection = v.object({
  database_name: text,
  collection_name: text,
  collection_id: text,
  file_count: lenient(count),
  document_count: lenient(count),
  environment: text,
  is_active: lenient(v.boolean()),
  created_at: text,
  request_count: lenient(count),
});

/** `interface.md`, Collection list response, but for its collections. */
const envelope = v.object({
  total_count: lenient(count),
  limit: lenient(v.pipe(count, v.minValue(1))),
  offset: lenient(count),
});

/**
 * Reads a page of the collection list (`interface.md`, Collection list response). Throws `malformed` when there is no list
 * of collections.
 */
export function decodeCollectionPage(body: ResponseBody, request: CollectionsRequest): CollectionPage {
  const page = parsePage(body, "collections");
  const { items, malformed } = decodeItems(page, decodeCollection);
  const said = v.parse(envelope, page.envelope);
  return {
    items,
    malformed,
    ...(said.total_count === undefined ? {} : { totalCount: said.total_count }),
    limit: said.limit ?? request.limit,
    offset: said.offset ?? request.offset,
  };
}

function decodeCollection(element: unknown): Collection | undefined {
  const result = v.safeParse(collection, element);
  if (!result.success) {
    return undefined;
  }
  const sent = result.output;
  // Empty strings identify nothing.
  const id = sent.collection_id || sent.database_name || sent.collection_name;
  if (!id) {
    return undefined;
  }
  const made: Draft<Collection> = { id };
  put(made, "databaseName", sent.database_name);
  put(made, "collectionName", sent.collection_name);
  put(made, "collectionId", sent.collection_id);
  put(made, "fileCount", sent.file_count);
  put(made, "documentCount", sent.document_count);
  put(made, "environment", sent.environment);
  put(made, "isActive", sent.is_active);
  put(made, "createdAt", sent.created_at);
  put(made, "requestCount", sent.request_count);
  return made;
}
