import { activationBenchmark } from "./activationBenchmark";
import type { Benchmark } from "./benchmark";
import { collectionsBenchmark } from "./collectionsBenchmark";
import { drainBenchmark } from "./drainBenchmark";
import { exportBenchmark } from "./exportBenchmark";
import { storeBenchmark } from "./storeBenchmark";
import { firstRowBenchmark } from "./firstRowBenchmark";
import { liveBenchmark } from "./liveBenchmark";
import { scrollBenchmark } from "./scrollBenchmark";
import { bundleSizeBenchmark, vsixSizeBenchmark } from "./sizeBenchmark";

/** In the order of the table. */
export const benchmarks: readonly Benchmark[] = [
  drainBenchmark,
  storeBenchmark,
  liveBenchmark,
  collectionsBenchmark,
  exportBenchmark,
  activationBenchmark,
  firstRowBenchmark,
  scrollBenchmark,
  bundleSizeBenchmark,
  vsixSizeBenchmark,
];
