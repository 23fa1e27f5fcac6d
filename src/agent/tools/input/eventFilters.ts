import { type Window, windowOf } from "../../../feed/feedRequest";
import { MutedWords } from "../../../savedFeeds/model/mutedWords";
import type { SavedFeed } from "../../../savedFeeds/model/savedFeed";
import { Watchlist, watchlistKey } from "../../../savedFeeds/model/watchlist";
import type { CompanyEvent } from "../../../shared/companyEvent";
import { decodeQuery, type FeedQuery, type FeedWindow } from "../../../shared/feedQuery";
import { cleanText } from "../answer/cleanText";
import { fullUsd, shortUsd } from "../answer/usd";
import type { FeedToOpen } from "../environment";
import { readUsd } from "./amount";
import type { EventFilterInput } from "./decodeInput";
import { isSameType, type LabelKind, resolveLabel, type ResolvedLabels } from "./labels";
import { type PeriodContext, readPeriod } from "./period";
import { listed, quoted } from "./phrases";
import { savedFeedByName } from "./savedFeedByName";

/** Values of events seen on the connection, most frequent first. */
export interface SeenLabels {
  readonly types: readonly string[];
  readonly sectors: readonly string[];
}

export interface FilterContext extends PeriodContext {
  readonly savedFeeds: readonly SavedFeed[];
  /** The lists are empty if nothing was seen. Then types and sectors are sent as they are. */
  readonly labels: SeenLabels;
}

/** What the filters of an agent mean. */
export interface EventFilters {
  readonly window: Window;
  /** The query that is sent to the service. */
  readonly query: FeedQuery;
  /** Tests what the service has no filter for: companies and muted words. Absent if there is nothing to test. */
  readonly matches?: (event: CompanyEvent) => boolean;
  /** What a feed panel has to open to show the same events. */
  readonly feed: Omit<FeedToOpen, "eventId">;
  /** The filters in words, for the first line of an answer: `type funding`, `amount ≥ $50M`. The window is not among them. */
  readonly applied: readonly string[];
  /** Sentences about what was resolved: `"layoffs" is the type "layoff".` */
  readonly notes: readonly string[];
}

interface Problem {
  readonly problem: string;
}

const defaultWindow: FeedWindow = { kind: "last", days: 7 };
/** How many types or companies the first line lists. */
const maxListed = 5;

/** Whether `SeenLabels` are needed to resolve the filters. `funding` is the only type whose name is known. */
export function needsLabels({ types = [], sector }: EventFilterInput): boolean {
  return sector !== undefined || types.some((type) => type !== "funding");
}

/** Finds out what the filters of an agent mean. @returns sentences for the agent if they mean nothing */
export function resolveFilters(
  input: EventFilterInput,
  context: FilterContext,
): { readonly filters: EventFilters } | Problem {
  const written = readPeriod(input, context);
  if (written && "problem" in written) {
    return written;
  }
  const named =
    input.savedFeed === undefined ? undefined : savedFeedByName(input.savedFeed, context.savedFeeds);
  if (named && "problem" in named) {
    return named;
  }
  const types = resolveTypes(input.types ?? [], context.labels.types);
  if ("problem" in types) {
    return types;
  }
  const sector = resolveSector(input.sector, context.labels.sectors);
  if ("problem" in sector) {
    return sector;
  }
  const saved = named?.feed;
  const narrowed = saved
    ? narrow(saved, { types: types.labels, sector: sector.labels[0] })
    : { types: types.labels, sector: sector.labels[0] };
  if ("problem" in narrowed) {
    return narrowed;
  }
  const minAmount = Math.max(input.minAmount ?? 0, saved?.query.minAmount ?? 0);
  // Labels of the service and texts of settings may be too many or too long for a query.
  const query = decodeQuery({
    window: written ?? saved?.query.window ?? defaultWindow,
    types: narrowed.types,
    ...(narrowed.sector !== undefined && { sector: narrowed.sector }),
    ...(minAmount > 0 && { minAmount }),
  });
  if (!query) {
    return { problem: "These are too many types for one call. Pass fewer." };
  }
  const companies = companiesOf(input.companies, saved?.companies);
  const mute = saved?.mute ?? [];
  const matches = matcherOf(input.companies ?? [], saved);
  return {
    filters: {
      window: windowOf(query, context.nowMs),
      query,
      ...(matches && { matches }),
      feed:
        saved && isWhole(input)
          ? { query, savedFeed: saved.name }
          : {
              query,
              ...(companies.length > 0 && { companies }),
              ...(mute.length > 0 && { mute }),
            },
      applied: appliedFilters(query, input.companies ?? [], saved),
      notes: [...(named?.notes ?? []), ...types.notes, ...sector.notes],
    },
  };
}

/** Whether a saved feed is asked for as it is, without other filters. */
function isWhole({ period, since, types, sector, minAmount, companies }: EventFilterInput): boolean {
  return [period, since, types, sector, minAmount, companies].every((filter) => filter === undefined);
}

