import assert from "node:assert/strict";
import { backoffMs } from "../../../src/service/retry";

describe("The wait before another attempt", () => {
  it("doubles with each failure up to a limit, with up to half of it added at random", () => {
    const waits = (random: number) => [1, 2, 3, 4, 5, 1000].map((n) => backoffMs(n, 30_000, 300_000, random));
    assert.deepEqual(waits(0), [30_000, 60_000, 120_000, 240_000, 300_000, 300_000]);
    assert.deepEqual(waits(1), [45_000, 90_000, 180_000, 360_000, 450_000, 450_000]);
  });
});
