import assert from "node:assert/strict";
import { ApiError, type Failure } from "../../../../src/service/errors";
import type { ChangeOutcome } from "../../../../src/collections/changes/changeSender";
import { deleteEach, summaryText, uncertainText } from "../../../../src/collections/changes/documentDeletion";

const done: ChangeOutcome = { kind: "done", response: { status: 200 } };
const refused = (failure: Failure, message = `${failure.kind}.`): ChangeOutcome => ({
  kind: "refused",
  error: new ApiError(failure, message),
});
const lost = (failure: Failure = { kind: "interrupted" }): ChangeOutcome => ({
  kind: "unknown",
  error: new ApiError(failure, `${failure.kind}.`, true),
});

describe("Deleting several documents", () => {
  const names = ["a.pdf", "b.pdf", "c.pdf", "d.pdf", "e.pdf"];
  let sent: string[];
  let gone: string[];
  let attempted: number[];

  beforeEach(() => {
    sent = [];
    gone = [];
    attempted = [];
  });

  function run(outcomes: Partial<Record<string, ChangeOutcome | Error>>, cancelAfter = Infinity) {
    return deleteEach(
      names,
      (name) => {
        sent.push(name);
        const outcome = outcomes[name] ?? done;
        return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
      },
      () => sent.length >= cancelAfter,
      (name) => gone.push(name),
      (count) => attempted.push(count),
    );
  }

  const summary = (result: Awaited<ReturnType<typeof run>>) =>
    summaryText(result, names.length, (name) => name);

  it("sends one request for each", async () => {
    const result = await run({});
    assert.deepEqual(sent, names);
    assert.deepEqual(result, { deleted: names, missing: [], uncertain: [], failed: [], rest: [] });
    assert.deepEqual(gone, names);
  });

  it("goes on after one that fails, and says why it did", async () => {
    const result = await run({
      "b.pdf": refused({ kind: "forbidden", status: 403 }, "Denied (403)"),
      "d.pdf": refused({ kind: "forbidden", status: 403 }, "Denied (403)"),
      "e.pdf": refused({ kind: "rejected", status: 409 }, "Being indexed (409)."),
    });
    assert.deepEqual(sent, names);
    assert.deepEqual(gone, ["a.pdf", "c.pdf"]);
    assert.deepEqual(attempted, [1, 2, 3, 4, 5]);
    assert.equal(
      summary(result),
      "Deleted 2 of 5 documents. b.pdf, d.pdf: Denied (403). e.pdf: Being indexed (409).",
    );
  });

  it("never sends again what may have happened, and keeps it in the list", async () => {
    const result = await run({ "b.pdf": lost() });
    assert.deepEqual(sent, names);
    assert.deepEqual(
      result.uncertain.map(({ item }) => item),
      ["b.pdf"],
    );
    assert.ok(!gone.includes("b.pdf"));
    assert.equal(summary(result), "Deleted 4 of 5 documents. May have been deleted: b.pdf. interrupted.");
  });

  it("stops after two outages in a row, not after one", async () => {
    await run({
      "a.pdf": lost({ kind: "unavailable", status: 503 }),
      "c.pdf": refused({ kind: "unreachable" }),
    });
    assert.deepEqual(sent, names);
    sent = [];
    const result = await run({
      "b.pdf": lost({ kind: "unavailable", status: 503 }),
      "c.pdf": refused({ kind: "unreachable" }),
    });
    assert.deepEqual(sent, ["a.pdf", "b.pdf", "c.pdf"]);
    assert.deepEqual(result.rest, ["d.pdf", "e.pdf"]);
    assert.match(summary(result), /2 were not attempted\.$/);
  });

  it("stops after two redirects: what they did cannot be known either", async () => {
    const redirected = lost({ kind: "redirected" });
    const result = await run(Object.fromEntries(names.map((name) => [name, redirected])));
    assert.deepEqual(sent, ["a.pdf", "b.pdf"]);
    assert.equal(result.uncertain.length, 2);
    assert.deepEqual(result.rest, ["c.pdf", "d.pdf", "e.pdf"]);
  });

  it("stops where all others would be refused, too", async () => {
    for (const failure of [
      { kind: "unauthorized", status: 401 },
      { kind: "changesNotAllowed" },
      { kind: "connectionChanged" },
      { kind: "noKey" },
    ] satisfies Failure[]) {
      sent = [];
      const result = await run({ "b.pdf": refused(failure) });
      assert.deepEqual(sent, ["a.pdf", "b.pdf"]);
      assert.deepEqual(result.rest, names.slice(1));
      assert.equal(summary(result), `Deleted 1 of 5 documents. ${failure.kind}. 4 were not attempted.`);
    }
  });

  it("stops when another connection is activated meanwhile", async () => {
    const result = await run({ "c.pdf": new Error("Nothing was sent.") });
    assert.deepEqual(result.rest, ["c.pdf", "d.pdf", "e.pdf"]);
    assert.equal(summary(result), "Deleted 2 of 5 documents. Nothing was sent. 3 were not attempted.");
  });

  it("stops before the next one when it is canceled", async () => {
    const result = await run({}, 2);
    assert.deepEqual(sent, ["a.pdf", "b.pdf"]);
    assert.equal(summary(result), "Deleted 2 of 5 documents. 3 were not attempted.");
  });

  it("tells a service without the operation from a document that is gone", async () => {
    const bare: Failure = { kind: "notOffered", status: 404 };
    const first = await run({ "a.pdf": refused(bare) });
    assert.equal(first.isNotOffered, true);
    assert.deepEqual(sent, ["a.pdf"]);
    sent = [];
    const later = await run({
      "b.pdf": refused(bare),
      "c.pdf": refused({ kind: "notFound", status: 404, missing: "document" }),
    });
    assert.deepEqual(sent, names);
    assert.deepEqual(later.missing, ["b.pdf", "c.pdf"]);
    assert.equal(summary(later), "Deleted 3 of 5 documents. No longer there: b.pdf, c.pdf.");
  });

  it("does not forget what happened before the service says that it lacks the operation", async () => {
    const result = await run({
      "a.pdf": lost(),
      "b.pdf": refused({ kind: "notOffered", status: 405 }, "Not offered (405)."),
    });
    assert.equal(result.isNotOffered, undefined);
    assert.equal(
      summary(result),
      "Deleted 0 of 5 documents. May have been deleted: a.pdf. interrupted. Not offered (405). 4 were not attempted.",
    );
  });

  it("says of uncertain ones what the list shows, but not if it could not be read", () => {
    assert.match(uncertainText(3, 0), /none of them/);
    assert.match(uncertainText(3, 2), /2 of them are still in it/);
    assert.match(uncertainText(3, 3), /all of them are still in it/);
    assert.match(uncertainText(3, undefined), /couldn't be refreshed/);
  });

  it("names a few documents and reasons, however many there are", () => {
    const failed = Array.from({ length: 5000 }, (_, n) => ({ item: `${n}.pdf`, reason: `Reason ${n % 7}.` }));
    const text = summaryText(
      { deleted: [], missing: [], uncertain: [], failed, rest: [] },
      5000,
      (name) => name,
    );
    assert.ok(text.length < 300, text);
    assert.match(text, /0\.pdf, 7\.pdf, 14\.pdf and 712 more: Reason 0\./);
    assert.match(text, /Others failed for 4 other reasons\.$/);
  });
});
