import { formatFeedLink } from "../../panel/links";
import type { CompanyEvent } from "../../shared/companyEvent";
import { isFunding } from "../../shared/eventKind";
import { comparableText } from "../../shared/text";
import { groupBy } from "../../util/groupBy";
import { answerText, countText, tableRow } from "./answer";
import { cleanText, quotedText } from "./cleanText";
import { cutText, endOfAnswer, presentLabels, readEvents, scopeTexts } from "./events";
import { companyNotes, resolveFilters } from "./filters";
import { choices, eventFilters, type InputOf, limit } from "./input";
import { sumText } from "./texts";
import type { ToolCallContext } from "./toolCallContext";
import { type EventGroup, timeGroups } from "./timeGroups";

const units = ["type", "sector", "company", "day", "week", "month"] as const;
type Grouping = (typeof units)[number];

export const summaryArguments = {
  ...eventFilters,
  group_by: choices(units),
  limit: limit(20, 100),
};

/** Counts matching events and adds up their amounts exactly. */
export async function summarizeEvents(
  input: InputOf<typeof summaryArguments>,
  context: ToolCallContext,
): Promise<string> {
  const filters = await resolveFilters(input, context);
  const read = await readEvents(filters, context);
  const { events, rest } = read;
  const groupings = input.group_by ?? ["type"];
  const untilMs = endOfAnswer(filters, context);
  const span = { sinceMs: rest ? (rest.endMs ?? untilMs) : filters.window.sinceMs, untilMs };
  const present = await presentLabels(filters, read, context);
  const cut = rest && cutText(filters, rest.endMs);
  return answerText({
    first: [countText(events.length, "event"), ...scopeTexts(filters, read, context, cut)],
    notes: [...amountNotes(events), ...(present?.notes ?? []), ...companyNotes(filters)],
    table: present
      ? present.lines
      : groupings.flatMap((grouping) => tableBy(grouping, groupsBy(grouping, events, span), input.limit)),
    link: formatFeedLink(filters.query, context.host.uriScheme),
  });
}

/** Warns of sums over several types: money that was raised and money that was paid. */
function amountNotes(events: readonly CompanyEvent[]): string[] {
  const withAmount = events.filter(({ amount }) => amount !== undefined);
  const types = [...new Set(withAmount.map(({ type = "(no type)" }) => type))].sort();
  const listed = types.slice(0, 8).map((type) => quotedText(type));
  return types.length > 1
    ? [
        `The sums mix amounts of several types (${listed.join(", ")}), which may mean different things: pass one type to add up one kind${types.some(isFunding) ? ", such as funding for money raised" : ""}.`,
      ]
    : [];
}

function groupsBy(
  grouping: Grouping,
  events: readonly CompanyEvent[],
  span: { readonly sinceMs: number; readonly untilMs: number },
): EventGroup[] {
  if (grouping === "day" || grouping === "week" || grouping === "month") {
    return timeGroups(events, grouping, span);
  }
  const keyOf = grouping === "company" ? companyKey : (event: CompanyEvent) => event[grouping] ?? "";
  return [...groupBy(events, keyOf)]
    .map(([, ofGroup]) => ({ label: labelOf(grouping, ofGroup[0]), events: ofGroup }))
    .sort((a, b) => b.events.length - a.events.length || (a.label < b.label ? -1 : 1));
}

/** The entity ID is the most reliable; without one, the domain or the name. */
function companyKey({ company: { entityId, domain, name } = {} }: CompanyEvent): string {
  return entityId ?? comparableText(domain ?? name ?? "");
}

/** Quotes a label that could be mistaken for one of our own, such as "TOTAL" or "(3 others)". */
function labelOf(grouping: "type" | "sector" | "company", event: CompanyEvent | undefined): string {
  const { name, domain, entityId } = event?.company ?? {};
  const label = cleanText(
    (grouping === "company" ? (name ?? domain ?? entityId) : event?.[grouping]) ?? "",
    60,
  );
  return label === "" ? `(no ${grouping})` : /^(?:["(-]|total$)/i.test(label) ? quotedText(label) : label;
}

/** Groups that are not shown are added up in one row, so that the rows always add up to the total. */
function tableBy(grouping: Grouping, groups: readonly EventGroup[], max: number): string[] {
  const shown = groups.slice(0, max);
  const others = groups.slice(max);
  const all = groups.flatMap(({ events }) => events);
  const hasAmounts = all.some(({ amount }) => amount !== undefined);
  const row = (label: string, events: readonly CompanyEvent[]): string => {
    const amounts = events.flatMap(({ amount }) => amount ?? []);
    const sum = amounts.reduce((total, amount) => total + amount, 0);
    const cells = hasAmounts ? [String(amounts.length), sumText(sum)] : [];
    return tableRow([label, String(events.length), ...cells]);
  };
  return [
    tableRow([grouping, "events", ...(hasAmounts ? ["with amount", "sum of amounts (USD)"] : [])]),
    ...shown.map(({ label, events }) => row(label, events)),
    ...(others.length === 0
      ? []
      : [
          row(
            `(${countText(others.length, "other")})`,
            others.flatMap(({ events }) => events),
          ),
        ]),
    ...(groups.length > 1 ? [row("TOTAL", all)] : []),
  ];
}
