import { foldStories } from "../../feed/stories/foldStories";
import { TimeZone } from "../../feed/view/timeZone";
import { type CompanyEvent, isFunding } from "../../shared/companyEvent";
import { answerText } from "./answer/answerText";
import { cleanText } from "./answer/cleanText";
import { firstLine } from "./answer/firstLine";
import type { ToolInputs } from "./input/decodeInput";
import { readMatchingEvents } from "./reading/matchingEvents";
import { measureOf, typesWithAmounts } from "./summary/measure";
import { type GroupBy, summaryTable } from "./summary/summaryTable";
import type { ToolContext } from "./toolContext";

/** Counts and exact sums of all events that match. A story that is told more than once counts once, as in the feed and in digests. */
export async function summarizeEvents(
  input: ToolInputs["companyfeed_summarize_events"],
  context: ToolContext,
): Promise<string> {
  const { groupBy, limit } = input;
  const { events: matching, scope, readSpan, notes, link } = await readMatchingEvents(input, context);
  const { events } = foldStories(matching);
  const retold = matching.length - events.length;
  return answerText(
    {
      firstLine: () => firstLine({ total: matching.length }, scope),
      notes: [
        ...(retold === 0 ? [] : [retoldText(retold, events.length)]),
        ...moneyNotes(events, groupBy),
        ...notes,
      ],
      ...(events.length > 0 && {
        table: summaryTable(events, {
          groupBy,
          top: limit,
          window: readSpan,
          timeZone: scope.timeZone,
          zone: TimeZone.named(scope.timeZone),
          measure: measureOf(events),
        }),
      }),
      ...(link !== undefined && { link }),
    },
    context.tokenBudget,
  );
}

function retoldText(retold: number, stories: number): string {
  return `${retold} of them ${retold === 1 ? "tells" : "tell"} the same story as another one, so ${stories} ${stories === 1 ? "is" : "are"} counted below.`;
}

/** Notes on which amounts are added up, where that is not plain. */
function moneyNotes(events: readonly CompanyEvent[], groupBy: readonly GroupBy[]): string[] {
  const types = typesWithAmounts(events);
  const others = types.filter((type) => !isFunding(type)).map((type) => cleanText(type, 60) || "(no type)");
  if (types.length === 0) {
    return events.some(({ type = "" }) => isFunding(type)) ? ["None of them states an amount."] : [];
  }
  if (types.length === 1) {
    return [];
  }
  const listed = others.slice(0, 8).join(", ");
  if (groupBy.includes("type")) {
    return [
      "Amounts mean different things for different types (raised, paid), so there is no sum of them all.",
    ];
  }
  return types.length > others.length
    ? [`Amounts of ${listed} events are not in "funding raised": group_by type shows them.`]
    : [
        `Amounts of ${listed} events mean different things, so they are not added up: group_by type shows them.`,
      ];
}
