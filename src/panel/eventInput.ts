import * as l10n from "@vscode/l10n";
import type { Connection } from "../connections/connection";
import { connectionLabel } from "../shared/connectionLabel";
import { showInputStep } from "../dialogSteps";
import { type EventReference, parseEventReference } from "./eventLink";

const exampleId = "evt_…";

/**
 * Asks for the ID of an event or a link to one.
 * @param given is used instead, if it is a text, and must then be valid.
 */
export async function askForEvent(
  connection: Connection,
  given: unknown,
): Promise<EventReference | undefined> {
  const reference = typeof given === "string" ? given : await showEventInput(connection);
  if (reference === undefined) {
    return undefined;
  }
  const event = parseEventReference(reference);
  if (typeof event === "string") {
    throw new Error(event);
  }
  return event;
}

async function showEventInput(connection: Connection): Promise<string | undefined> {
  const result = await showInputStep({
    title: l10n.t({
      message: "Open event: {0}",
      args: [connectionLabel(connection)],
      comment: ["{0} is the name of a connection"],
    }),
    step: 1,
    totalSteps: 1,
    prompt: l10n.t("Enter the ID of an event, or paste a link to it"),
    placeholder: exampleId,
    value: "",
    validate: (text) => {
      const event = parseEventReference(text);
      return typeof event === "string" ? event : undefined;
    },
  });
  return result.kind === "next" ? result.value : undefined;
}
