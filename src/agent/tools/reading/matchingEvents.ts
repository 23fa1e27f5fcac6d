import type { Window } from "../../../feed/feedRequest";
import type { CompanyEvent } from "../../../shared/companyEvent";
import { dayMs } from "../../../shared/instant";
import type { TimeSpan } from "../../../shared/viewQueries";
import { ageNotes, missingEvents, wayToMissing } from "../answer/missingEvents";
import { cleanText } from "../answer/cleanText";
import { zonedTime } from "../answer/zonedTime";
import type { FeedToOpen } from "../environment";
import type { MatchingEvents } from "../foundEvents";
import type { EventFilterInput } from "../input/decodeInput";
import { type EventFilters, needsLabels, resolveFilters } from "../input/eventFilters";
import { companyNotes } from "../input/nearestCompanies";
import { InputProblem, type ToolContext } from "../toolContext";

/** What the filters of an agent mean. @throws {InputProblem} if they mean nothing */
export async function resolvedFilters(
  input: EventFilterInput,
  { environment, connection, questionReader, signal }: ToolContext,
): Promise<EventFilters> {
  const [savedFeeds, labels] = await Promise.all([
    environment.savedFeeds(),
    needsLabels(input) ? questionReader.labels(connection, signal) : { types: [], sectors: [] },
  ]);
  const timeZone = environment.timeZone();
  const resolved = resolveFilters(input, { nowMs: environment.clock.now(), timeZone, savedFeeds, labels });
  if ("problem" in resolved) {
    throw new InputProblem(resolved.problem);
  }
  return resolved.filters;
}

/** Resolves the filters of an agent, and reads all events that match. @throws {InputProblem | ApiError} */
export async function readMatchingEvents(
  input: EventFilterInput,
  context: ToolContext,
): Promise<MatchingEvents> {
  const { environment, connection, questionReader, signal } = context;
  const timeZone = environment.timeZone();
  context.answers.take();
  const filters = await resolvedFilters(input, context);
  const { window, query, matches = () => true, applied } = filters;
  const read = await questionReader.read(connection, { window, query }, { signal });
  if (read.outcome.kind === "failed") {
    throw read.error ?? new InputProblem(cleanText(read.outcome.message, 300));
  }
  const { readAtMs, outcome } = read;
  // The events may have a type or sector that was not seen before, so that a note is no longer true.
  const { notes } =
    filters.notes.length > 0 ? await resolvedFilters(input, context).catch(() => filters) : filters;
  const sinceMs = outcome.kind === "complete" ? window.sinceMs : outcome.completeFromMs;
  const missing = missingEvents(read, timeZone);
  const events = read.events.filter(matches);
  const link = linkOrNone(() => environment.linkTo(connection, filters.feed));
  const readSpan = { sinceMs, untilMs: endOf(window, readAtMs) };
  return {
    filters,
    events,
    scope: { window, timeZone, readAtMs, applied, connection: connection.name, missing },
    readSpan,
    notes: [
      ...notes,
      ...companyNotes(input.companies ?? [], events, read.events),
      ...beginningNotes(read.events, readSpan, timeZone),
      ...dateNotes(events, readAtMs),
      ...ageNotes(read, environment.clock.now()),
      ...wayToMissing(read, timeZone),
      ...(filters.matches && link !== undefined ? [linkNote(filters.feed)] : []),
    ],
    ...(link !== undefined && { link }),
  };
}

function linkNote(feed: EventFilters["feed"]): string {
  return feed.savedFeed === undefined
    ? `The link ${withoutFilter(feed)}.`
    : "The link has no filter for companies and muted words, so it shows other events as well; companyfeed_open_feed opens the saved feed itself.";
}

/** Says what a link or a panel cannot filter by. */
export function withoutFilter({ companies = [], mute = [] }: Pick<FeedToOpen, "companies" | "mute">): string {
  const filters = [
    ...(companies.length > 0 ? ["companies"] : []),
    ...(mute.length > 0 ? ["muted words"] : []),
  ].join(" and ");
  return `has no filter for ${filters}, so it shows other events as well`;
}

/** A service may keep events only for some time. If there is none for this many times the usual interval, it may have deleted them. */
const sparseFactor = 10;
/** Fewer events do not show how often there usually is one. */
const minEvents = 30;

/** A note if the oldest event is late in the time range, compared with the usual time between events. */
function beginningNotes(
  events: readonly CompanyEvent[],
  { sinceMs, untilMs }: TimeSpan,
  timeZone: string,
): string[] {
  const oldestMs = events.findLast(({ publishedMs }) => publishedMs !== undefined)?.publishedMs ?? sinceMs;
  const missingMs = oldestMs - sinceMs;
  const usualMs = (untilMs - oldestMs) / events.length;
  return events.length >= minEvents && missingMs > dayMs && missingMs > sparseFactor * usualMs
    ? [
        `The oldest event from the service in this window is from ${zonedTime(oldestMs, timeZone).day}. It may not have older ones: draw no conclusions about the time before.`,
      ]
    : [];
}

/** How far clocks may differ: an event just published is not from the future. */
const clockSkewMs = 10 * 60_000;

/** Notes on events that may not be from the time range that the first line names. */
function dateNotes(events: readonly CompanyEvent[], readAtMs: number): string[] {
  const future = events.filter(({ publishedMs = readAtMs }) => publishedMs > readAtMs + clockSkewMs).length;
  const undated = events.filter(({ publishedMs }) => publishedMs === undefined).length;
  return [
    ...(future === 0 ? [] : [`${future} of them ${future === 1 ? "is" : "are"} dated in the future.`]),
    ...(undated === 0
      ? []
      : [
          `${undated} of them ${undated === 1 ? "has" : "have"} no readable date, so may be from another time.`,
        ]),
  ];
}

/** The end of what was read: an answer covers nothing that has not happened yet. */
function endOf({ sinceMs, untilMs = Infinity }: Window, readAtMs: number): number {
  return Math.max(sinceMs, Math.min(untilMs, readAtMs));
}

function linkOrNone(link: () => string): string | undefined {
  try {
    return link();
  } catch {
    return undefined;
  }
}
