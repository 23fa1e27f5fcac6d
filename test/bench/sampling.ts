import { monitorEventLoopDelay } from "node:perf_hooks";
import { collectGarbage } from "../support/fakes/memory";

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
  try {
    await work();
  } finally {
    delay.disable();
  }
  const wallMs = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { wallMs, cpuMs: (user + system) / 1_000, delayMs: delay.percentile(99) / 1e6 };
}

/** Cost of half an idle second, whose delay is subtracted from the others. */
export function idleCost(): Promise<Cost> {
  return costOf(() => new Promise((resolve) => setTimeout(resolve, 500)));
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
