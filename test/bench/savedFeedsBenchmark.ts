import { InterceptingFileSystem } from "../support/fakes/fakeFileSystem";
import { idOf, intervalMs, Machine, savedFeed } from "../support/savedFeeds/savedFeedsMachine";
import { benchmark } from "./benchmark";
import { costOf, takeSamples } from "./sampling";

const hourMs = 3_600_000;
const feeds = 50;

/** An idle hour of a window with many followed feeds, all with different filters, on a fake clock. */
export const savedFeedsBenchmark = benchmark({
  rows: {
    "saved feeds: requests": {
      measures: `requests per hour for followed feeds (${feeds}) with different filters, default settings`,
      unit: "requests",
      atMost: hourMs / intervalMs,
    },
    "saved feeds: file operations": {
      measures: "reads and writes of that hour",
      unit: "operations",
      atMost: 1000,
    },
    "saved feeds: CPU": {
      measures: "CPU time of that hour, the work of a service in the same process included",
      unit: "ms",
    },
  },
  async run() {
    const hours = await takeSamples({ runs: 3, warmUps: 1 }, idleHour);
    return {
      "saved feeds: requests": { samples: hours.map(({ requests }) => requests) },
      "saved feeds: file operations": { samples: hours.map(({ operations }) => operations) },
      "saved feeds: CPU": { samples: hours.map(({ cpuMs }) => cpuMs) },
    };
  },
});

async function idleHour(): Promise<{ requests: number; operations: number; cpuMs: number }> {
  const names = Array.from({ length: feeds }, (_, n) => `Feed ${n}`);
  const machine = new Machine(
    ...names.map((name) => savedFeed(name, { query: { window: { kind: "last", days: 7 }, types: [name] } })),
  );
  let operations = 0;
  const window = await machine.open(new InterceptingFileSystem(machine.disk, () => operations++));
  machine.focused = window;
  for (const name of names) {
    await window.follow(name);
  }
  const main = machine.connections.clientFor("Main");
  const sent = main?.requests.length ?? 0;
  operations = 0;
  const { cpuMs } = await costOf(() => machine.pass(hourMs));
  const requests = (main?.requests.length ?? 0) - sent;
  if (!window.feeds.find(idOf("Feed 0"))?.following?.checkedAtMs) {
    throw new Error("The feeds were not checked.");
  }
  machine.dispose();
  return { requests, operations, cpuMs };
}
