import { windowOf } from "../../feed/feedRequest";
import type { TimeRange } from "../../service/types";
import { companyMatcher } from "../../feed/store/search";
import type { SavedFeed, SavedFeedEntry } from "../../savedFeeds/model/savedFeed";
import type { CompanyEvent } from "../../shared/companyEvent";
import {
  calendarPeriods,
  type FeedQuery,
  type FeedWindow,
  fixedWindow,
  periodWindow,
} from "../../shared/feedQuery";
import { activeValues, filterNames, filters, type FilterValues } from "../../shared/filters";
import { maxWindowDays } from "../../shared/limits";
import { comparableText } from "../../shared/text";
import { countText } from "./answer";
import { cleanText, quotedText } from "./cleanText";
import type { EventFilterInput } from "./input";
import { isoLocalInstant, usdText } from "./texts";
import { InvalidArgumentError, type ToolCallContext } from "./toolCallContext";

/** The filters of a call, resolved. */
export interface EventFilters {
  /** Sent to the service. */
  readonly query: FeedQuery;
  readonly window: TimeRange;
  /** The start of the window moves with the current time, so the next call would have a later one. */
  readonly isRolling: boolean;
  /** An event has to match all of these. The service has no filter for companies. */
  readonly companies: readonly ReturnType<typeof companyMatcher>[];
  readonly savedFeed: SavedFeedEntry | undefined;
  /** The filters in words, without the window: `type "funding"`, `amount ≥ $50M`. */
  readonly applied: readonly string[];
}

/** @throws {InvalidArgumentError} */
export async function resolveFilters(
  input: EventFilterInput,
  { host }: ToolCallContext,
): Promise<EventFilters> {
  const { company, saved_feed: name } = input;
  const entry = name === undefined ? undefined : savedFeedNamed(name, await host.savedFeeds());
  const saved = entry?.feed;
  const nowMs = host.now();
  const asked: FilterValues = Object.fromEntries(
    filterNames.map((name) => [name, input[filters[name].parameter] ?? saved?.query[name]]),
  );
  const { sector, minAmount = 0 } = asked;
  const types = [...filters.types.format(asked)];
  const askedWindow = windowIn(input, saved, nowMs);
  const query = {
    window: endingAt(input.until, askedWindow, nowMs),
    // No filter: every amount is at least 0.
    ...activeValues({ ...asked, minAmount: minAmount > 0 ? minAmount : Number.NaN }),
    types,
  };
  const companies = [company === undefined ? [] : [company], saved?.companies ?? []];
  return {
    query,
    window: windowOf(query, nowMs),
    isRolling: askedWindow.kind === "last",
    companies: companies.filter((list) => list.length > 0).map(companyMatcher),
    savedFeed: entry,
    applied: [
      ...(saved ? [`saved feed ${quotedText(saved.name)}`] : []),
      ...(types.length === 0
        ? []
        : [`${types.length === 1 ? "type" : "types"} ${types.map((type) => quotedText(type)).join(", ")}`]),
      ...(sector === undefined ? [] : [`sector ${quotedText(sector)}`]),
      ...(minAmount > 0 ? [`amount ≥ ${usdText(minAmount)}`] : []),
      ...(company === undefined ? [] : [`company ${quotedText(company)}`]),
      ...(saved && saved.companies.length > 0
        ? [`${countText(saved.companies.length, "company", "companies")} of the saved feed`]
        : []),
    ],
  };
}

export function matchesCompanies({ companies }: EventFilters, { company }: CompanyEvent): boolean {
  return companies.every((matches) => matches(company));
}

/** A note for answers that offer to open a feed, which has no filter for companies. */
export function companyNotes({ companies }: EventFilters): string[] {
  return companies.length === 0
    ? []
    : ["A feed has no filter for companies: opened in the editor, it shows those of others as well."];
}

function savedFeedNamed(name: string, entries: readonly SavedFeedEntry[]): SavedFeedEntry {
  const entry =
    entries.find(({ feed }) => feed.name === name) ??
    entries.find(({ feed }) => comparableText(feed.name) === comparableText(name));
  if (!entry) {
    const names = entries.slice(0, 20).map(({ feed }) => quotedText(feed.name));
    throw new InvalidArgumentError(
      names.length === 0
        ? "saved_feed must be left out: the user has no saved feeds."
        : `saved_feed must be one of ${names.join(", ")}.`,
    );
  }
  return entry;
}

const defaultWindow: FeedWindow = { kind: "last", days: 7 };

function windowIn(
  { period, since }: EventFilterInput,
  saved: SavedFeed | undefined,
  nowMs: number,
): FeedWindow {
  if (period !== undefined && since !== undefined) {
    throw new InvalidArgumentError("Pass either period or since, not both.");
  }
  if (since !== undefined) {
    // With thousands of empty days before, grouping by day would take seconds.
    return fixedWindow(Math.max(since, 0));
  }
  return period === undefined ? (saved?.query.window ?? defaultWindow) : windowOfPeriod(period, nowMs);
}

function endingAt(until: number | undefined, asked: FeedWindow, nowMs: number): FeedWindow {
  if (until === undefined) {
    return asked;
  }
  const { sinceMs, untilMs = Infinity } = windowOf({ window: asked, types: [] }, nowMs);
  if (until <= sinceMs) {
    throw new InvalidArgumentError(
      `until must be after ${isoLocalInstant(sinceMs)}, where the window begins; it is now ${isoLocalInstant(nowMs)}.`,
    );
  }
  return fixedWindow(sinceMs, Math.min(until, untilMs));
}

function windowOfPeriod(period: string, nowMs: number): FeedWindow {
  const named = calendarPeriods.find((name) => name.toLowerCase() === period.replace("_", ""));
  if (named) {
    return periodWindow(named, "local", nowMs);
  }
  const days = Number(period.slice(0, -1)) / (period.endsWith("h") ? 24 : 1);
  if (days > maxWindowDays) {
    throw new InvalidArgumentError(`period must be at most ${maxWindowDays}d.`);
  }
  return { kind: "last", days };
}

/** Names the connection, for the first line of an answer. */
export function connectionText({ connection }: ToolCallContext): string {
  return `connection ${cleanText(connection.name, 60)}`;
}
