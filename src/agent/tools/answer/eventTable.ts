import type { CompanyEvent } from "../../../shared/companyEvent";
import { comparableText } from "../../../shared/text";
import { cleanText, quotedText, verbatimId } from "./cleanText";
import { tableRow } from "./fence";
import { fullUsd, shortUsd } from "./usd";
import { zonedTime } from "./zonedTime";

export type EventDetail = "concise" | "full";

interface Column {
  readonly name: string;
  /** A cleaned text; empty if the event does not have it. */
  readonly cell: (event: CompanyEvent, index: number) => string;
  /** The column stays in the rows even if all have the same value. */
  readonly inRows?: true;
}

/** The lines of a table, for as many of its rows as fit into an answer. */
export interface AnswerTable {
  readonly rowCount: number;
  /** @param shown how many rows, from the first one on; at least one */
  readonly lines: (shown: number) => readonly string[];
}

const maxTitle = { concise: 140, full: 300 } as const;

export interface EventTableOptions {
  readonly detail: EventDetail;
  /** IANA name. */
  readonly timeZone: string;
  /** For each event that tells the same story as one above, by its ID: the ID of the one above. */
  readonly sameStories?: ReadonlyMap<string, string>;
}

/**
 * Events in the given order, under the day in the user's time zone. A value that all events have is told once, and a column that none
 * has is left out. Concise rows also leave out the company if the title begins with its name.
 */
export function eventTable(
  events: readonly CompanyEvent[],
  { detail, timeZone, sameStories }: EventTableOptions,
): AnswerTable {
  const times = events.map(({ publishedMs }) =>
    publishedMs === undefined ? undefined : zonedTime(publishedMs, timeZone),
  );
  const days = times.map((time) => (time ? `${time.day} ${time.weekday}` : "(no readable date)"));
  const headings = days.filter((day, n) => day !== days[n - 1]).length;
  // Most rows would be under a day of their own, as in a list that is sorted by amount.
  const hasDayInRow = events.length > 1 && headings > events.length / 2;
  const published: Column = {
    name: hasDayInRow ? "published" : "time",
    cell: (_, n) => {
      const { day = "", time = "" } = times[n] ?? {};
      return `${hasDayInRow ? day : ""} ${detail === "full" ? time : time.slice(0, 5)}`.trim();
    },
    inRows: true,
  };
  const sameStory: Column = {
    name: "same story as",
    cell: ({ id: eventId }) => {
      const lead = sameStories?.get(eventId);
      return lead === undefined ? "" : idText(lead);
    },
    inRows: true,
  };
  const ofDetail = detail === "full" ? fullColumns : conciseColumns;
  const columns = [id, published, ...ofDetail, sameStory].map((column) => {
    const cells = events.map((event, n) => column.cell(event, n));
    const [first = ""] = cells;
    const isSame = cells.every((cell) => cell === first);
    return {
      ...column,
      cells,
      isShared: isSame && first !== "" && events.length > 1 && !column.inRows,
      isEmpty: isSame && first === "",
    };
  });
  const shared = columns.flatMap(({ name, cells: [first = ""], isShared }) =>
    isShared ? [`${name} ${quotedText(first)}`] : [],
  );
  const inRows = columns.filter(({ isShared, isEmpty }) => !isShared && !isEmpty);
  const head = [
    ...(shared.length === 0 ? [] : [`All rows: ${shared.join("; ")}`]),
    tableRow(inRows.map(({ name }) => name)),
  ];
  const rows = events.map((_, n) => tableRow(inRows.map(({ cells }) => cells[n] ?? "")));
  return {
    rowCount: events.length,
    lines: (shown) => [
      ...head,
      ...rows
        .slice(0, shown)
        .flatMap((row, n) => (hasDayInRow || days[n] === days[n - 1] ? [row] : [days[n] ?? "", row])),
    ],
  };
}

const id: Column = { name: "id", cell: (event) => idText(event.id), inRows: true };
const type: Column = { name: "type", cell: (event) => cleanText(event.type ?? "", 60) };
const sector: Column = { name: "sector", cell: (event) => cleanText(event.sector ?? "", 60) };

const conciseColumns: readonly Column[] = [
  type,
  sector,
  title(maxTitle.concise),
  { name: "amount", cell: ({ amount }) => (amount === undefined ? "" : shortUsd(amount)), inRows: true },
  { name: "company (if the title does not begin with it)", cell: companyNotInTitle },
];

const fullColumns: readonly Column[] = [
  type,
  sector,
  title(maxTitle.full),
  { name: "amount", cell: ({ amount }) => (amount === undefined ? "" : fullUsd(amount)), inRows: true },
  { name: "company", cell: ({ company }) => cleanText(company?.name ?? "", 80) },
  { name: "domain", cell: ({ company }) => cleanText(company?.domain ?? "", 80) },
  {
    name: "entity_id",
    cell: ({ company: { entityId = "" } = {} }) => (entityId === "" ? "" : idText(entityId)),
  },
  { name: "role", cell: ({ company }) => cleanText(company?.role ?? "", 40) },
  { name: "industry", cell: ({ company }) => cleanText(company?.industry ?? "", 60) },
  { name: "location", cell: ({ company }) => cleanText(company?.location ?? "", 60) },
  {
    name: "confidence",
    cell: ({ confidence }) => (confidence === undefined ? "" : String(confidence)),
  },
  { name: "subhead", cell: ({ subhead = "" }) => cleanText(subhead, 300) },
];

function title(max: number): Column {
  return { name: "title", cell: (event) => cleanText(event.title ?? "", max) || "(untitled)", inRows: true };
}

/** The ID, which is in quotation marks if it is a JSON string. */
function idText(text: string): string {
  return verbatimId(text) ?? "(unusable id)";
}

function companyNotInTitle({ company, title = "" }: CompanyEvent): string {
  const name = cleanText(company?.name ?? company?.domain ?? "", 60);
  const start = cleanText(title, maxTitle.concise);
  return name !== "" && comparableText(start).startsWith(comparableText(name)) ? "" : name;
}
