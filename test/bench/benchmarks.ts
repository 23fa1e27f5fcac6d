import { activationBenchmark } from "./activationBenchmark";
import { agentBenchmark } from "./agentBenchmark";
import type { Benchmark } from "./benchmark";
import { collectionsBenchmark } from "./collectionsBenchmark";
import { companiesBenchmark } from "./companiesBenchmark";
import { comparisonBenchmark } from "./comparison/comparisonBenchmark";
import { drainBenchmark } from "./drainBenchmark";
import { exportBenchmark } from "./exportBenchmark";
import { storeBenchmark } from "./storeBenchmark";
import { firstRowBenchmark } from "./firstRowBenchmark";
import { liveBenchmark } from "./liveBenchmark";
import { pageStartBenchmark } from "./pageStartBenchmark";
import { savedFeedsBenchmark } from "./savedFeedsBenchmark";
import { scrollBenchmark } from "./scrollBenchmark";
import { bundleSizeBenchmark, vsixSizeBenchmark } from "./sizeBenchmark";

/** In the order of the table. */
export const benchmarks: readonly Benchmark[] = [
  drainBenchmark,
  storeBenchmark,
  liveBenchmark,
  savedFeedsBenchmark,
  companiesBenchmark,
  agentBenchmark,
  collectionsBenchmark,
  exportBenchmark,
  activationBenchmark,
  firstRowBenchmark,
  pageStartBenchmark,
  scrollBenchmark,
  comparisonBenchmark,
  bundleSizeBenchmark,
  vsixSizeBenchmark,
];
