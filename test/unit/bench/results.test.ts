import assert from "node:assert/strict";
import { alternateSamples, median, takeSamples } from "../../bench/benchmark";
import { resultOf, tableOf } from "../../bench/results";

const spec = { measures: "something", unit: "ms" };

describe("Benchmark results", () => {
  it("are medians, or the median of the ratios of paired samples, so that a slow moment does not distort them", () => {
    assert.equal(median([4, 1, 3, 100]), 3.5);
    assert.throws(() => median([]), RangeError);
    const result = resultOf("row", spec, { samples: [11, 220, 33], baseline: [10, 200, 30] });
    assert.ok(Math.abs((result.ratio?.value ?? 0) - 1.1) < 1e-9);
    assert.equal(result.value, 33);
    assert.equal(result.baseline?.value, 30);
    assert.throws(() => resultOf("row", spec, { samples: [1, 2], baseline: [1] }), RangeError);
  });

  it("come from alternating samples after the warm-up", async () => {
    const order: string[] = [];
    const take = (name: string) => () => Promise.resolve(order.push(name));
    const { a, b } = await alternateSamples({ runs: 2, warmUps: 1 }, take("a"), take("b"));
    assert.equal(order.join(""), "ababab");
    assert.deepEqual([...a, ...b], [3, 5, 4, 6]);
    assert.deepEqual(await takeSamples({ runs: 1, warmUps: 2 }, take("c")), [9]);
  });

  it("are shown in a table with ratio, goal and verdict, or the reason why they are missing", () => {
    const lines = tableOf([
      resultOf("fast", { ...spec, atMost: 2 }, { samples: [15, 10], baseline: [10, 10] }),
      resultOf("big", { ...spec, unit: "kB", atMost: 1_500 }, { samples: [2_000] }),
      { name: "gone", ...spec, missing: "not measured" },
    ]).split("\n");
    assert.match(lines[1] ?? "", /^fast +12\.5 ms +10 ms +1\.25 \(1\.00–1\.50\) +≤ 2 +yes$/);
    assert.match(lines[2] ?? "", /^big +2,000 kB +≤ 1,500 +NO$/);
    assert.match(lines[3] ?? "", /^gone +not measured$/);
  });
});
