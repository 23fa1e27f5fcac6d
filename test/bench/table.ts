import type { Measured, Result } from "./result";

const heads = ["Row", "Figure", "Baseline", "Ratio", "Goal", "Met", "Runs"];

/** A plain-text table of results, followed by a line for each missing one. */
export function tableOf(results: readonly Result[]): string {
  const lines = [heads, ...results.map(cellsOf)];
  const widths = heads.map((_, column) => Math.max(...lines.map((cells) => (cells[column] ?? "").length)));
  const text = lines.map((cells) =>
    cells
      // Names are left-aligned, numbers right-aligned.
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
  const rule = widths.map((width) => "─".repeat(width)).join("  ");
  const missing = results.flatMap((row) => ("missing" in row ? [`${row.name}: ${row.missing}`] : []));
  return [text[0], rule, ...text.slice(1), ...(missing.length > 0 ? ["", ...missing] : [])].join("\n");
}

function cellsOf(row: Result): string[] {
  if ("missing" in row) {
    return [row.name, "–", "", "", goalOf(row), "", ""];
  }
  const { baseline, met } = row;
  return [
    row.name,
    `${numberText(row.value)} ${row.unit}`,
    baseline ? `${numberText(baseline.value)} ${row.unit}` : "",
    ratioText(row),
    goalOf(row),
    met === undefined ? "" : met ? "yes" : "NO",
    String(row.runs),
  ];
}

/** With the smallest and largest ratio of its pairs. */
function ratioText({ ratio, samples, baseline }: Measured): string {
  if (ratio === undefined || !baseline) {
    return "";
  }
  const pairs = samples.map((sample, i) => sample / (baseline.samples[i] ?? Number.NaN));
  return `${ratio.toFixed(2)} (${Math.min(...pairs).toFixed(2)}–${Math.max(...pairs).toFixed(2)})`;
}

function goalOf({ atMost }: Result): string {
  return atMost === undefined ? "" : `≤ ${atMost.toLocaleString("en-US")}`;
}

/** Three significant digits, or all before the decimal point. */
export function numberText(value: number): string {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1)));
  return value.toLocaleString("en-US", { maximumFractionDigits: Math.min(digits, 3) });
}
