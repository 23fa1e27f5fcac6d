import * as v from "valibot";
import type {
  Collection,
  CollectionDocument,
  CollectionPage,
  DocumentPage,
  OffsetPage,
  OffsetRequest,
} from "../types";
import { count, decodeList, lenient, type Mutable, put, type ResponseBody, text } from "./page";

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
export function decodeCollectionPage(body: ResponseBody, request: OffsetRequest): CollectionPage {
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

const documentSchema = v.object({
  file_id: text,
  document_id: text,
  id: text,
  filename: text,
  content_type: text,
  chunk_count: lenient(count),
  created_at: text,
  indexed_at: text,
});

/** Decodes a page of documents (`docs/service.md`, Documents: response). Throws `malformed` without a list. */
export function decodeDocumentPage(body: ResponseBody, request: OffsetRequest): DocumentPage {
  return decodeOffsetPage(body, "documents", request, decodeDocument);
}

function decodeDocument(element: unknown): CollectionDocument | undefined {
  const result = v.safeParse(documentSchema, element);
  if (!result.success) {
    return undefined;
  }
  const sent = result.output;
  // Any field that identifies it is enough, but not an empty string.
  const id = sent.file_id || sent.document_id || sent.id;
  if (!id) {
    return undefined;
  }
  const document: Mutable<CollectionDocument> = { id };
  put(document, "filename", sent.filename);
  put(document, "contentType", sent.content_type);
  put(document, "chunkCount", sent.chunk_count);
  put(document, "createdAt", sent.created_at);
  put(document, "indexedAt", sent.indexed_at);
  return document;
}

const envelopeSchema = v.object({
  total_count: lenient(count),
  limit: lenient(v.pipe(count, v.minValue(1))),
  offset: lenient(count),
});

/**
 * Decodes a page of a list that is paged by limit and offset. If the service does not report these two, they are as requested.
 */
function decodeOffsetPage<T>(
  body: ResponseBody,
  key: "collections" | "documents",
  request: OffsetRequest,
  decode: (element: unknown) => T | undefined,
): OffsetPage<T> {
  const { envelope, items, malformed } = decodeList(body, key, decode);
  const sent = v.parse(envelopeSchema, envelope);
  return {
    items,
    malformed,
    ...(sent.total_count === undefined ? {} : { totalCount: sent.total_count }),
    limit: sent.limit ?? request.limit,
    offset: sent.offset ?? request.offset,
  };
}
