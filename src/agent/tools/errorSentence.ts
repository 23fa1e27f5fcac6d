import { advisedDelayMs, type ApiError, type FailureKind } from "../../service/errors";
import { quotedText } from "./cleanText";

/** Tells an agent, in English, what failed and what to do next. Does not name the service's host. */
export function errorSentence(error: ApiError): string {
  const { failure, kind, reason } = error;
  const [problem, advice] = explanations[kind] ?? unexpected;
  const detail = "status" in failure ? failure.status : "code" in failure ? failure.code : undefined;
  const delayMs = advisedDelayMs(error);
  return [
    problem,
    ...(detail === undefined ? [] : [` (${detail})`]),
    ...(reason === undefined ? [] : [`, saying ${quotedText(reason, 200)}`]),
    `. ${delayMs > 0 ? `Try again in ${Math.ceil(delayMs / 1000)} s.` : advice}`,
  ].join("");
}

/** @param title title of a command that only the user can run */
function userCommand(title: string): string {
  return `Don't call again before the user has run "Company Feed: ${title}".`;
}

const setKey = userCommand("Set API Key…");
const editConnection = userCommand("Edit Connection…");
const testConnection = userCommand("Test Connection");
const checkId = "Check the ID, or find the event with companyfeed_search_events.";
const cutOff = [
  "The service didn't respond in full",
  "Try again, with a shorter period if it stays so.",
] as const;
const notReached = ["The service couldn't be reached", testConnection] as const;
const unexpected = [
  "Company Feed failed to answer",
  'Ask the user to look at "Company Feed: Show Log".',
] as const;

/** The problem, without its period, and the advice. */
const explanations: Partial<Record<FailureKind, readonly [problem: string, advice: string]>> = {
  noKey: ["No API key is stored for this connection", setKey],
  unauthorized: ["The service rejected the API key", setKey],
  forbidden: ["The service denied the API key access to this organization", editConnection],
  connectionChanged: [
    "The connection was changed or removed in the meantime",
    "Call again to ask the connection that is active now.",
  ],
  notFound: ["The service found nothing at the connection's URL", editConnection],
  // Some services do not offer events by ID.
  notOffered: ["The service has no such event, or doesn't offer this operation", checkId],
  otherEvent: ["The service sent another event for this ID", checkId],
  unavailable: ["The service is busy or unavailable", "Try again in a minute."],
  timeout: cutOff,
  interrupted: cutOff,
  tooLarge: ["The service's response was too large", "Ask for a shorter period."],
  rejected: ["The service rejected the request", "Change the arguments before calling again."],
  unreachable: notReached,
  untrusted: notReached,
  redirected: ["The service redirected the request to another host", testConnection],
  malformed: ["The service's response couldn't be read", testConnection],
  invalidName: ["The ID can't be sent", checkId],
};
