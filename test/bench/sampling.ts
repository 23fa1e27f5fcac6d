import { monitorEventLoopDelay } from "node:perf_hooks";
import { collectGarbage } from "../support/fakes/memory";

/** What a piece of work cost this process. */
export interface Cost {
  readonly wallMs: number;
  /** User and system time of all threads. */
  readonly cpuMs: number;
  /** 99th percentile of the event loop's delay at a resolution of 1 ms, an idle loop's not subtracted. */
  readonly delayMs: number;
}

export interface Plan {
  /** Samples that count. */
  readonly runs: number;
  /** Samples before them that do not. */
  readonly warmUps: number;
}

/** Middle value; between the two in the middle where their number is even. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  if (upper === undefined || lower === undefined) {
    throw new RangeError("There is no median of nothing.");
  }
  return (lower + upper) / 2;
}

/** Does the work once, with a heap that was just collected, and says what it cost. */
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

/** Costs of doing nothing for half a second: what to subtract from the delays of others. */
export function idleCost(): Promise<Cost> {
  return costOf(() => new Promise((resolve) => setTimeout(resolve, 500)));
}

/** Takes samples of two things in turns, A B A B, so that both have the machine's good and bad moments. */
export async function inTurns<T>(
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

/** Takes samples of one thing that has no baseline. */
export async function oneByOne<T>({ runs, warmUps }: Plan, take: () => Promise<T>): Promise<T[]> {
  const samples: T[] = [];
  for (let i = 0; i < warmUps + runs; i++) {
    samples.push(await take());
  }
  return samples.slice(warmUps);
}
