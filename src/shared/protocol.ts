/**
 * The messages between the feed panel's page and the extension host. Those from the page are validated by the schemas here;
 * those from the host are trusted.
 *
 * The page sends `ready`; the host answers with a `snapshot` and from then on sends what changed. After a switch to another service
 * the host forgets what the page sent, and starts over with a snapshot. When rows change, the host sends those that the page has
 * requested last as `isShown` (at first those at the top), moved with their anchor. Every request is settled by a `reply` or a
 * `failed` with its id.
 */
import * as v from "valibot";
import { feedQuerySchema, type FeedQuery } from "./feedQuery";
import type { Chart, EventDetails, FeedState, MissingEvent, RowsResult } from "./feedState";
import { maxSelectedEvents } from "./limits";
import { type Validated, parseOrUndefined } from "./schemas";
import {
  type CopyFormat,
  copyFormats,
  type EventRef,
  eventRefSchema,
  rowsParamsSchema,
  viewSchema,
  visibleEventsSchema,
} from "./viewQueries";

// ---- From the page ----------------------------------------------------------------------------------------------

const id = v.string();
const selection = v.pipe(v.array(id), v.maxLength(maxSelectedEvents));
const ids = v.pipe(selection, v.minLength(1));
/** IANA name of the zone in which days are counted. */
const timeZone = v.pipe(v.string(), v.maxLength(100));

/** Commands that VS Code carries out, not the feed. */
const workbenchCommand = v.variant("type", [
  v.object({ type: v.literal("showLog") }),
  v.object({ type: v.literal("connect") }),
  v.object({ type: v.literal("setApiKey") }),
  v.object({ type: v.literal("editConnection") }),
  v.object({ type: v.literal("testConnection") }),
  /** Open the setting that limits the number of loaded events. */
  v.object({ type: v.literal("changeLimit") }),
  /** Export the feed, or the selected events of it. */
  v.object({ type: v.literal("export") }),
  v.object({ type: v.literal("openJson"), id }),
  /** Open the domain of the event's company in a browser. */
  v.object({ type: v.literal("openDomain"), id }),
  v.object({ type: v.literal("saveFeed") }),
]);

const pageCommand = v.variant("type", [
  workbenchCommand,
  v.object({ type: v.literal("ready"), timeZone }),
  v.object({ type: v.literal("setTimeZone"), timeZone }),
  /** `change` counts the changes of this page, from 1: `PanelState.queryChange` tells which of them the host knows. */
  v.object({ type: v.literal("setQuery"), query: feedQuerySchema, change: v.pipe(v.number(), v.integer()) }),
  v.object({ type: v.literal("setView"), view: viewSchema }),
  v.object({ type: v.literal("loadOlder") }),
  v.object({ type: v.literal("loadWindow") }),
  /** Stop `loadWindow`; what is loaded stays. */
  v.object({ type: v.literal("cancelWindow") }),
  v.object({ type: v.literal("refresh") }),
  v.object({ type: v.literal("pauseLive") }),
  v.object({ type: v.literal("resumeLive") }),
  /** Repeat what has failed, according to the problem on screen. */
  v.object({ type: v.literal("retry") }),
  /** Load the events around one that is not loaded; with a query that contains it, if the current one does not. */
  v.object({
    type: v.literal("showAround"),
    ...eventRefSchema.entries,
    query: v.exactOptional(feedQuerySchema),
  }),
  /** The event whose details are shown; without one, none are. */
  v.object({ type: v.literal("detailsEvent"), event: v.exactOptional(eventRefSchema) }),
  /** Read the event whose details are shown by its ID. */
  v.object({ type: v.literal("readEvent"), id }),
  /** Load the gap that starts there. */
  v.object({ type: v.literal("fillGap"), sinceMs: v.number() }),
  /** What is on screen: a refresh returns to it. */
  v.object({ type: v.literal("visibleEvents"), ...visibleEventsSchema.entries }),
  /** Mark the saved feed as read, or take that back. */
  v.object({ type: v.literal("markRead") }),
  v.object({ type: v.literal("undoMarkRead") }),
  /** The selected events, to which commands of menus and of the palette apply. */
  v.object({ type: v.literal("select"), ids: selection }),
  /** Answered with `copied`. */
  v.object({
    type: v.literal("copy"),
    /** `unread`: the loaded events that the unread line counts. */
    ids: v.union([ids, v.literal("unread")]),
    format: v.picklist(copyFormats),
  }),
]);

