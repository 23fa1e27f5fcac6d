import type { Benchmark } from "./benchmark";
import { collectionsBenchmark } from "./collectionsBenchmark";
import { drainBenchmark } from "./drainBenchmark";
import { sizeBenchmark } from "./sizeBenchmark";

/** All of them, in the order of the table. */
export const benchmarks: readonly Benchmark[] = [drainBenchmark, collectionsBenchmark, sizeBenchmark];
