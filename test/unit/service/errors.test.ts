import assert from "node:assert/strict";
import fc from "fast-check";
import { type Failure, retryText } from "../../../src/service/errors";
import { redactor } from "../../../src/service/httpRequest";
import { reasonIn, statusError } from "../../../src/service/statusError";
import type { NotFoundReason } from "../../../src/service/types";
import { key } from "./fixture";

const host = "api.example.com";
const errorOf = (
  status: number,
  notFound: NotFoundReason = "address",
  reason?: string,
  retryAfterMs?: number,
) => statusError({ host, path: "/v2/a", status, notFound, reason, retryAfterMs });

describe("The error for a status", () => {
  const sentences: Readonly<Record<number, string>> = {
    401: "api.example.com rejected the API key (401)",
    403: "api.example.com accepted the API key but denied access to this organization (403)",
    404: "api.example.com found nothing at /v2/a (404); the connection's settings may be wrong",
    405: "api.example.com doesn't offer this operation (405)",
    407: "The proxy requires authentication (407)",
    429: "api.example.com received too many requests (429)",
    503: "api.example.com is unavailable (503)",
  };
  for (const [status, sentence] of Object.entries(sentences)) {
    it(`says one sentence about ${status}, followed by the service's message`, () => {
      assert.equal(errorOf(Number(status)).message, `${sentence}.`);
      assert.equal(errorOf(Number(status), "address", "Try later.").message, `${sentence}: Try later.`);
    });
  }

  const repeated: readonly [number, string][] = [
    [403, "Forbidden"],
    [404, "Not Found"],
    [429, "Too many requests"],
    [500, "Internal Server Error"],
  ];
  for (const [status, reason] of repeated) {
    it(`omits the service's message for ${status} if it adds nothing: ${reason}`, () => {
      assert.equal(errorOf(status, "address", reason).message, errorOf(status).message);
    });
  }

  it("is followed by the wait in a suitable unit", () => {
    const error = errorOf(503);
    const waits = [0, 7001, 90_000, 86_400_000].map((ms) => retryText(error, ms).replace(error.message, ""));
    assert.deepEqual(waits, [
      " Retrying…",
      " Retrying in 8\u00a0s.",
      " Retrying in 90\u00a0s.",
      " Retrying in 1\u00a0d.",
    ]);
  });

  it("has the kind that says what to do, and the advised wait", () => {
    const kinds: [number, Failure["kind"]][] = [
      [401, "unauthorized"],
      [403, "forbidden"],
      [404, "notFound"],
      [405, "notOffered"],
      [407, "rejected"],
      [422, "rejected"],
      [409, "rejected"],
      [501, "notOffered"],
    ];
    for (const [status, kind] of kinds) {
      assert.deepEqual(errorOf(status).failure, { kind, status });
    }
    for (const status of [408, 429, 500, 599]) {
      const { failure } = errorOf(status, "address", undefined, 1500);
      assert.deepEqual(failure, { kind: "unavailable", status, retryAfterMs: 1500 });
    }
  });

  it("says for 404 that the item or the operation may be missing", () => {
    const { failure, message } = errorOf(404, "item", "No collection is named 'papers'");
    assert.deepEqual(failure, { kind: "notOffered", status: 404 });
    const sentence = "has nothing with this name or ID, or doesn't offer this operation (404)";
    assert.equal(message, `${host} ${sentence}: No collection is named 'papers'`);
  });
});

describe("The service's own message", () => {
  const said = (body: unknown, type = "application/json") =>
    reasonIn(typeof body === "string" ? body : JSON.stringify(body), type, redactor(key));

  const shapes: [unknown, string | undefined][] = [
    [{ status: "error", message: "No such key." }, "No such key."],
    [{ detail: "No such key." }, "No such key."],
    [{ detail: [{ loc: ["query", "page_size"], msg: "at most 500" }] }, "query.page_size: at most 500"],
    [{ detail: [{ loc: ["query", "a", 0], msg: "bad" }, { msg: "worse" }] }, "query.a.0: bad; worse"],
    [{ error: { code: 7, message: "No such key." } }, "No such key."],
    ...["", "null", "[]", "7", '{"message":7}', '{"detail":""}', '{"detail":"***"}', "<html>", "{"].map(
      (body): [string, undefined] => [body, undefined],
    ),
  ];
  for (const [body, sentence] of shapes) {
    it(`is ${sentence ?? "none"} in ${JSON.stringify(body)}`, () => assert.equal(said(body), sentence));
  }

  it("may be plain text, but not HTML", () => {
    assert.equal(said("upstream connect error", "text/plain; charset=utf-8"), "upstream connect error");
    assert.equal(said("upstream connect error", "text/html"), undefined);
    assert.equal(said(" <html>x</html>", "text/plain"), undefined);
  });

  it("is one short line without control and bidirectional characters", () => {
    assert.equal(said({ detail: "a\r\n\u001b[31mred\u0000\u202egnp" }), "a [31mred gnp");
    const long = said({ detail: "lorem ".repeat(1000) }) ?? "";
    assert.ok(long.length <= 200 && long.endsWith("…"));
  });

  it("never contains the key, encoded or cut off", () => {
    fc.assert(
      fc.property(fc.nat({ max: 400 }), (before) => {
        const echoed = `${"x".repeat(before)} ${key} y`;
        assert.ok(!(said({ detail: echoed }) ?? "").includes(key.slice(0, 8)));
      }),
    );
    const secret = "sk_>>>???~~~ü";
    const encoded = [encodeURIComponent(secret), Buffer.from(`Bearer ${secret}`).toString("base64")];
    for (const spelling of [secret, secret.toUpperCase(), ...encoded]) {
      assert.match(redactor(secret)(`Key ${spelling} is unknown`), /^Key \[key\]=* is unknown$/);
    }
  });
});
