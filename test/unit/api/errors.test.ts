import assert from "node:assert/strict";
import { ApiError, type Failure, problemKindOf } from "../../../src/api/errors";
import { statusError } from "../../../src/api/statusErrors";
import type { ProblemKind } from "../../../src/shared/problemKind";

describe("statusError", () => {
  const sentences: Readonly<Record<number, string>> = {
    401: "api.example.com rejected the API key (401)",
    403: "api.example.com accepted the API key but denied access to this organization or request (403)",
    404: "api.example.com found nothing at this URL (404); the base URL or the dataset may be wrong",
    407: "The proxy requires authentication (407)",
    429: "api.example.com received too many requests (429)",
    503: "api.example.com is unavailable (503)",
  };
  for (const [status, sentence] of Object.entries(sentences)) {
    it(`has one sentence for ${status}, followed by the message of the service`, () => {
      const message = (said?: string): string =>
        statusError("api.example.com", Number(status), said, undefined, "readFeed").message;
      assert.equal(message(), `${sentence}.`);
      assert.equal(message("Try later."), `${sentence}: Try later.`);
    });
  }

  it("has a kind for each status, with the service's advice when to try again", () => {
    const failureOf = (status: number): Failure =>
      statusError("api.example.com", status, undefined, 1500, "readFeed").failure;
    for (const [status, kind] of [
      [401, "unauthorized"],
      [403, "forbidden"],
      [404, "notFound"],
      [407, "rejected"],
      [422, "rejected"],
      [400, "rejected"],
      [304, "malformed"],
      [399, "malformed"],
    ] as const) {
      assert.deepEqual(failureOf(status), { kind, status });
    }
    for (const status of [408, 409, 429, 500, 503, 599]) {
      assert.deepEqual(failureOf(status), { kind: "unavailable", status, retryAfterMs: 1500 });
    }
    assert.deepEqual(statusError("api.example.com", 500, undefined, undefined, "readFeed").failure, {
      kind: "unavailable",
      status: 500,
    });
  });

  it("does not name the dataset where the request had none", () => {
    const { message } = statusError("api.example.com", 404, undefined, undefined, "listCollections");
    assert.equal(message, "api.example.com found nothing at this URL (404); the base URL may be wrong.");
  });
});

describe("problemKindOf", () => {
  it("says whether the key, the connection, the network or the service is the problem", () => {
    const kinds: readonly (readonly [Failure, ProblemKind])[] = [
      [{ kind: "noKey" }, "key"],
      [{ kind: "unauthorized", status: 401 }, "key"],
      [{ kind: "forbidden", status: 403 }, "connection"],
      [{ kind: "notFound", status: 404 }, "connection"],
      [{ kind: "notFound", status: 404, missing: "event" }, "service"],
      [{ kind: "redirected", location: "https://x.example", loop: false }, "connection"],
      [{ kind: "connectionChanged" }, "removed"],
      [{ kind: "unreachable" }, "offline"],
      [{ kind: "untrusted" }, "offline"],
      [{ kind: "timeout", timeoutMs: 1, responding: false }, "offline"],
      [{ kind: "timeout", timeoutMs: 1, responding: true }, "service"],
      [{ kind: "unavailable", status: 503 }, "unavailable"],
      [{ kind: "interrupted" }, "service"],
      [{ kind: "rejected", status: 422 }, "service"],
      [{ kind: "malformed", status: 200 }, "service"],
      [{ kind: "throttled", retryAfterMs: 1 }, "service"],
    ];
    for (const [failure, kind] of kinds) {
      assert.equal(problemKindOf(new ApiError(failure, "No.")), kind, JSON.stringify(failure));
    }
  });

  it("tells an invalid key from the other parts of a connection that cannot be sent", () => {
    const kinds = (["key", "organizationId", "dataset", "baseUrl"] as const).map((part) =>
      problemKindOf(new ApiError({ kind: "invalidRequest", part }, "Invalid.")),
    );
    assert.deepEqual(kinds, ["key", "connection", "connection", "connection"]);
  });
});
