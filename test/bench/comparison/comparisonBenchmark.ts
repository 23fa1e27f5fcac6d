import { benchmark, type Figure, type RowSpec } from "../benchmark";
import { Corpus } from "../corpus";
import { startCorpusService } from "../corpusService";
import { productionBundles } from "../production";
import { type ViewerName, viewerNames } from "./viewer";
import { installViewers } from "./viewerPackages";
import { type ViewerCost, viewerCost, type ViewerRunOptions } from "./viewerRun";

const events = 100_000;
const pageSize = 500;
const text = "hydrogen";
const plan = { runs: 3, warmUps: 1 };

/** By the end of the row's name. */
const measures: Readonly<
  Record<string, RowSpec & { readonly of: (cost: ViewerCost) => number | undefined }>
> = {
  "first row": {
    measures: "from the navigation to the newest event painted",
    unit: "ms",
    of: (cost) => cost.firstRowMs,
  },
  "all loaded": {
    measures: `from the navigation until ${events.toLocaleString("en")} events are loaded, and the page shows it`,
    unit: "ms",
    of: (cost) => cost.loadedMs,
  },
  search: {
    measures: `from the input of "${text}" to the first match painted as the first row`,
    unit: "ms",
    of: (cost) => cost.searchMs,
  },
  "scroll, frame": {
    measures: "95th percentile of the time between frames while the wheel turns through 8,000 rows",
    unit: "ms",
    of: (cost) => cost.frameMs,
  },
  "scroll, longest frame": { measures: "the longest of them", unit: "ms", of: (cost) => cost.longestFrameMs },
  "scroll, settled": {
    measures: "from the last turn of the wheel to the last change of the list",
    unit: "ms",
    of: (cost) => cost.settledMs,
  },
  memory: {
    measures:
      "private memory of the browser's processes and what the extension host's side holds, after loading and a collection, over a blank page",
    unit: "MiB",
    of: (cost) => cost.memoryMiB,
  },
  "nodes per row": {
    measures: "elements and texts in the list's rows, for each row",
    unit: "nodes",
    of: (cost) => cost.nodesPerRow,
  },
  "nodes in the page": {
    measures: "all elements and texts after loading",
    unit: "nodes",
    of: (cost) => cost.nodesInPage,
  },
  code: {
    measures: "scripts, WebAssembly, styles and fonts that the page has loaded, not compressed",
    unit: "kB",
    of: (cost) => cost.codeKB,
  },
};

const others = viewerNames.filter((name) => name !== "feed panel");

function rowName(measure: string, other: ViewerName): string {
  return `comparison with ${other}: ${measure}`;
}

/** The feed panel's page and other viewers in the same browser, which load the same events from the same service. */
export const comparisonBenchmark = benchmark({
  rows: Object.fromEntries(
    others.flatMap((other) =>
      Object.entries(measures).map(([name, { measures: what, unit }]): [string, RowSpec] => [
        rowName(name, other),
        { measures: what, unit },
      ]),
    ),
  ),
  async run() {
    await productionBundles();
    await installViewers();
    const service = await startCorpusService({ events, pageSize });
    try {
      const options = { baseUrl: service.baseUrl, events, ...expected() };
      const costs = await alternate(options);
      return Object.fromEntries(
        others.flatMap((other) =>
          Object.entries(measures).flatMap(([name, { of }]): [string, Figure][] => {
            const samples = costs["feed panel"].map(of).filter((value) => value !== undefined);
            const baseline = costs[other].map(of).filter((value) => value !== undefined);
            return samples.length > 0 ? [[rowName(name, other), { samples, baseline }]] : [];
          }),
        ),
      );
    } finally {
      await service.stop();
    }
  },
});

/** A look at each viewer in turn. */
async function alternate(
  options: Omit<ViewerRunOptions, "viewer">,
): Promise<Record<ViewerName, ViewerCost[]>> {
  const costs: Record<ViewerName, ViewerCost[]> = { "feed panel": [], "AG Grid": [], Perspective: [] };
  for (let run = 0; run < plan.warmUps + plan.runs; run++) {
    for (const viewer of viewerNames) {
      const cost = await viewerCost({ ...options, viewer });
      if (run >= plan.warmUps) {
        costs[viewer].push(cost);
      }
    }
  }
  return costs;
}

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
