import type { Figure, RowSpec } from "./benchmark";
import { median } from "./sampling";

/** A row of bench-results.json. */
export type Result = Measured | Unmeasured;

export interface Measured extends RowSpec {
  readonly name: string;
  /** Number of samples. */
  readonly runs: number;
  /** Median of the samples. */
  readonly value: number;
  readonly samples: readonly number[];
  /** Median of the baseline in the same run. */
  readonly baseline?: { readonly value: number; readonly samples: readonly number[] };
  /** Median of the ratios of paired samples. */
  readonly ratio?: number;
  /** Whether the goal, if any, is met. */
  readonly met?: boolean;
}

export interface Unmeasured extends RowSpec {
  readonly name: string;
  /** Why there is no figure. */
  readonly missing: string;
}

/** Calculates medians, ratio and verdict. */
export function resultOf(name: string, spec: RowSpec, { samples, baseline }: Figure): Measured {
  const value = median(samples);
  const ratio = baseline && median(ratios(name, samples, baseline));
  return {
    name,
    ...spec,
    runs: samples.length,
    value,
    samples,
    ...(baseline && { baseline: { value: median(baseline), samples: baseline } }),
    ...(ratio !== undefined && { ratio }),
    ...(spec.atMost !== undefined && { met: (ratio ?? value) <= spec.atMost }),
  };
}

function ratios(name: string, samples: readonly number[], baseline: readonly number[]): number[] {
  return samples.map((sample, i) => {
    const other = baseline[i];
    if (other === undefined || baseline.length !== samples.length) {
      throw new RangeError(`${name} has ${samples.length} samples, and ${baseline.length} of its baseline.`);
    }
    return sample / other;
  });
}
