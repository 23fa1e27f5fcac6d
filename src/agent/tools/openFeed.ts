import * as v from "valibot";
import { answerText } from "./answer";
import { quotedText } from "./cleanText";
import { companyNotes, connectionText, resolveFilters } from "./filters";
import { eventFilters, type InputOf, text } from "./input";
import { isoLocalInstant, isoLocalSpan } from "./texts";
import type { ToolCallContext } from "./toolCallContext";

export const openFeedArguments = {
  ...eventFilters,
  event_id: v.exactOptional(text("the ID of an event, such as evt_8f14e45f", 1000)),
};

/** Opens or reveals a feed panel. Returns no events. */
export async function openFeed(
  input: InputOf<typeof openFeedArguments>,
  context: ToolCallContext,
): Promise<string> {
  const { event_id: eventId } = input;
  const filters = await resolveFilters(input, context);
  const hasOtherFilters = Object.keys(input).some((name) => name !== "saved_feed" && name !== "event_id");
  const saved = hasOtherFilters ? undefined : filters.savedFeed;
  // The saved query itself: a panel with an equivalent query would count as changed.
  await context.connection.openFeed(saved?.feed.query ?? filters.query, saved?.id, eventId);
  const { sinceMs, untilMs } = filters.window;
  return answerText({
    first: [
      "Opened the event feed in the user's editor",
      untilMs === undefined
        ? `from ${isoLocalInstant(sinceMs)} on, with new events as they come`
        : isoLocalSpan(sinceMs, untilMs),
      ...(filters.applied.length === 0 ? ["no filters"] : filters.applied),
      connectionText(context),
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
