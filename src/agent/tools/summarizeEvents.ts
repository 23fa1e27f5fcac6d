import type { CompanyEvent } from "../../shared/companyEvent";
import { isFunding } from "../../shared/eventKind";
import { comparableText } from "../../shared/text";
import { groupBy } from "../../util/groupBy";
import { answerText, countText, tableRow } from "./answer";
import { cleanText, quotedText } from "./cleanText";
import { cutText, presentLabels, readEvents, scopeTexts } from "./events";
import { companyNotes, filtersOf, linkTo } from "./filters";
import { choices, eventFilters, type InputOf, limit } from "./input";
import type { Question } from "./question";
import { sumText } from "./texts";
import { type EventGroup, timeGroups } from "./timeGroups";

const units = ["type", "sector", "company", "day", "week", "month"] as const;
type Grouping = (typeof units)[number];

export const summaryArguments = {
  ...eventFilters,
  group_by: choices("What to group by, each in a table of its own. Default: type.", units),
  limit: limit("Groups in each table; the others are added up in one row", 20, 100),
};

/** Counts, and exact sums of amounts, over all events that match. */
export async function summarizeEvents(
  input: InputOf<typeof summaryArguments>,
  question: Question,
): Promise<string> {
  const filters = await filtersOf(input, question);
  const read = await readEvents(filters, question);
  const { events, readFromMs } = read;
  const groupings = input.group_by ?? ["type"];
  const { sinceMs, untilMs = question.editor.now() } = filters.window;
  const span = { sinceMs: readFromMs ?? sinceMs, untilMs };
  const present =
    events.length === 0 && readFromMs === undefined
      ? await presentLabels(filters, read, question)
      : undefined;
  const cut = readFromMs === undefined ? undefined : cutText(filters, readFromMs);
  return answerText({
    first: [countText(events.length, "event"), ...scopeTexts(filters, read, question, cut)],
    notes: [...amountNotes(events), ...(present?.notes ?? []), ...companyNotes(filters)],
    table: present
      ? present.lines
      : groupings.flatMap((grouping) => tableBy(grouping, groupsBy(grouping, events, span), input.limit)),
    link: linkTo(filters.query, question),
  });
}

/** Amounts of another type are other money: paid instead of raised. */
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

/** By its entity ID, which is certain, or else its domain or its name. */
function companyKey({ company: { entityId, domain, name } = {} }: CompanyEvent): string {
  return entityId ?? comparableText(domain ?? name ?? "");
}

/** A label that could be taken for one of ours, such as "TOTAL" or "(3 others)", is in quotation marks. */
function labelOf(grouping: "type" | "sector" | "company", event: CompanyEvent | undefined): string {
  const { name, domain, entityId } = event?.company ?? {};
  const label = cleanText(
    (grouping === "company" ? (name ?? domain ?? entityId) : event?.[grouping]) ?? "",
    60,
  );
  return label === "" ? `(no ${grouping})` : /^(?:["(-]|total$)/i.test(label) ? quotedText(label) : label;
}

/** However many groups are shown, the rows of a table add up to its total. */
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
