import assert from "node:assert/strict";
import { type Measured, resultOf } from "../../bench/result";
import { costOf, alternateSamples, median, takeSamples } from "../../bench/sampling";
import { numberText, tableOf } from "../../bench/table";

const spec = { measures: "something", unit: "ms" };

describe("Benchmark results", () => {
  it("are medians", () => {
    assert.equal(median([5, 1, 3]), 3);
    assert.equal(median([4, 1, 3, 100]), 3.5);
    assert.throws(() => median([]), RangeError);
  });

  it("are the median of the ratios of paired samples, so that a slow moment does not distort them", () => {
    const result = resultOf("row", spec, { samples: [11, 220, 33], baseline: [10, 200, 30] });
    assert.ok(Math.abs((result.ratio ?? 0) - 1.1) < 1e-9);
    assert.equal(result.value, 33);
    assert.equal(result.baseline?.value, 30);
    assert.throws(() => resultOf("row", spec, { samples: [1, 2], baseline: [1] }), RangeError);
  });

  it("are compared with the goal, by their ratio if there is one", () => {
    const met = (atMost: number, baseline?: number[]): boolean | undefined =>
      resultOf("row", { ...spec, atMost }, { samples: [20], ...(baseline && { baseline }) }).met;
    assert.equal(met(2, [10]), true);
    assert.equal(met(1.9, [10]), false);
    assert.equal(met(20), true);
    assert.equal(met(19), false);
    assert.equal(resultOf("row", spec, { samples: [20] }).met, undefined);
  });

  it("come from alternating samples after the warm-up", async () => {
    const order: string[] = [];
    const take = (name: string) => async (): Promise<number> => {
      await Promise.resolve();
      return order.push(name);
    };
    const { a, b } = await alternateSamples({ runs: 2, warmUps: 1 }, take("a"), take("b"));
    assert.equal(order.join(""), "ababab");
    assert.deepEqual(
      [a, b],
      [
        [3, 5],
        [4, 6],
      ],
    );
    assert.deepEqual(await takeSamples({ runs: 1, warmUps: 2 }, take("c")), [9]);
  });

  it("measure wall time, CPU time and event-loop delay", async () => {
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    /** Blocks for this much clock and processor time: another process may use the processor for a while. */
    const block = (ms: number): void => {
      const end = performance.now() + ms;
      const before = process.cpuUsage();
      const used = (): number => {
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1000;
      };
      while (performance.now() < end || used() < ms);
    };
    const busy = await costOf(async () => {
      // The monitor reads the clock each millisecond, at the start of a turn, and counts from its previous reading: it needs
      // one before the loop is blocked and one after.
      block(3);
      await turn();
      await turn();
      block(60);
      await turn();
    });
    assert.ok(busy.wallMs >= 60 && busy.cpuMs >= 60 && busy.delayMs >= 40, JSON.stringify(busy));
  });

  it("are shown in a table with ratio, goal and verdict, or the reason why they are missing", () => {
    const rows: Measured[] = [
      resultOf("fast", { ...spec, atMost: 2 }, { samples: [15, 10], baseline: [10, 10] }),
      resultOf("big", { ...spec, unit: "kB", atMost: 1_500 }, { samples: [2_000] }),
    ];
    const lines = tableOf([...rows, { name: "gone", ...spec, missing: "no host" }]).split("\n");
    assert.match(lines[2] ?? "", /^fast +12\.5 ms +10 ms +1\.25 \(1\.00–1\.50\) +≤ 2 +yes +2$/);
    assert.match(lines[3] ?? "", /^big +2,000 kB +≤ 1,500 +NO +1$/);
    assert.match(lines[4] ?? "", /^gone +–$/);
    assert.equal(lines.at(-1), "gone: no host");
  });

  it("have three significant digits", () => {
    assert.deepEqual([1_234.5, 123.45, 1.2345, 0.012345, 0].map(numberText), [
      "1,235",
      "123",
      "1.23",
      "0.012",
      "0",
    ]);
  });
});
