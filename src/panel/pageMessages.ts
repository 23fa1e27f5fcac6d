import * as v from "valibot";
import { decodeQuery, type FeedQuery } from "../shared/feedQuery";
import { maxInstantMs, maxSearchLength } from "../shared/pageState";
import { copyForms, type PageMessage } from "../shared/protocol";

const index = v.pipe(v.number(), v.integer(), v.minValue(0));
const id = v.string();
/** More than anyone selects by hand. */
const selection = v.pipe(v.array(id), v.maxLength(10_000));
const ids = v.pipe(selection, v.minLength(1));
const timeZone = v.pipe(v.string(), v.maxLength(100));

const query = v.pipe(
  v.unknown(),
  v.rawTransform<unknown, FeedQuery>(({ dataset, addIssue, NEVER }) => {
    const decoded = decodeQuery(dataset.value);
    if (!decoded) {
      addIssue({ message: "not a feed query" });
      return NEVER;
    }
    return decoded;
  }),
);

const anchor = v.object({ id, publishedMs: v.exactOptional(v.number()), index });

/** An instant that a calendar has. */
const instant = v.pipe(v.number(), v.minValue(-maxInstantMs), v.maxValue(maxInstantMs));
const place = { id, publishedMs: v.exactOptional(instant) };
const datedRef = v.object({ id, publishedMs: instant });

const span = v.pipe(
  v.object({ sinceMs: instant, untilMs: instant }),
  v.check(({ sinceMs, untilMs }) => sinceMs < untilMs),
);

const requestId = v.pipe(v.number(), v.integer());

const schema = v.union([
  v.variant("type", [
    v.object({ type: v.literal("ready"), timeZone }),
    v.object({ type: v.literal("setTimeZone"), timeZone }),
    v.object({ type: v.literal("setQuery"), query }),
    v.object({ type: v.literal("loadOlder") }),
    v.object({ type: v.literal("loadWindow") }),
    v.object({ type: v.literal("cancelWindow") }),
    v.object({
      type: v.literal("setView"),
      view: v.object({
        text: v.pipe(v.string(), v.maxLength(maxSearchLength)),
        only: v.boolean(),
        span: v.exactOptional(span),
      }),
    }),
    v.object({ type: v.literal("pauseLive") }),
    v.object({ type: v.literal("resumeLive") }),
    v.object({ type: v.literal("refresh") }),
    v.object({ type: v.literal("place"), topmost: v.exactOptional(datedRef), last: datedRef }),
    v.object({ type: v.literal("retry") }),
    v.object({ type: v.literal("showLog") }),
    v.object({ type: v.literal("showAround"), ...place }),
    v.object({ type: v.literal("connect") }),
    v.object({ type: v.literal("setApiKey") }),
    v.object({ type: v.literal("editConnection") }),
    v.object({ type: v.literal("fillGap"), sinceMs: v.number() }),
    v.object({ type: v.literal("export"), ids: selection }),
    v.object({ type: v.literal("openJson"), ids }),
    v.object({ type: v.literal("openDomain"), id }),
  ]),
  v.variant("name", [
    v.object({
      type: v.literal("request"),
      id: requestId,
      name: v.literal("rows"),
      params: v.object({
        start: index,
        end: index,
        anchor: v.exactOptional(anchor),
      }),
    }),
    v.object({
      type: v.literal("request"),
      id: requestId,
      name: v.literal("details"),
      params: v.object(place),
    }),
    v.object({
      type: v.literal("request"),
      id: requestId,
      name: v.literal("loaded"),
      params: v.object({ ids }),
    }),
    v.object({
      type: v.literal("request"),
      id: requestId,
      name: v.literal("copy"),
      params: v.object({ ids, as: v.picklist(copyForms) }),
    }),
    v.object({
      type: v.literal("request"),
      id: requestId,
      name: v.literal("company"),
      params: v.object({ id }),
    }),
    v.object({
      type: v.literal("request"),
      id: requestId,
      name: v.literal("match"),
      params: v.object({
        from: v.exactOptional(v.object({ id, publishedMs: v.exactOptional(v.number()) })),
        older: v.boolean(),
      }),
    }),
    v.object({
      type: v.literal("request"),
      id: requestId,
      name: v.literal("chart"),
      params: v.object({
        buckets: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2000)),
        span: v.exactOptional(span),
      }),
    }),
  ]),
]);

/** Reads what the page says; nothing when it makes no sense. */
export function decodePageMessage(value: unknown): PageMessage | undefined {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? parsed.output : undefined;
}
