import { answerText } from "./answer";
import { quotedText } from "./cleanText";
import { companyNotes, connectionText, filtersOf } from "./filters";
import { eventFilters, type InputOf, text } from "./input";
import type { Question } from "./question";
import { instantText, spanText } from "./texts";

export const openFeedArguments = {
  ...eventFilters,
  event_id: text("Also show the details of this event.", "the ID of an event, such as evt_8f14e45f", 1000),
};

/** Opens, or reveals, a feed panel for the user. It returns no events. */
export async function openFeed(
  input: InputOf<typeof openFeedArguments>,
  question: Question,
): Promise<string> {
  const { event_id: eventId } = input;
  const filters = await filtersOf(input, question);
  const hasOtherFilters = Object.keys(input).some((name) => name !== "saved_feed" && name !== "event_id");
  const saved = hasOtherFilters ? undefined : filters.savedFeed;
  // Not with filters that only mean the same: a panel with others than the saved ones counts as changed.
  await question.connection.openFeed(saved?.feed.query ?? filters.query, saved?.id, eventId);
  const { sinceMs, untilMs } = filters.window;
  return answerText({
    first: [
      "Opened the event feed in the user's editor",
      untilMs === undefined
        ? `from ${instantText(sinceMs)} on, with new events as they come`
        : spanText(sinceMs, untilMs),
      ...(filters.applied.length === 0 ? ["no filters"] : filters.applied),
      connectionText(question),
    ],
    notes: [
      ...(eventId === undefined
        ? []
        : [`It shows the details of ${quotedText(eventId)}, if the service has this event.`]),
      ...(saved ? [] : companyNotes(filters)),
      "To read the events yourself, call companyfeed_search_events.",
    ],
  });
}
