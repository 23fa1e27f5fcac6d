/** A row of the table of results. */
export interface RowSpec {
  /** What is measured, in one sentence. */
  readonly measures: string;
  /** Unit of the samples, e.g. `ms`, also for ratios. */
  readonly unit: string;
  /** Goal for the ratio to the baseline if there is one, else for the median. */
  readonly atMost?: number;
}

/**
 * Samples of one row, without warm-up. With a baseline, the figure is the median of the ratios of paired samples; without,
 * the median of the samples.
 */
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
