import { formatEventLink, parseEventReference } from "../../panel/links";
import { indentJson } from "../../shared/jsonText";
import { answerText } from "./answer";
import { cleanText } from "./cleanText";
import { connectionText } from "./filters";
import { type InputOf, requiredText } from "./input";
import { InputProblem, type Question } from "./question";
import { instantText } from "./texts";

const anId = "the ID of an event, such as evt_8f14e45f";

export const getEventArguments = {
  id: requiredText("The ID of the event, such as evt_8f14e45f.", anId, 1000),
};

/** Characters of the event's JSON, and of one line of it. */
const maxJson = 20_000;
const maxLine = 600;

/** One event with all of its fields as the service sent them (docs/service.md, Event by ID). */
export async function getEvent(
  input: InputOf<typeof getEventArguments>,
  question: Question,
): Promise<string> {
  const { editor, connection, signal } = question;
  const reference = parseEventReference(input.id);
  if (typeof reference === "string") {
    throw new InputProblem(`id must be ${anId}.`);
  }
  const { value, json } = await connection.client.readEvent(reference.id, undefined, { signal });
  const { id, publishedMs } = value;
  const lines = indentJson(json.slice(0, maxJson)).split("\n");
  const isCut = json.length > maxJson || lines.some((line) => line.length > maxLine);
  return answerText({
    first: [
      "1 event",
      isCut ? "cut: long texts are shortened" : "complete",
      ...(publishedMs === undefined ? [] : [`published ${instantText(publishedMs)}`]),
      connectionText(question),
    ],
    table: lines.map((line) => `${/^ */.exec(line)?.[0] ?? ""}${cleanText(line, maxLine)}`),
    link: formatEventLink(id, editor.uriScheme),
  });
}
