import { groupStories } from "../../feed/stories/groupStories";
import type { CompanyEvent } from "../../shared/companyEvent";
import { answerText } from "./answer/answerText";
import { eventTable } from "./answer/eventTable";
import { firstLine } from "./answer/firstLine";
import { ageText } from "./answer/missingEvents";
import { limits } from "./definitions";
import type { FoundEvents } from "./foundEvents";
import type { EventFilterInput, SearchInput } from "./input/decodeInput";
import type { NextPage } from "./pageHandles";
import { readMatchingEvents } from "./reading/matchingEvents";
import { InputProblem, type ToolContext } from "./toolContext";

/** A page of the events that match, newest or largest first. */
export async function searchEvents(input: SearchInput, context: ToolContext): Promise<string> {
  const { page, sort } = input;
  const { connection, pages } = context;
  if (page === undefined) {
    const matching = await readMatchingEvents(input, context);
    const events = sort === "amount" ? largestFirst(matching.events) : matching.events;
    const answer = { connection, size: events.length, input, matching, events };
    return pageText({ answer, from: 0 }, input, notesOn(answer), context);
  }
  const next = pages.get(page, connection);
  if (typeof next === "string") {
    throw new InputProblem(next);
  }
  return pageText(next, input, notesOnPage(next.answer, input, context), context);
}

/** For each event that tells the same story as one before it, the ID of the first event of that story. */
function sameStoriesOf(events: readonly CompanyEvent[]): Map<string, string> {
  const stories = groupStories(events);
  return new Map(
    stories.flatMap(([first, ...others]) => others.map(({ id }): [string, string] => [id, first?.id ?? ""])),
  );
}

/** The largest amounts first, and events without an amount last. Equal ones stay newest first. */
function largestFirst(events: readonly CompanyEvent[]): CompanyEvent[] {
  const amountOf = ({ amount = -Infinity }: CompanyEvent): number => amount;
  return [...events].sort((a, b) => (amountOf(a) === amountOf(b) ? 0 : amountOf(b) - amountOf(a)));
}

function pageText(
  { answer, from }: NextPage<FoundEvents>,
  input: SearchInput,
  notes: readonly string[],
  { pages, tokenBudget }: ToolContext,
): string {
  const { events } = answer;
  const { scope, link } = answer.matching;
  // What a call for a page leaves out is the same as in the first call.
  const limit = input.limit === limits.events.default ? answer.input.limit : input.limit;
  const detail = input.detail === "concise" ? answer.input.detail : input.detail;
  const rows = events.slice(from, from + limit);
  return answerText(
    {
      firstLine: (shown) => firstLine({ total: events.length, from, shown }, scope),
      notes,
      ...(rows.length > 0 && {
        table: eventTable(rows, { detail, timeZone: scope.timeZone, sameStories: sameStoriesOf(rows) }),
      }),
      ...(link !== undefined && { link }),
      nextPage: (shown) =>
        shown > 0 && from + shown < events.length ? pages.add({ answer, from: from + shown }) : undefined,
    },
    tokenBudget,
  );
}

function notesOn({ input, matching, events }: FoundEvents): string[] {
  const withAmount = events.filter(({ amount }) => amount !== undefined).length;
  const isMixed = input.sort === "amount" && withAmount < events.length;
  return [
    ...matching.notes,
    ...(isMixed
      ? [
          `Largest amounts first: ${withAmount} of the ${events.length} events state one, the others come last.`,
        ]
      : []),
  ];
}

function notesOnPage(
  { input, matching }: FoundEvents,
  call: SearchInput,
  { environment }: ToolContext,
): string[] {
  const ageMs = environment.clock.now() - matching.scope.readAtMs;
  return [
    `Continued: the events are those of the first page, read ${ageText(ageMs)}.`,
    ...(hasOtherFilters(call, input)
      ? ["The other filters of this call were not applied: a page continues its question."]
      : []),
  ];
}

const filterNames = [
  "period",
  "since",
  "until",
  "types",
  "sector",
  "minAmount",
  "companies",
  "savedFeed",
] as const satisfies (keyof EventFilterInput)[];

/** Whether a call for a page has filters that its question did not have. */
function hasOtherFilters(call: SearchInput, question: SearchInput): boolean {
  return filterNames.some(
    (name) => call[name] !== undefined && JSON.stringify(call[name]) !== JSON.stringify(question[name]),
  );
}
