import { buildProduction } from "../../support/runner/build";
import { benchmark, type Figure, type RowSpec } from "../benchmark";
import { Corpus } from "../corpus";
import { startCorpusService } from "../services";
import { runInSeparateProcess } from "../processes";
import { installViewers } from "./otherViewer";
import { type Measure, measures, type ViewerCost, viewerNames, type ViewerRunOptions } from "./viewer";

const events = 100_000;
const text = "hydrogen";
const plan = { runs: 3, warmUps: 1 };

const rows = viewerNames
  .filter((name) => name !== "feed panel")
  .flatMap((other) =>
    (Object.keys(measures) as Measure[]).map((measure) => {
      return { other, measure, name: `comparison with ${other}: ${measure}` };
    }),
  );

/** The feed panel's page and other viewers in the same browser, which load the same events from the same service. */
export const comparisonBenchmark = benchmark({
  rows: Object.fromEntries(
    rows.map(({ name, measure }): [string, RowSpec] => [
      name,
      { measures: measures[measure][0], unit: measures[measure][1] },
    ]),
  ),
  async run() {
    await buildProduction();
    await installViewers();
    const service = await startCorpusService({ events, pageSize: 500 });
    try {
      const options = { baseUrl: service.baseUrl, events, ...expected() };
      const costs = new Map(viewerNames.map((name) => [name, [] as ViewerCost[]]));
      for (let run = 0; run < plan.warmUps + plan.runs; run++) {
        for (const viewer of viewerNames) {
          const look: ViewerRunOptions = { ...options, viewer };
          const cost = await runInSeparateProcess<ViewerCost>("comparison/viewerRun", JSON.stringify(look));
          costs.get(viewer)?.push(...(run < plan.warmUps ? [] : [cost]));
        }
      }
      const samplesOf = (viewer: (typeof viewerNames)[number], measure: Measure): number[] =>
        costs.get(viewer)?.flatMap((cost) => cost[measure] ?? []) ?? [];
      return Object.fromEntries(
        rows.flatMap(({ name, other, measure }): [string, Figure][] => {
          const samples = samplesOf("feed panel", measure);
          return samples.length > 0 ? [[name, { samples, baseline: samplesOf(other, measure) }]] : [];
        }),
      );
    } finally {
      await service.stop();
    }
  },
});

/** Which rows have to come first. */
function expected(): Pick<ViewerRunOptions, "title" | "search"> {
  const newest = [...new Corpus().events(0, 1_000)];
  const [first] = newest;
  const found = newest.find(({ title }) => title.toLowerCase().includes(text));
  if (!first || !found || found === first) {
    throw new Error(`"${text}" is not a text to search for.`);
  }
  return { title: first.title, search: { text, title: found.title } };
}
