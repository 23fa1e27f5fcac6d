import { decodeFeedPage } from "../../../src/api/decode/feedPage";
import type { CompanyEvent } from "../../../src/shared/companyEvent";

/** Events as the client decodes them. */
export function decodedEvents(events: readonly object[]): CompanyEvent[] {
  const bytes = Buffer.from(JSON.stringify({ events, has_more: false, next_cursor: null }));
  return decodeFeedPage(
    { bytes, status: 200, host: "test", servedAt: undefined },
    { pageSize: 500, fields: "full" },
  ).items.map(({ value }) => value);
}
