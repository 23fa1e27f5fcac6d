import type { ApiError, Failure } from "../../../api/errors";
import { quotedText } from "./cleanText";

/** What failed and what to do next, for an agent: in English, and without the host, which agents need not know. */
export function errorSentence(error: ApiError): string {
  return `${problemSentence(error)} ${explain(error.failure).advice}`;
}

/** Only what failed. */
export function problemSentence({ failure, reason }: ApiError): string {
  return `${explain(failure).problem}${reason === undefined ? "" : `, saying ${quotedText(reason, 200)}`}.`;
}

/** Asks for something that only the user can do. @param titles commands of Company Feed */
function userCommand(...titles: readonly string[]): string {
  return `Don't call again before the user has run ${titles.map((title) => `"Company Feed: ${title}"`).join(" or ")}.`;
}

const tryLater = "Try again in a minute.";

const searchForEvent = "Check the ID, or find the event with companyfeed_search_events and detail full.";

/** The problem comes without its period. */
function explain(failure: Failure): { readonly problem: string; readonly advice: string } {
  switch (failure.kind) {
    case "noKey":
      return {
        problem: "No API key is stored for this connection",
        advice: userCommand("Set API Key…"),
      };
    case "connectionChanged":
      return {
        problem: "The connection was changed or removed in the meantime",
        advice: "Call again to ask the connection that is active now.",
      };
    case "unauthorized":
      return {
        problem: `The service rejected the API key (${failure.status})`,
        advice: userCommand("Set API Key…"),
      };
    case "forbidden":
      return {
        problem: `The service accepted the API key but denied access to this organization or request (${failure.status})`,
        advice: userCommand("Edit Connection…", "Set API Key…"),
      };
    case "notFound":
      return failure.missing === undefined
        ? {
            problem: `The service found nothing at the connection's URL (${failure.status}): its base URL or dataset may be wrong`,
            advice: userCommand("Edit Connection…"),
          }
        : {
            problem: `The service has no such ${failure.missing} (${failure.status})`,
            advice: failure.missing === "event" ? searchForEvent : "Check the name or ID.",
          };
    // Events by ID are the only operation for agents that a service may lack.
    case "notOffered":
      return {
        problem:
          failure.status === 404 || failure.status === 410
            ? `The service has no such event, or doesn't offer events by ID (${failure.status})`
            : `The service doesn't offer events by ID (${failure.status})`,
        advice: searchForEvent,
      };
    case "unavailable":
      return {
        problem:
          failure.status === 429
            ? "The service received too many requests (429)"
            : `The service is unavailable (${failure.status})`,
        advice:
          failure.retryAfterMs === undefined ? tryLater : `Try again in ${seconds(failure.retryAfterMs)}.`,
      };
    case "unreachable":
      return {
        problem: `The service couldn't be reached${codeOf(failure)}`,
        advice: `${tryLater} If it stays so, ask the user to run "Company Feed: Test Connection".`,
      };
    case "interrupted":
      return { problem: `The service's response was cut off${codeOf(failure)}`, advice: tryLater };
    case "untrusted":
      return {
        problem: `No secure connection to the service could be established${codeOf(failure)}`,
        advice: userCommand("Test Connection"),
      };
    case "timeout":
      return {
        problem: `The service didn't ${failure.responding ? "finish its response" : "respond"} within ${seconds(failure.timeoutMs)}`,
        advice: "Try again, with a shorter period if it stays so.",
      };
    case "malformed":
      return {
        problem: "The service's response couldn't be read",
        advice: `Try again once. If it stays so, ask the user to run "Company Feed: Test Connection".`,
      };
    case "tooLarge":
      return {
        problem: `The service's response was larger than ${Math.round(failure.limitBytes / 1024 / 1024)} MB`,
        advice: "Ask for a shorter period.",
      };
    case "redirected":
      return {
        problem: failure.loop
          ? "The service redirected the request too often"
          : "The service redirected the request to another host, which must not receive the API key",
        advice: userCommand("Edit Connection…"),
      };
    case "invalidRequest":
      return {
        problem: "A part of the connection can't be sent",
        advice: failure.part === "key" ? userCommand("Set API Key…") : userCommand("Edit Connection…"),
      };
    case "invalidName":
      return { problem: `This ${failure.thing} can't be part of a request`, advice: "Check the name or ID." };
    case "rejected":
      return {
        problem: `The service rejected the request (${failure.status})`,
        advice: "Change the filters before calling again.",
      };
    case "conflict":
    case "changesNotAllowed":
      return { problem: "The service refused the request", advice: "Don't repeat it." };
    case "throttled":
      return {
        problem: "Agents have asked the service too often",
        advice: `Ask again in ${seconds(failure.retryAfterMs)}, and ask for more at once: one question about a longer period costs less than several.`,
      };
    case "aborted":
      return { problem: "The request was canceled", advice: "Call again." };
    case "internal":
      return {
        problem: "Company Feed failed to answer because of an error of its own",
        advice: 'Ask the user to look at "Company Feed: Show Log".',
      };
  }
}

function codeOf({ code }: { readonly code?: string }): string {
  return code === undefined ? "" : ` (${code})`;
}

function seconds(ms: number): string {
  const count = Math.max(1, Math.ceil(ms / 1000));
  return count < 120 ? `${count} s` : `${Math.ceil(count / 60)} min`;
}
