import { ApiError, dependsOnKey } from "../../api/errors";
import { type Item, maxPageSize } from "../../api/types";
import { requestFor } from "../../feed/feedRequest";
import { isTitleOnly } from "../../feed/titleOnly";
import type { CompanyEvent } from "../../shared/companyEvent";
import { answerText } from "./answer/answerText";
import { cleanText } from "./answer/cleanText";
import { eventFields } from "./answer/eventFields";
import { instantText } from "./answer/zonedTime";
import { problemSentence } from "./answer/errorSentence";
import type { ToolInputs } from "./input/decodeInput";
import { isYoungerThan, maxAgeMs } from "./reading/age";
import type { ToolContext } from "./toolContext";

/** An event that was read before. */
interface KnownEvent {
  readonly item: Item<CompanyEvent>;
  /** Milliseconds since 1970 UTC. */
  readonly readAtMs: number;
  readonly source: "the service" | "the service's feed" | "an open feed panel";
}

/** One event with all its fields (docs/service.md, Event by ID), from a panel or the feed where it cannot be read by its ID. */
export async function getEvent(
  input: ToolInputs["companyfeed_get_event"],
  context: ToolContext,
): Promise<string> {
  const id = idIn(input.id);
  const { environment, connection, eventReader, budget, signal } = context;
  const known = knownEvent(context, id);
  if (known && isYoungerThan(maxAgeMs, known.readAtMs, environment.clock.now())) {
    return eventText(context, known, []);
  }
  try {
    return await budget.run(connection.client, signal, async ({ client }) => {
      if (known && eventReader.isOffered(client) === false) {
        return eventText(context, known, ["The service doesn't offer events by ID."]);
      }
      const isKnown = known !== undefined;
      const { item, withoutId } = await eventReader.read(client, id, { isKnown }, { signal });
      const notes = withoutId
        ? ["The service's response has no ID, so nothing confirms that it is this event."]
        : [];
      return eventText(context, { item, readAtMs: environment.clock.now(), source: "the service" }, notes);
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind === "aborted" || dependsOnKey(error)) {
      throw error;
    }
    if (known) {
      return eventText(context, known, [`It could not be read again. ${problemSentence(error)}`]);
    }
    const inFeed = error.kind === "notOffered" ? await eventInFeed(context, id) : undefined;
    if (!inFeed) {
      throw error;
    }
    return eventText(context, inFeed, []);
  }
}

/** The ID itself, or the one in a link to an event (src/panel/eventLink.ts), which users paste. */
function idIn(text: string): string {
  const written = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+\/event\?id=([^&#]+)$/i.exec(text)?.[1];
  try {
    // In a link, the ID is encoded twice.
    return written === undefined ? text : decodeURIComponent(decodeURIComponent(written));
  } catch {
    return text;
  }
}

/** An event of an earlier answer, read again from the feed at the instant when it was published. */
async function eventInFeed(context: ToolContext, id: string): Promise<KnownEvent | undefined> {
  const { environment, connection, questionReader, budget, signal } = context;
  const sinceMs = questionReader.event(connection, id)?.publishedMs;
  if (sinceMs === undefined) {
    return undefined;
  }
  const request = requestFor(noFilters, { sinceMs, untilMs: sinceMs + 1 }, maxPageSize);
  const page = await budget.run(connection.client, signal, ({ client }) =>
    client.readFeed(request, { signal }),
  );
  const item = page.items.find(({ value }) => value.id === id);
  return item && { item, readAtMs: environment.clock.now(), source: "the service's feed" };
}

/** The event with all its fields from the open panel that read it last. */
function knownEvent({ environment, connection }: ToolContext, id: string): KnownEvent | undefined {
  return environment
    .loadedFeeds(connection)
    .flatMap((feed): KnownEvent[] => {
      const item = feed.item(id);
      return item && !isTitleOnly(item)
        ? [{ item, readAtMs: feed.startedMs, source: "an open feed panel" }]
        : [];
    })
    .reduce<KnownEvent | undefined>((a, b) => (a && a.readAtMs >= b.readAtMs ? a : b), undefined);
}

function eventText(
  context: ToolContext,
  { item, readAtMs, source }: KnownEvent,
  notes: readonly string[],
): string {
  const { environment, connection, tokenBudget } = context;
  const timeZone = environment.timeZone();
  const { value, json } = item;
  const fields = eventFields(value, json, timeZone);
  const { rowCount } = fields.table;
  return answerText(
    {
      firstLine: (shown) =>
        [
          "1 event",
          shown < rowCount ? `INCOMPLETE: ${shown} of ${rowCount} fields, the others do not fit` : "complete",
          `as read from ${source} at ${instantText(readAtMs, timeZone)} (${timeZone})`,
          `connection ${cleanText(connection.name, 60)}`,
        ].join(" · "),
      notes: [...notes, ...fields.notes],
      table: fields.table,
      link: environment.linkTo(connection, { query: noFilters, eventId: value.id }),
    },
    tokenBudget,
  );
}

/** A link to an event has no filters. */
const noFilters = { window: { kind: "last", days: 7 }, types: [] } as const;
