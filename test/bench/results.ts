import os from "node:os";
import { type Figure, median, type RowSpec } from "./benchmark";

/** A row of bench-results.json. */
export interface Result extends RowSpec {
  readonly name: string;
  /** Why there is no figure. */
  readonly missing?: string;
  readonly samples?: readonly number[];
  /** Median of the samples. */
  readonly value?: number;
  readonly baseline?: { readonly value: number; readonly samples: readonly number[] };
  /** Of paired samples: median, smallest and largest. */
  readonly ratio?: { readonly value: number; readonly least: number; readonly most: number };
  /** Whether the goal, if any, is met. */
  readonly met?: boolean;
}

export function resultOf(name: string, spec: RowSpec, { samples, baseline }: Figure): Result {
  const value = median(samples);
  const ratio = baseline && ratioOf(samples, baseline);
  return {
    name,
    ...spec,
    samples,
    value,
    ...(baseline && { baseline: { value: median(baseline), samples: baseline } }),
    ...(ratio && { ratio }),
    ...(spec.atMost !== undefined && { met: (ratio?.value ?? value) <= spec.atMost }),
  };
}

function ratioOf(samples: readonly number[], baseline: readonly number[]): Required<Result>["ratio"] {
  if (samples.length !== baseline.length) {
    throw new RangeError(`There are ${samples.length} samples, and ${baseline.length} of the baseline.`);
  }
  const ratios = samples.map((sample, i) => sample / (baseline[i] ?? Number.NaN));
  return { value: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) };
}

/** A plain-text table of results. */
export function tableOf(results: readonly Result[]): string {
  const lines = [["Row", "Figure", "Baseline", "Ratio", "Goal", "Met"], ...results.map(cellsOf)];
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  return lines
    .map((cells) =>
      cells
        // Names are left-aligned, numbers right-aligned.
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function cellsOf({ name, unit, missing, value, baseline, ratio, atMost, met }: Result): string[] {
  return [
    name,
    value === undefined ? (missing ?? "") : `${numberText(value)} ${unit}`,
    baseline ? `${numberText(baseline.value)} ${unit}` : "",
    ratio ? `${ratio.value.toFixed(2)} (${ratio.least.toFixed(2)}–${ratio.most.toFixed(2)})` : "",
    atMost === undefined ? "" : `≤ ${atMost.toLocaleString("en-US")}`,
    met === undefined ? "" : met ? "yes" : "NO",
  ];
}

/** Three significant digits, or all before the decimal point. */
function numberText(value: number): string {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1)));
  return value.toLocaleString("en-US", { maximumFractionDigits: Math.min(digits, 3) });
}

/** The machine that the results are from. */
export function machineText(): string {
  const [[cpu], [load = 0]] = [os.cpus(), os.loadavg()];
  return `${cpu?.model.trim() ?? "?"}, ${os.availableParallelism()} cores, ${os.type()}, Node ${process.version}, load ${load.toFixed(2)}`;
}
