import * as v from "valibot";
import type { Collection, CollectionPage, CollectionsRequest } from "../types";
import { decodeOffsetPage } from "./offsetPage";
import { count, lenient, type Mutable, put, type ResponseBody, text } from "./page";

const collectionSchema = v.object({
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

/** Decodes a page of the collection list (`docs/service.md`, Collections: response). Throws `malformed` without a list. */
export function decodeCollectionPage(body: ResponseBody, request: CollectionsRequest): CollectionPage {
  return decodeOffsetPage(body, "collections", request, decodeCollection);
}

function decodeCollection(element: unknown): Collection | undefined {
  const result = v.safeParse(collectionSchema, element);
  if (!result.success) {
    return undefined;
  }
  const sent = result.output;
  // Any field that identifies it is enough, but not an empty string.
  const id = sent.collection_id || sent.database_name || sent.collection_name;
  if (!id) {
    return undefined;
  }
  const collection: Mutable<Collection> = { id };
  put(collection, "databaseName", sent.database_name);
  put(collection, "collectionName", sent.collection_name);
  put(collection, "collectionId", sent.collection_id);
  put(collection, "fileCount", sent.file_count);
  put(collection, "documentCount", sent.document_count);
  put(collection, "environment", sent.environment);
  put(collection, "isActive", sent.is_active);
  put(collection, "createdAt", sent.created_at);
  put(collection, "requestCount", sent.request_count);
  return collection;
}
