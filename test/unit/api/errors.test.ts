import assert from "node:assert/strict";
import { ApiError, problemKindOf, statusError } from "../../../src/api/errors";

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

  it("does not name the dataset where the request had none", () => {
    const { message } = statusError("api.example.com", 404, undefined, undefined, "listCollections");
    assert.equal(message, "api.example.com found nothing at this URL (404); the base URL may be wrong.");
  });
});

describe("problemKindOf", () => {
  it("tells an invalid key from the other parts of a connection that cannot be sent", () => {
    const kinds = (["key", "organizationId", "dataset", "baseUrl"] as const).map((part) =>
      problemKindOf(new ApiError({ kind: "invalidRequest", part }, "Invalid.")),
    );
    assert.deepEqual(kinds, ["key", "connection", "connection", "connection"]);
  });
});
