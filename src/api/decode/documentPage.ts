import * as v from "valibot";
import type { CollectionDocument, DocumentPage, DocumentsRequest } from "../types";
import { count, decodeItems, lenient, type Mutable, parsePage, put, type ResponseBody, text } from "./page";

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

const envelopeSchema = v.object({
  total_count: lenient(count),
  limit: lenient(v.pipe(count, v.minValue(1))),
  offset: lenient(count),
});

/** Decodes a page of documents (`docs/service.md`, Documents: response). Throws `malformed` without a list. */
export function decodeDocumentPage(body: ResponseBody, request: DocumentsRequest): DocumentPage {
  const page = parsePage(body, "documents");
  const { items, malformed } = decodeItems(page, decodeDocument);
  const envelope = v.parse(envelopeSchema, page.envelope);
  return {
    items,
    malformed,
    ...(envelope.total_count === undefined ? {} : { totalCount: envelope.total_count }),
    limit: envelope.limit ?? request.limit,
    offset: envelope.offset ?? request.offset,
  };
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
