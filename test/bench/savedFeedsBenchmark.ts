import { InterceptingFileSystem } from "../support/fakes/fakeFileSystem";
import { heldBytes } from "../support/fakes/memory";
import { idOf, intervalMs, Machine, savedFeed } from "../support/savedFeeds/savedFeedsMachine";
import { event } from "../support/services/listSource";
import { benchmark, type Figure, type RowSpec } from "./benchmark";
import { costOf, takeSamples } from "./sampling";

const hourMs = 3_600_000;
const plan = { runs: 3, warmUps: 1 };
const feedCounts = [1, 10, 50] as const;
/** In each feed. */
const eventsPerHour = 20;

type Measure = "requests" | "CPU" | "memory";
type Row =
  | `saved feeds: ${Measure}, ${(typeof feedCounts)[number]}`
  | `saved feeds: file operations, ${"first" | "second"} window`;

/** An hour of checks on a fake clock: followed feeds with different filters, and another window that looks on. */
export const savedFeedsBenchmark = benchmark<Row>({
  rows: Object.fromEntries(rows()) as Record<Row, RowSpec>,
  async run() {
    const figures: [Row, Figure][] = [];
    for (const count of feedCounts) {
      const hours = await takeSamples(plan, () => checkedHour(count));
      const figure = (name: Row, of: (hour: Hour) => number): void =>
        void figures.push([name, { samples: hours.map(of) }]);
      figure(`saved feeds: requests, ${count}`, ({ requests }) => requests);
      figure(`saved feeds: CPU, ${count}`, ({ cpuMs }) => cpuMs);
      figure(`saved feeds: memory, ${count}`, ({ bytes }) => bytes / 1024);
      if (count === 1) {
        figure("saved feeds: file operations, first window", ({ operations: [first] }) => first);
        figure("saved feeds: file operations, second window", ({ operations: [, second] }) => second);
      }
    }
    return Object.fromEntries(figures);
  },
});

function rows(): [Row, RowSpec][] {
  const ofFeeds = feedCounts.flatMap((count): [Row, RowSpec][] => [
    [
      `saved feeds: requests, ${count}`,
      {
        measures: `requests per hour for followed feeds (${count}) with different filters on one connection, each with ${eventsPerHour} new events an hour, default settings`,
        unit: "requests",
        // One every two minutes for each feed, and never more than a live feed.
        atMost: Math.min(count * 30, hourMs / intervalMs),
      },
    ],
    [
      `saved feeds: CPU, ${count}`,
      {
        measures:
          "CPU time per hour of the same with two windows, the work of a service in the same process included; without files and network",
        unit: "ms",
      },
    ],
    [
      `saved feeds: memory, ${count}`,
      { measures: "heap and buffers of the two windows after that hour", unit: "KiB" },
    ],
  ]);
  return [
    ...ofFeeds,
    [
      "saved feeds: file operations, first window",
      { measures: "reads and writes per hour of the window that checks one feed", unit: "operations" },
    ],
    [
      "saved feeds: file operations, second window",
      { measures: "the same of a window that does not check", unit: "operations" },
    ],
  ];
}

interface Hour {
  readonly requests: number;
  readonly cpuMs: number;
  readonly bytes: number;
  readonly operations: readonly [number, number];
}

async function checkedHour(count: number): Promise<Hour> {
  const before = await heldBytes();
  const feeds = Array.from({ length: count }, (_, n) =>
    savedFeed(`Feed ${n}`, { query: { window: { kind: "last", days: 7 }, types: [`type_${n}`] } }),
  );
  const machine = new Machine(...feeds);
  const { service, connections } = machine;
  const operations: [number, number] = [0, 0];
  const open = (window: 0 | 1) =>
    machine.open(
      new InterceptingFileSystem(machine.disk, () => {
        operations[window]++;
      }),
    );
  const first = await open(0);
  for (const { name } of feeds) {
    await first.follow(name);
  }
  await open(1);
  // Until each was checked once.
  await machine.pass((count + 4) * intervalMs);
  const sent = connections.main.sentAt.length;
  operations.fill(0);
  const { cpuMs } = await costOf(async () => {
    for (let n = 0; n < eventsPerHour; n++) {
      feeds.forEach((_, feed) =>
        service.put(event(`evt_${feed}_${n}`, service.now, { type: `type_${feed}` })),
      );
      await machine.pass(hourMs / eventsPerHour);
    }
  });
  const requests = connections.main.sentAt.length - sent;
  const operationsPerHour: [number, number] = [...operations];
  const unread = first.hub.find(idOf("Feed 0"))?.following?.unread.count ?? 0;
  if (unread < eventsPerHour / 2) {
    throw new Error(`${unread} of ${eventsPerHour} events were counted.`);
  }
  // What belongs to the service.
  service.requests.length = 0;
  service.events.clear();
  const bytes = (await heldBytes()) - before;
  machine.windows.forEach((window) => window.close());
  return { requests, cpuMs, bytes, operations: operationsPerHour };
}
