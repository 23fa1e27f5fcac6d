import { formatFeedLink } from "../../panel/links";
import type { CompanyEvent } from "../../shared/companyEvent";
import { answerText, type Column, countText, tableOf } from "./answer";
import { cleanText, idText } from "./cleanText";
import { cutText, type EventsRead, presentLabels, readEvents, scopeTexts } from "./events";
import { companyNotes, resolveFilters } from "./filters";
import { choice, eventFilters, type InputOf, limit } from "./input";
import { isoLocalDay, isoLocalTime, usdText } from "./texts";
import type { ToolCallContext } from "./toolCallContext";

export const searchArguments = {
  ...eventFilters,
  sort: choice(["newest", "amount"]),
  limit: limit(20, 100),
};

/** Lists matching events, newest or largest first. */
export async function searchEvents(
  input: InputOf<typeof searchArguments>,
  context: ToolCallContext,
): Promise<string> {
  const filters = await resolveFilters(input, context);
  const isByAmount = input.sort === "amount";
  const read = await readEvents(filters, context, isByAmount ? Infinity : input.limit);
  const { events, rest } = read;
  const { shown, untilMs, notes } = (isByAmount ? largest : newest)(read, input.limit);
  const present = await presentLabels(filters, read, context);
  const total = `${rest && events.length > 0 ? "at least " : ""}${countText(events.length, "event")}`;
  const cut =
    rest || untilMs !== undefined
      ? cutText(filters, untilMs)
      : shown.length < events.length
        ? "cut, pass a higher limit or more filters"
        : undefined;
  return answerText({
    first: [
      shown.length < events.length ? `${shown.length} of ${total}` : total,
      ...(isByAmount ? ["largest amounts first"] : []),
      ...scopeTexts(filters, read, context, cut),
    ],
    notes: [...notes, ...(present?.notes ?? []), ...companyNotes(filters)],
    table: present ? present.lines : shown.length > 0 ? tableOf(columns, shown) : [],
    link: formatFeedLink(filters.query, context.host.uriScheme),
  });
}

interface Listed {
  readonly shown: readonly CompanyEvent[];
  /** Pass it as `until` to get what follows. */
  readonly untilMs?: number | undefined;
  readonly notes: readonly string[];
}

/** Cuts the list between two instants, so that the next call, with `until`, loses no event. */
function newest({ events, rest }: EventsRead, max: number): Listed {
  const endMs = events[max]?.publishedMs;
  if (endMs === undefined) {
    return { shown: events.slice(0, max), untilMs: rest?.endMs, notes: [] };
  }
  const shown = events.slice(0, max).filter(({ publishedMs = endMs }) => publishedMs > endMs);
  if (shown.length > 0) {
    return { shown, untilMs: endMs + 1, notes: [] };
  }
  const others = events.filter(({ publishedMs }) => publishedMs === endMs).length - max;
  return {
    shown: events.slice(0, max),
    untilMs: endMs,
    notes: [
      `${others} more have the very instant of these, and what follows does not: pass a higher limit or more filters.`,
    ],
  };
}

/** The largest amounts; events without one come last. */
function largest({ events, rest }: EventsRead, max: number): Listed {
  const amountOf = ({ amount = -Infinity }: CompanyEvent): number => amount;
  const sorted = [...events].sort((a, b) => (amountOf(a) === amountOf(b) ? 0 : amountOf(b) - amountOf(a)));
  const withAmount = events.filter(({ amount }) => amount !== undefined).length;
  return {
    shown: sorted.slice(0, max),
    untilMs: rest?.endMs,
    notes: withAmount < events.length ? [`${withAmount} of ${events.length} state an amount.`] : [],
  };
}

const columns: readonly Column<CompanyEvent>[] = [
  { name: "id", cell: ({ id }) => idText(id), inRows: true },
  {
    name: "published",
    cell: ({ publishedMs: ms }) =>
      ms === undefined ? "(no date)" : `${isoLocalDay(ms)} ${isoLocalTime(ms)}`,
    inRows: true,
  },
  { name: "type", cell: ({ type = "" }) => cleanText(type, 60) },
  { name: "sector", cell: ({ sector = "" }) => cleanText(sector, 60) },
  { name: "title", cell: ({ title = "" }) => cleanText(title, 140) || "(untitled)", inRows: true },
  {
    name: "amount",
    cell: ({ amount }) => (amount === undefined ? "" : usdText(amount)),
    inRows: true,
  },
  { name: "company", cell: ({ company }) => cleanText(company?.name ?? company?.domain ?? "", 60) },
];
