import assert from "node:assert/strict";
import { decodeInOwnTurn } from "../../../src/feed/decodeInOwnTurn";

describe("decodeInOwnTurn", () => {
  it("decodes between two turns of the event loop", async () => {
    const happened: string[] = [];
    const note = (what: string) => setImmediate(() => happened.push(what));
    const page = {
      get items() {
        happened.push("decoded");
        note("another turn");
        return [{ value: { id: "evt" }, json: "{}" }];
      },
    };
    note("a turn");
    await decodeInOwnTurn(page);
    assert.deepEqual(happened, ["a turn", "decoded", "another turn"]);
  });
});
