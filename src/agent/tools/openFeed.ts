import { cleanText, quotedText } from "./answer/cleanText";
import { instantText } from "./answer/zonedTime";
import type { OpenFeedInput } from "./input/decodeInput";
import { resolvedFilters, withoutFilter } from "./reading/matchingEvents";
import type { ToolContext } from "./toolContext";

/** Opens, or reveals, a feed panel for the user. It returns no events. */
export async function openFeed(input: OpenFeedInput, context: ToolContext): Promise<string> {
  const { environment, connection } = context;
  const { eventId } = input;
  const filters = await resolvedFilters(input, context);
  const { companies, mute } = filters.feed;
  await environment.openFeed(connection, {
    ...filters.feed,
    ...(eventId !== undefined && { eventId }),
  });
  const timeZone = environment.timeZone();
  const { sinceMs, untilMs } = filters.window;
  const window =
    untilMs === undefined
      ? `from ${instantText(sinceMs, timeZone)} on, with new events as they come`
      : `${instantText(sinceMs, timeZone)} to ${instantText(untilMs, timeZone)}`;
  const scope = [
    `${window} (${timeZone})`,
    ...(filters.applied.length === 0 ? ["no filters"] : filters.applied),
    `connection ${cleanText(connection.name, 60)}`,
  ].join(" · ");
  return [
    `Opened the feed panel in the user's editor: ${scope}.`,
    ...(eventId === undefined
      ? []
      : [`It shows the details of ${quotedText(eventId, 100)}, if the service has this event.`]),
    ...(companies || mute ? [`The panel ${withoutFilter(filters.feed)}.`] : []),
    ...filters.notes,
    "To read the events yourself, call companyfeed_search_events.",
  ].join("\n");
}
