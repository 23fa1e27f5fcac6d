import assert from "node:assert/strict";
import fc from "fast-check";
import { Random } from "../../../src/sample/random";

describe("Random", () => {
  it("has one sequence for a label, and another for a similar label", () => {
    const starts = Array.from({ length: 200_000 }, (_, i) => new Random(`7/event/${i}`).token(16));
    assert.equal(new Set(starts).size, starts.length);
    assert.equal(new Random("7/event/5").token(16), starts[5]);
  });

  it("is uniform", () => {
    const random = new Random("even");
    const counts = Array.from({ length: 16 }, () => 0);
    for (let i = 0; i < 160_000; i++) {
      const place = random.int(0, 15);
      counts[place] = (counts[place] ?? 0) + 1;
    }
    // Six standard deviations.
    assert.ok(
      counts.every((count) => Math.abs(count - 10_000) < 600),
      counts.join(),
    );
  });

  it("stays within its bounds", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer(), fc.nat(1_000), (label, low, span) => {
        const random = new Random(label);
        const value = random.int(low, low + span);
        assert.ok(Number.isSafeInteger(value) && value >= low && value <= low + span);
        const spread = random.spread(10, 1_000);
        assert.ok(spread >= 10 && spread <= 1_000);
      }),
    );
  });

  it("picks several different items, or all if there are too few", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.uniqueArray(fc.integer(), { minLength: 1 }),
        fc.nat(20),
        (label, items, count) => {
          const random = new Random(label);
          const taken = random.several(items, count);
          assert.equal(new Set(taken).size, Math.min(count, items.length));
          assert.ok(taken.every((item) => items.includes(item)));
          assert.ok(items.includes(random.pick(items)));
        },
      ),
    );
    assert.throws(() => new Random("none").pick([]), RangeError);
  });

  it("chooses by weight", () => {
    const random = new Random("weights");
    const drawn = Array.from({ length: 30_000 }, () =>
      random.weighted([
        ["never", 0],
        ["seldom", 1],
        ["often", 2],
      ]),
    );
    const share = (choice: string) => drawn.filter((item) => item === choice).length / drawn.length;
    assert.equal(share("never"), 0);
    assert.ok(Math.abs(share("seldom") - 1 / 3) < 0.02);
  });

  it("generates UUIDs of version 4", () => {
    assert.match(
      new Random("id").uuid(),
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });
});