function resolveTypes(wanted: readonly string[], seen: readonly string[]): ResolvedLabels | Problem {
  const kind: LabelKind = { name: "type", seen, isSame: isSameType };
  const labels = new Set<string>();
  const notes = new Set<string>();
  for (const type of wanted) {
    // The service documents this one name (docs/service.md, Event item).
    const resolved = type === "funding" ? { labels: [type], notes: [] } : resolveLabel(type, kind);
    if ("problem" in resolved) {
      return resolved;
    }
    resolved.labels.forEach((label) => labels.add(label));
    resolved.notes.forEach((note) => notes.add(note));
  }
  return { labels: [...labels], notes: [...notes] };
}

/** Finds at most one sector: the service compares one exactly (docs/service.md, Event feed: request). */
function resolveSector(wanted: string | undefined, seen: readonly string[]): ResolvedLabels | Problem {
  if (wanted === undefined) {
    return { labels: [], notes: [] };
  }
  const resolved = resolveLabel(wanted, { name: "sector", seen });
  return "labels" in resolved && resolved.labels.length > 1
    ? {
        problem: `There are several sectors ${quoted(wanted)}: ${resolved.labels.map(quoted).join(", ")}. Call once for each, spelled exactly like that.`,
      }
    : resolved;
}

interface Narrowed {
  readonly types: readonly string[];
  readonly sector: string | undefined;
}

/** The filters of a saved feed and those of an agent together: an event must pass both. */
function narrow({ name, query }: SavedFeed, { types, sector }: Narrowed): Narrowed | Problem {
  const both =
    types.length === 0
      ? query.types
      : types.filter((type) => query.types.length === 0 || query.types.includes(type));
  if (types.length > 0 && both.length === 0) {
    return {
      problem: `Saved feed ${quoted(name)} has only events of type ${labelList(query.types)}. Call again without types, or without saved_feed.`,
    };
  }
  if (sector !== undefined && query.sector !== undefined && sector !== query.sector) {
    return {
      problem: `Saved feed ${quoted(name)} has only events of sector ${quoted(query.sector)}. Call again without sector, or without saved_feed.`,
    };
  }
  return { types: both, sector: sector ?? query.sector };
}

/** The companies that are in both lists, as far as their texts tell; if there are none, those of the agent. */
function companiesOf(wanted: readonly string[] = [], ofSavedFeed: readonly string[] = []): readonly string[] {
  if (wanted.length === 0 || ofSavedFeed.length === 0) {
    return wanted.length === 0 ? ofSavedFeed : wanted;
  }
  const keys = new Set(ofSavedFeed.map(watchlistKey));
  const both = wanted.filter((company) => keys.has(watchlistKey(company)));
  return both.length > 0 ? both : wanted;
}

function matcherOf(
  companies: readonly string[],
  saved: SavedFeed | undefined,
): ((event: CompanyEvent) => boolean) | undefined {
  const watchlists = [new Watchlist(companies), Watchlist.of(saved?.companies ?? [])].filter(
    (list) => !list.isEmpty,
  );
  const muted = MutedWords.of(saved?.mute ?? []);
  return watchlists.length === 0 && muted.isEmpty
    ? undefined
    : ({ company, title }) => watchlists.every((list) => list.matches(company)) && !muted.mutes(title);
}

function appliedFilters(
  { types, sector, minAmount }: FeedQuery,
  companies: readonly string[],
  saved: SavedFeed | undefined,
): string[] {
  return [
    ...(saved ? [savedFeedText(saved)] : []),
    ...(types.length === 0 ? [] : [`${types.length === 1 ? "type" : "types"} ${labelList(types)}`]),
    ...(sector === undefined ? [] : [`sector ${labelText(sector)}`]),
    ...(minAmount === undefined ? [] : [`amount ≥ ${usdText(minAmount)}`]),
    ...(companies.length === 0 ? [] : [`company ${labelList(companies)}`]),
  ];
}

function savedFeedText({ name, companies, mute }: SavedFeed): string {
  const parts = [
    ...(companies.length === 0
      ? []
      : [companies.length === 1 ? "1 company" : `${companies.length} companies`]),
    ...(mute.length === 0 ? [] : [mute.length === 1 ? "1 muted word" : `${mute.length} muted words`]),
  ];
  return `saved feed ${quoted(name)}${parts.length === 0 ? "" : ` (${parts.join(", ")})`}`;
}

function labelList(labels: readonly string[]): string {
  return listed(labels.map(labelText), maxListed);
}

/** A text of the service, a shared setting or the agent, in quotation marks if it could be taken for another part of the line. */
function labelText(label: string): string {
  const text = cleanText(label, 60);
  return /^[\p{L}\p{M}\p{N} &/+'._-]+$/u.test(text) ? text : quoted(label);
}

function usdText(amount: number): string {
  const short = shortUsd(amount);
  return readUsd(short) === amount ? short : fullUsd(amount);
}
