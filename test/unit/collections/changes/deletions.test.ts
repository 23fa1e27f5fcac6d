import assert from "node:assert/strict";
import { deleteEach, summaryText } from "../../../../src/collections/changes/deletions";
import { ApiError, type Failure } from "../../../../src/service/errors";
import type { ChangeResponse } from "../../../../src/service/types";

const done: ChangeResponse = { status: 200 };
const refused = (failure: Failure, message = `${failure.kind}.`) => new ApiError(failure, message);
const lost = new ApiError({ kind: "interrupted" }, "The answer was lost", true);
const denied: Failure = { kind: "forbidden", status: 403 };

describe("Deleting several documents", () => {
  const names = ["a.pdf", "b.pdf", "c.pdf", "d.pdf", "e.pdf"];
  let sent: string[];

  async function run(outcomes: Partial<Record<string, ChangeResponse | Error>>, cancelAfter = Infinity) {
    sent = [];
    const result = await deleteEach(
      names,
      (name) => {
        sent.push(name);
        const outcome = outcomes[name] ?? done;
        return outcome instanceof Error && !(outcome instanceof ApiError)
          ? Promise.reject(outcome)
          : Promise.resolve(outcome);
      },
      () => sent.length >= cancelAfter,
    );
    return { ...result, text: summaryText(result, (name) => name) };
  }

  it("sends one request for each, and goes on after one that is refused or gone", async () => {
    assert.deepEqual((await run({})).deleted, names);
    const { deleted, text } = await run({
      "b.pdf": refused(denied, "Denied (403)"),
      "d.pdf": refused({ kind: "notFound", status: 404, missing: "document" }),
      "e.pdf": refused({ kind: "rejected", status: 409 }, "Being indexed (409)."),
    });
    assert.deepEqual([sent, deleted], [names, ["a.pdf", "c.pdf"]]);
    assert.equal(
      text,
      "Deleted 2 of 5 documents. b.pdf was not deleted: Denied (403). " +
        "e.pdf was not deleted: Being indexed (409). No longer there: d.pdf.",
    );
  });

  it("sends nothing more after a lost answer, and says that it may have happened", async () => {
    const { text } = await run({ "b.pdf": lost });
    assert.deepEqual(sent, ["a.pdf", "b.pdf"]);
    assert.equal(
      text,
      "Deleted 1 of 5 documents. b.pdf may have been deleted: The answer was lost. 3 were not attempted.",
    );
    assert.match((await run({ "d.pdf": lost })).text, /1 was not attempted\.$/);
  });

  it("stops where the others would fail, too, and when it is canceled", async () => {
    for (const failure of [
      { kind: "unauthorized", status: 401 },
      { kind: "changesNotAllowed" },
      { kind: "unreachable" },
      { kind: "notOffered", status: 405 },
    ] satisfies Failure[]) {
      const { rest, text } = await run({ "b.pdf": refused(failure) });
      assert.deepEqual([sent.length, rest], [2, names.slice(1)]);
      assert.equal(text, `Deleted 1 of 5 documents. ${failure.kind}. 4 were not attempted.`);
    }
    const changed = await run({ "c.pdf": new Error("Another connection is active.") });
    assert.match(changed.text, /^Deleted 2 of 5 documents\. Another connection is active\. 3 were/);
    assert.equal((await run({}, 2)).text, "Deleted 2 of 5 documents. 3 were not attempted.");
  });

  it("tells a service without the operation from a document that is gone", async () => {
    const bare = refused({ kind: "notOffered", status: 404 }, "Not offered (404).");
    assert.match((await run({ "a.pdf": bare })).text, /^Deleted 0 of 5 documents\. Not offered/);
    assert.deepEqual((await run({ "b.pdf": bare })).missing, ["b.pdf"]);
  });

  it("says one thing of one document, and names only a few of many", () => {
    const nothing = { deleted: [], missing: [], refused: [], rest: [] };
    const one = { item: "a.pdf", reason: "Denied." };
    const text = (result: object) => summaryText({ ...nothing, ...result }, (name: string) => name);
    assert.equal(text({ refused: [one] }), "a.pdf was not deleted: Denied.");
    assert.equal(text({ missing: ["a.pdf"] }), "No longer there: a.pdf.");
    assert.equal(text({ uncertain: one }), "a.pdf may have been deleted: Denied.");
    assert.equal(text({ rest: ["a.pdf"], stoppedBy: "Denied" }), "a.pdf was not deleted: Denied.");
    assert.equal(text({ rest: ["a.pdf"] }), "The document was not deleted.");
    assert.match(text({ refused: Array(4).fill(one) }), /1 other was refused\.$/);
    assert.match(text({ refused: Array(5000).fill(one) }), /4,997 others were refused\.$/);
  });
});
