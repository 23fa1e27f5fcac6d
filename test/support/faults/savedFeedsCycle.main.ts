/**
 * Plays the cycle of saved feeds, and is killed at one of its file operations. Prints the number of each act that is done.
 * argv: `KilledCycle` as JSON.
 */
import { writeSync } from "node:fs";
import { systemClock } from "../../../src/util/clock";
import { nodeFileSystem } from "../../../src/util/fileSystem";
import { cycle, cycleMs, SavedFeedsWindow } from "./savedFeedsCycle";
import { FaultyFileSystem } from "./stepFaults";

/** What this program does. */
export interface KilledCycle {
  readonly folder: string;
  readonly step: number;
}

const { folder, step } = JSON.parse(process.argv[2] ?? "") as KilledCycle;
const files = new FaultyFileSystem(nodeFileSystem, step, { kind: "kill" });
const window = new SavedFeedsWindow(folder, { files, clock: { ...systemClock, now: () => cycleMs } });
await window.open();
for (const [index, act] of cycle.entries()) {
  await act(window);
  // Without a buffer, which would be lost with the process.
  writeSync(1, `${index + 1}\n`);
}
window.close();