/** The page has a link to this command of VS Code, for when there is no extension host to send a command to. */
export const reloadWindowCommand = "workbench.action.reloadWindow";

function request<const N extends string, P extends v.GenericSchema>(name: N, params: P) {
  return v.object({
    type: v.literal("request"),
    /** Unique for the lifetime of the page. */
    id: v.pipe(v.number(), v.integer()),
    name: v.literal(name),
    params,
  });
}

const pageRequest = v.variant("name", [
  request("rows", rowsParamsSchema),
  request("details", eventRefSchema),
  request("stillLoaded", v.object({ ids })),
  request("chart", v.object({})),
]);

const pageMessage = v.union([pageCommand, pageRequest]);

/** A message without a reply. */
export type PageCommand = Validated<typeof pageCommand>;
export type PageRequest = Validated<typeof pageRequest>;
export type PageMessage = PageCommand | PageRequest;
/** One function for each command: a missing one does not compile. */
export type CommandHandlers = {
  readonly [C in PageCommand as C["type"]]: (command: C) => void | Promise<void>;
};
export type WorkbenchHandlers = Pick<CommandHandlers, Validated<typeof workbenchCommand>["type"]>;
export type RequestName = PageRequest["name"];
export type RequestParams<N extends RequestName> = { [R in PageRequest as R["name"]]: R["params"] }[N];
export type RequestHandlers = {
  readonly [N in RequestName]: (params: RequestParams<N>) => RequestResults[N] | Promise<RequestResults[N]>;
};
export type CopyParams = Omit<Extract<PageCommand, { readonly type: "copy" }>, "type">;

/** Undefined if the message is invalid. */
export function decodePageMessage(value: unknown): PageMessage | undefined {
  return parseOrUndefined(pageMessage, value);
}

// ---- From the host ----------------------------------------------------------------------------------------------

export interface RequestResults {
  readonly rows: RowsResult;
  readonly details: EventDetails | MissingEvent;
  /** The IDs whose events are loaded, or may be once the refresh finishes. */
  readonly stillLoaded: readonly string[];
  /** Null when a newer request replaced this one. */
  readonly chart: Chart | null;
}

export interface PanelState extends FeedState {
  readonly connection: { readonly name: string; readonly sample: boolean };
  /** The last `setQuery` of this page that was handled, by its `change`; 0: none. `query` is the result. */
  readonly queryChange: number;
  /** What "Reset filters" returns to. */
  readonly defaultQuery: FeedQuery;
  /** The saved feed that the panel shows. Without a name, it does not exist, or is not known yet. */
  readonly savedFeed?: { readonly id: string; readonly name?: string };
}

/** What the page does with the selected event. */
export type EventAction = "showDetails" | "onlyThisType" | "onlyThisSector" | "showCompanyEvents";

export type HostMessage =
  /** All that the page shows; its answer to `ready`. */
  | { readonly type: "snapshot"; readonly panel: PanelState; readonly rows: RowsResult }
  /** Something changed; `rows` only when rows did, with a greater revision. */
  | { readonly type: "update"; readonly panel: PanelState; readonly rows?: RowsResult }
  /** Take the keyboard focus (the panel was revealed by a command). */
  | { readonly type: "focus" }
  /** Focus the search. */
  | { readonly type: "find" }
  /** Show the details of an event, and its row if it is in the list, and focus them. Answered with `detailsEvent`. */
  | { readonly type: "showEvent"; readonly event: EventRef; readonly preserveFocus?: true }
  /** Chosen in the context menu. */
  | { readonly type: "eventAction"; readonly action: EventAction }
  /** How many of the `requested` events were copied; if 0, the clipboard is unchanged. */
  | {
      readonly type: "copied";
      readonly count: number;
      readonly requested: number;
      readonly format: CopyFormat;
    }
  | { readonly type: "reply"; readonly id: number; readonly result: RequestResults[RequestName] }
  /** Instead of a reply; the reason is in the log. */
  | { readonly type: "failed"; readonly id: number };
