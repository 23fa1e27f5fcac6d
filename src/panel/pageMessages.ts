import * as v from "valibot";
import { decodeQuery } from "../feed/query";
import type { FeedQuery } from "../shared/feedQuery";
import type { PageMessage } from "../shared/protocol";

const index = v.pipe(v.number(), v.integer(), v.minValue(0));
const id = v.string();
const timeZone = v.pipe(v.string(), v.maxLength(100));

const query = v.custom<FeedQuery>((value) => decodeQuery(value) !== undefined, "not a feed query");

const anchor = v.object({ id, publishedMs: v.exactOptional(v.number()), index });

const requestId = v.pipe(v.number(), v.integer());

const schema = v.union([
  v.variant("type", [
    v.object({ type: v.literal("ready"), timeZone }),
    v.object({ type: v.literal("setTimeZone"), timeZone }),
    v.object({ type: v.literal("setQuery"), query }),
    v.object({ type: v.literal("loadOlder") }),
    v.object({ type: v.literal("refresh") }),
    v.object({ type: v.literal("retry") }),
    v.object({ type: v.literal("showLog") }),
  ]),
  v.variant("name", [
    v.object({
      type: v.literal("request"),
      id: requestId,
      name: v.literal("rows"),
      params: v.object({ start: index, end: index, anchor: v.exactOptional(anchor) }),
    }),
    v.object({
      type: v.literal("request"),
      id: requestId,
      name: v.literal("details"),
      params: v.object({ id }),
    }),
  ]),
]);

/** Reads what the page says; nothing when it makes no sense. */
export function decodePageMessage(value: unknown): PageMessage | undefined {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? parsed.output : undefined;
}
