import { monitorEventLoopDelay } from "node:perf_hooks";
import { collectGarbage } from "../support/fakes/memory";

/** Whether to use the sizes of the goals, for minutes instead of seconds (`--full`). */
export const full = process.argv.includes("--full");

/** A row of the table of results. */
export interface RowSpec {
  /** What is measured, in one sentence. */
  readonly measures: string;
  /** Unit of the samples, e.g. `ms`, also for ratios. */
  readonly unit: string;
  /** Goal for the ratio to the baseline if there is one, else for the median. */
  readonly atMost?: number;
}

/** Samples of one row. With a baseline, the figure is the median of the ratios of paired samples. */
export interface Figure {
  readonly samples: readonly number[];
  /** Each taken just before or after its counterpart in `samples`. */
  readonly baseline?: readonly number[];
}

/** Rows that are measured together. */
export interface Benchmark<Row extends string = string> {
  /** By name, which command-line filters match. */
  readonly rows: Readonly<Record<Row, RowSpec>>;
  /** Measures all rows. A missing row is reported as not measured; a rejection fails all rows and the run. */
  run(): Promise<Readonly<Partial<Record<Row, Figure>>>>;
}

/** Lets TypeScript check the names of the rows that `run` returns. */
export function benchmark<Row extends string>(given: Benchmark<Row>): Benchmark {
  return given;
}

export interface Cost {
  readonly wallMs: number;
  /** User and system time of all threads. */
  readonly cpuMs: number;
  /** 99th percentile of the event-loop delay at a resolution of 1 ms, including that of an idle loop. */
  readonly delayMs: number;
}

export interface Plan {
  readonly runs: number;
  /** Samples that are discarded first. */
  readonly warmUps: number;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  if (upper === undefined || lower === undefined) {
    throw new RangeError("There is no median of nothing.");
  }
  return (lower + upper) / 2;
}

/** Measures the work once, after collecting garbage. */
export async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  collectGarbage();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const cpu = process.cpuUsage();
  const start = performance.now();
  delay.enable();
  await work().finally(() => delay.disable());
  const wallMs = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { wallMs, cpuMs: (user + system) / 1_000, delayMs: delay.percentile(99) / 1e6 };
}

/** The event-loop delay of costs, without that of half an idle second. */
export async function delayBeyondIdle(): Promise<(cost: Cost) => number> {
  const idle = await costOf(() => new Promise((resolve) => setTimeout(resolve, 500)));
  return ({ delayMs }) => Math.max(0, delayMs - idle.delayMs);
}

/** Takes samples alternately, A B A B, so that both have the same conditions. */
export async function alternateSamples<T>(
  { runs, warmUps }: Plan,
  takeA: () => Promise<T>,
  takeB: () => Promise<T>,
): Promise<{ a: T[]; b: T[] }> {
  const a: T[] = [];
  const b: T[] = [];
  for (let i = 0; i < warmUps + runs; i++) {
    a.push(await takeA());
    b.push(await takeB());
  }
  return { a: a.slice(warmUps), b: b.slice(warmUps) };
}

/** Takes samples without a baseline. */
export async function takeSamples<T>({ runs, warmUps }: Plan, take: () => Promise<T>): Promise<T[]> {
  const samples: T[] = [];
  for (let i = 0; i < warmUps + runs; i++) {
    samples.push(await take());
  }
  return samples.slice(warmUps);
}
