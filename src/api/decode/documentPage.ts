import * as v from "valibot";
import type { CollectionDocument, DocumentPage, DocumentsRequest } from "../types";
import { decodeOffsetPage } from "./offsetPage";
import { count, lenient, type Mutable, put, type ResponseBody, text } from "./page";

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
export function decodeDocumentPage(body: ResponseBody, request: DocumentsRequest): DocumentPage {
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
