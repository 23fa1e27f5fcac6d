import assert from "node:assert/strict";
import { errorSentence, problemSentence } from "../../../../../src/agent/tools/answer/errorSentence";
import { ApiError, type Failure, type FailureKind } from "../../../../../src/api/errors";

const user = (...titles: readonly string[]): string =>
  `Don't call again before the user has run ${titles.map((title) => `"Company Feed: ${title}"`).join(" or ")}.`;
const later = "Try again in a minute.";
const search = "Check the ID, or find the event with companyfeed_search_events and detail full.";

/** What is said of failures: what failed, and what to do next. */
const sentences: Record<FailureKind, readonly [Failure, problem: string, advice: string][]> = {
  noKey: [[{ kind: "noKey" }, "No API key is stored for this connection.", user("Set API Key…")]],
  connectionChanged: [
    [
      { kind: "connectionChanged" },
      "The connection was changed or removed in the meantime.",
      "Call again to ask the connection that is active now.",
    ],
  ],
  unauthorized: [
    [{ kind: "unauthorized", status: 401 }, "The service rejected the API key (401).", user("Set API Key…")],
  ],
  forbidden: [
    [
      { kind: "forbidden", status: 403 },
      "The service accepted the API key but denied access to this organization or request (403).",
      user("Edit Connection…", "Set API Key…"),
    ],
  ],
  notFound: [
    [
      { kind: "notFound", status: 404 },
      "The service found nothing at the connection's URL (404): its base URL or dataset may be wrong.",
      user("Edit Connection…"),
    ],
    [{ kind: "notFound", status: 410, missing: "event" }, "The service has no such event (410).", search],
    [
      { kind: "notFound", status: 404, missing: "collection" },
      "The service has no such collection (404).",
      "Check the name or ID.",
    ],
  ],
  notOffered: [
    [
      { kind: "notOffered", status: 404 },
      "The service has no such event, or doesn't offer events by ID (404).",
      search,
    ],
    [
      { kind: "notOffered", status: 410 },
      "The service has no such event, or doesn't offer events by ID (410).",
      search,
    ],
    [{ kind: "notOffered", status: 405 }, "The service doesn't offer events by ID (405).", search],
  ],
  conflict: [[{ kind: "conflict", status: 409 }, "The service refused the request.", "Don't repeat it."]],
  changesNotAllowed: [
    [{ kind: "changesNotAllowed" }, "The service refused the request.", "Don't repeat it."],
  ],
  rejected: [
    [
      { kind: "rejected", status: 422 },
      "The service rejected the request (422).",
      "Change the filters before calling again.",
    ],
  ],
  unavailable: [
    [{ kind: "unavailable", status: 503 }, "The service is unavailable (503).", later],
    [
      { kind: "unavailable", status: 429, retryAfterMs: 20_000 },
      "The service received too many requests (429).",
      "Try again in 20 s.",
    ],
  ],
  unreachable: [
    [
      { kind: "unreachable", code: "ECONNREFUSED" },
      "The service couldn't be reached (ECONNREFUSED).",
      `${later} If it stays so, ask the user to run "Company Feed: Test Connection".`,
    ],
    [
      { kind: "unreachable" },
      "The service couldn't be reached.",
      `${later} If it stays so, ask the user to run "Company Feed: Test Connection".`,
    ],
  ],
  interrupted: [
    [{ kind: "interrupted", code: "ECONNRESET" }, "The service's response was cut off (ECONNRESET).", later],
  ],
  untrusted: [
    [
      { kind: "untrusted", code: "CERT_HAS_EXPIRED" },
      "No secure connection to the service could be established (CERT_HAS_EXPIRED).",
      user("Test Connection"),
    ],
  ],
  timeout: [
    [
      { kind: "timeout", timeoutMs: 30_000, responding: false },
      "The service didn't respond within 30 s.",
      "Try again, with a shorter period if it stays so.",
    ],
    [
      { kind: "timeout", timeoutMs: 30_000, responding: true },
      "The service didn't finish its response within 30 s.",
      "Try again, with a shorter period if it stays so.",
    ],
  ],
  malformed: [
    [
      { kind: "malformed", status: 200 },
      "The service's response couldn't be read.",
      'Try again once. If it stays so, ask the user to run "Company Feed: Test Connection".',
    ],
  ],
  tooLarge: [
    [
      { kind: "tooLarge", limitBytes: 64 * 1024 * 1024 },
      "The service's response was larger than 64 MB.",
      "Ask for a shorter period.",
    ],
  ],
  redirected: [
    [
      { kind: "redirected", location: "https://login.example.com/", loop: false },
      "The service redirected the request to another host, which must not receive the API key.",
      user("Edit Connection…"),
    ],
    [
      { kind: "redirected", location: "https://api.example.com/", loop: true },
      "The service redirected the request too often.",
      user("Edit Connection…"),
    ],
  ],
  invalidRequest: [
    [
      { kind: "invalidRequest", part: "key" },
      "A part of the connection can't be sent.",
      user("Set API Key…"),
    ],
    [
      { kind: "invalidRequest", part: "dataset" },
      "A part of the connection can't be sent.",
      user("Edit Connection…"),
    ],
  ],
  invalidName: [
    [
      { kind: "invalidName", thing: "event" },
      "This event can't be part of a request.",
      "Check the name or ID.",
    ],
  ],
  throttled: [
    [
      { kind: "throttled", retryAfterMs: 45_000 },
      "Agents have asked the service too often.",
      "Ask again in 45 s, and ask for more at once: one question about a longer period costs less than several.",
    ],
  ],
  aborted: [[{ kind: "aborted" }, "The request was canceled.", "Call again."]],
  internal: [
    [
      { kind: "internal" },
      "Company Feed failed to answer because of an error of its own.",
      'Ask the user to look at "Company Feed: Show Log".',
    ],
  ],
};

describe("What an agent is told of a failure", () => {
  for (const [failure, problem, advice] of Object.values(sentences).flat()) {
    it(`is what failed and what to do next: ${JSON.stringify(failure)}`, () => {
      const error = new ApiError(failure, "A sentence for the user that names api.example.com.");
      assert.equal(problemSentence(error), problem);
      assert.equal(errorSentence(error), `${problem} ${advice}`);
    });
  }

  it("quotes what the service says, and not the user's sentence", () => {
    const error = new ApiError(
      { kind: "rejected", status: 422 },
      "api.example.com rejected the request (422): No such type.",
      false,
      "No such type.",
    );
    assert.equal(problemSentence(error), 'The service rejected the request (422), saying "No such type.".');
  });
});
