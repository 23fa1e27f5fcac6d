import type { ApiError, Failure } from "../../service/errors";
import { quotedText } from "./cleanText";

/** What failed and what to do next, for an agent: in English, and without the host, which agents need not know. */
export function errorSentence({ failure, reason }: ApiError): string {
  const [problem, advice] = explain(failure);
  return `${problem}${reason === undefined ? "" : `, saying ${quotedText(reason, 200)}`}. ${advice}`;
}

/** Asks for something that only the user can do. @param title of a command of Company Feed */
function userCommand(title: string): string {
  return `Don't call again before the user has run "Company Feed: ${title}".`;
}

const setKey = userCommand("Set API Key…");
const editConnection = userCommand("Edit Connection…");
const testConnection = userCommand("Test Connection");
const tryLater = "Try again in a minute.";
const checkId = "Check the ID, or find the event with companyfeed_search_events.";

/** The problem, without its period, and the advice. */
function explain(failure: Failure): readonly [problem: string, advice: string] {
  const status = "status" in failure ? ` (${failure.status})` : "";
  const code = "code" in failure ? ` (${failure.code})` : "";
  switch (failure.kind) {
    case "noKey":
      return ["No API key is stored for this connection", setKey];
    case "unauthorized":
      return [`The service rejected the API key${status}`, setKey];
    case "forbidden":
      return [
        `The service denied the API key access to this organization or request${status}`,
        editConnection,
      ];
    case "connectionChanged":
      return [
        "The connection was changed or removed in the meantime",
        "Call again to ask the connection that is active now.",
      ];
    case "notFound":
      return [`The service found nothing at the connection's URL${status}`, editConnection];
    // A service may lack events by ID.
    case "notOffered":
      return [`The service has no such event, or doesn't offer this operation${status}`, checkId];
    case "otherEvent":
      return ["The service sent another event for this ID", checkId];
    case "unavailable":
      return [
        failure.status === 429
          ? "The service received too many requests (429)"
          : `The service is unavailable${status}`,
        failure.retryAfterMs === undefined
          ? tryLater
          : `Try again in ${Math.ceil(failure.retryAfterMs / 1000)} s.`,
      ];
    case "timeout":
    case "interrupted":
      return ["The service didn't respond in full", "Try again, with a shorter period if it stays so."];
    case "tooLarge":
      return ["The service's response was too large", "Ask for a shorter period."];
    case "rejected":
      return [`The service rejected the request${status}`, "Change the arguments before calling again."];
    case "unreachable":
    case "untrusted":
      return [`The service couldn't be reached${code}`, testConnection];
    case "redirected":
      return ["The service redirected the request to another host", testConnection];
    case "malformed":
      return ["The service's response couldn't be read", testConnection];
    case "invalidName":
      return [`The ID can't be sent`, checkId];
    default:
      return ["Company Feed failed to answer", 'Ask the user to look at "Company Feed: Show Log".'];
  }
}
