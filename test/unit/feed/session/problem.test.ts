import assert from "node:assert/strict";
import { ApiError } from "../../../../src/service/errors";
import { problemOf } from "../../../../src/feed/session/problem";
import type { Activity, Problem } from "../../../../src/shared/feedState";
import { remediesFor } from "../../../../src/webview/status/problems";

const notFound = new ApiError({ kind: "notFound", status: 404 }, "Nothing was found at this address.");

function problemAt(action: Activity["kind"], running?: Activity["kind"]): Problem | undefined {
  return problemOf({
    blockingError: undefined,
    activity: running && { kind: running, pages: 0, events: 0 },
    operation: { error: notFound, action },
    live: undefined,
  });
}

describe("A problem of a feed", () => {
  it("has the short reason that Collections give, and the whole sentence", () => {
    const message = "api.example.com accepted the API key but denied access (403).";
    const problem = problemOf({
      blockingError: new ApiError({ kind: "forbidden", status: 403 }, message),
      activity: undefined,
      operation: undefined,
      live: undefined,
    });
    assert.deepEqual(problem, { kind: "connection", reason: "No access", message, action: "everything" });
  });
});

describe("A 404", () => {
  for (const action of ["first", "refresh"] as const) {
    it(`puts the connection's settings in question if it ends the operation "${action}"`, () => {
      assert.equal(problemAt(action)?.kind, "connection");
    });
  }

  for (const action of ["older", "window", "gap"] as const) {
    it(`is the service's fault if it ends the operation "${action}" of a feed that was loaded before`, () => {
      assert.equal(problemAt(action)?.kind, "service");
    });
  }

  it("is the service's fault if it ends a check for new events", () => {
    const problem = problemOf({
      blockingError: undefined,
      activity: undefined,
      operation: undefined,
      live: notFound,
    });
    assert.equal(problem?.kind, "service");
  });

  it("on the sample service calls for a retry, because it has no settings", () => {
    const problem = problemAt("first");
    assert.ok(problem);
    const connection = { name: "Acme", origin: "https://api.example.com" };
    assert.deepEqual(
      remediesFor(problem, { ...connection, sample: true }).map(({ label }) => label),
      ["Retry"],
    );
    assert.deepEqual(
      remediesFor(problem, { ...connection, sample: false }).map(({ label }) => label),
      ["Edit Connection…", "Test Connection"],
    );
  });
});

describe("The problem of an operation", () => {
  for (const running of ["older", "refresh", "first"] as const) {
    it(`is not shown while it is solved by the operation "${running}"`, () => {
      assert.equal(problemAt("older", running), undefined);
    });
  }

  it("is shown while another operation runs", () => {
    assert.equal(problemAt("refresh", "older")?.action, "refresh");
  });
});
