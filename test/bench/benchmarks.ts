import { activationBenchmark } from "./activationBenchmark";
import type { Benchmark } from "./benchmark";
import { collectionsBenchmark } from "./collectionsBenchmark";
import { drainBenchmark } from "./drainBenchmark";
import { exportBenchmark } from "./exportBenchmark";
import { firstRowBenchmark } from "./firstRowBenchmark";
import { scrollBenchmark } from "./scrollBenchmark";
import { bundleSizeBenchmark, vsixSizeBenchmark } from "./sizeBenchmark";

/** All of them, in the order of the table. */
export const benchmarks: readonly Benchmark[] = [
  drainBenchmark,
  collectionsBenchmark,
  exportBenchmark,
  activationBenchmark,
  firstRowBenchmark,
  scrollBenchmark,
  bundleSizeBenchmark,
  vsixSizeBenchmark,
];
