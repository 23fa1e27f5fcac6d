import * as v from "valibot";
import type { CollectionsRequest, OffsetPage } from "../types";
import { count, decodeItems, lenient, parsePage, type ResponseBody } from "./page";

const envelopeSchema = v.object({
  total_count: lenient(count),
  limit: lenient(v.pipe(count, v.minValue(1))),
  offset: lenient(count),
});

/**
 * Decodes a page of a list that is paged by limit and offset. If the service does not report these two, they are as requested.
 */
export function decodeOffsetPage<T>(
  body: ResponseBody,
  key: "collections" | "documents",
  request: CollectionsRequest,
  decode: (element: unknown) => T | undefined,
): OffsetPage<T> {
  const page = parsePage(body, key);
  const { items, malformed } = decodeItems(page, decode);
  const envelope = v.parse(envelopeSchema, page.envelope);
  return {
    items,
    malformed,
    ...(envelope.total_count === undefined ? {} : { totalCount: envelope.total_count }),
    limit: envelope.limit ?? request.limit,
    offset: envelope.offset ?? request.offset,
  };
}
