/**
 * What the page saves through VS Code (`setState`) so that the panel is restored after a window reload. Both sides read it,
 * and it may be from an older version, or invalid.
 */
import * as v from "valibot";
import { feedQuerySchema } from "./feedQuery";
import { maxConnectionNameLength, maxEventIdLength } from "./limits";
import { instantMs, isRecord, isTrue, type Validated, validMembers } from "./schemas";
import { viewSchema } from "./viewQueries";

const text = (maxLength: number) => v.pipe(v.string(), v.nonEmpty(), v.maxLength(maxLength));
/** An event with a longer ID is not restored after a reload. */
const event = { id: text(maxEventIdLength), publishedMs: v.exactOptional(instantMs) };
const columnName = text(100);
/** CSS pixels; wider than any screen. */
const width = v.pipe(v.number(), v.gtValue(0), v.maxValue(20_000));

const members = {
  connection: text(maxConnectionNameLength),
  query: feedQuerySchema,
  /** ID of the saved feed that the panel shows: it contains its name and the URI of its workspace. */
  savedFeed: text(10_000),
  view: viewSchema,
  chartHidden: isTrue,
  chartMode: v.picklist(["events", "amount"]),
  zone: v.picklist(["local", "utc"]),
  /** `unlisted`: it was not in the list, but its details were shown. */
  selected: v.object({ ...event, unlisted: v.exactOptional(isTrue) }),
  selectedIds: v.array(event.id),
  detailsOpen: isTrue,
  /** How many new events (`FeedState.newEventCount`) were above the visible rows, or visible. */
  seenEventCount: v.number(),
  /** The topmost visible event; absent: the list is at its top. `top`: CSS pixels below the heading, negative if it is cut off. */
  topmost: v.object({
    ...event,
    top: v.exactOptional(v.pipe(v.number(), v.gtValue(-10_000), v.ltValue(10_000))),
  }),
  detailsWidth: width,
  /** Names of the hidden columns. Older versions also saved an order. */
  columns: v.object({ hidden: v.array(columnName) }),
  columnWidths: v.record(columnName, width),
};

export type PageState = { readonly version: 1 } & {
  readonly [K in keyof typeof members]?: Validated<(typeof members)[K]>;
};

/** An event and its position on screen. */
export type ScrollPosition = NonNullable<PageState["topmost"]>;

/** Reads each member separately: an invalid one does not affect the others. */
export function decodePageState(value: unknown): PageState {
  return { version: 1, ...(isRecord(value) && value["version"] === 1 && validMembers(members, value)) };
}
