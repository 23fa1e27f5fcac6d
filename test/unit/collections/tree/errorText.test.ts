import assert from "node:assert/strict";
import { ApiError, type Failure } from "../../../../src/api/errors";
import { remedyFor } from "../../../../src/collections/tree/errorText";
import { problemOf } from "../../../../src/feed/session/problem";
import { remedyFor as pageRemedyFor } from "../../../../src/webview/status/problems";

const failures: readonly Failure[] = [
  { kind: "noKey" },
  { kind: "connectionChanged" },
  { kind: "unauthorized", status: 401 },
  { kind: "forbidden", status: 403 },
  { kind: "notFound", status: 404 },
  { kind: "rejected", status: 400 },
  { kind: "unavailable", status: 503 },
  { kind: "unreachable" },
  { kind: "interrupted" },
  { kind: "untrusted" },
  { kind: "timeout", timeoutMs: 1000, answering: false },
  { kind: "timeout", timeoutMs: 1000, answering: true },
  { kind: "malformed", status: 200 },
  { kind: "tooLarge", limitBytes: 1 },
  { kind: "redirected", location: "https://other.example.com" },
  { kind: "invalidRequest" },
];
const messages = {
  setKey: "setApiKey",
  edit: "editConnection",
  connect: "connect",
  retry: "retry",
} as const;
const connection = { name: "Acme", origin: "https://api.example.com", sample: false };

describe("The remedy for a failure in the tree", () => {
  for (const failure of failures) {
    it(`is that of the feed for ${JSON.stringify(failure)}`, () => {
      const error = new ApiError(failure, "It failed.");
      const problem = problemOf({
        obstacle: undefined,
        activity: undefined,
        operation: { error, action: "first" },
        live: undefined,
      });
      assert.ok(problem);
      assert.equal(messages[remedyFor(failure.kind)], pageRemedyFor(problem, connection).message.type);
    });
  }
});
