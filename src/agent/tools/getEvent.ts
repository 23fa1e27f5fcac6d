import { formatEventLink, parseEventReference } from "../../panel/links";
import { indentJson } from "../../shared/jsonText";
import { answerText } from "./answer";
import { cleanText } from "./cleanText";
import { connectionText } from "./filters";
import { type InputOf, text } from "./input";
import { isoLocalInstant } from "./texts";
import { InvalidArgumentError, type ToolCallContext } from "./toolCallContext";

const anId = "the ID of an event, such as evt_8f14e45f";

export const getEventArguments = {
  id: text(anId, 1000),
};

/** Maximum characters of the JSON, and of one line of it. */
const maxJson = 20_000;
const maxLine = 600;

/** Reads one event with all of its fields (docs/service.md, Event by ID). */
export async function getEvent(
  input: InputOf<typeof getEventArguments>,
  context: ToolCallContext,
): Promise<string> {
  const { host, connection, signal } = context;
  const reference = parseEventReference(input.id);
  if (typeof reference === "string") {
    throw new InvalidArgumentError(`id must be ${anId}.`);
  }
  const { value, json } = await connection.client.readEvent(reference.id, undefined, { signal });
  const { id, publishedMs } = value;
  const lines = indentJson(json.slice(0, maxJson)).split("\n");
  const isCut = json.length > maxJson || lines.some((line) => line.length > maxLine);
  return answerText({
    first: [
      "1 event",
      isCut ? "cut: long texts are shortened" : "complete",
      ...(publishedMs === undefined ? [] : [`published ${isoLocalInstant(publishedMs)}`]),
      connectionText(context),
    ],
    table: lines.map((line) => `${/^ */.exec(line)?.[0] ?? ""}${cleanText(line, maxLine)}`),
    link: formatEventLink(id, host.uriScheme),
  });
}
