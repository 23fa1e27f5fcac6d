/** A figure the bench makes: one line of its table. */
export interface RowSpec {
  /** One sentence: what is measured. */
  readonly measures: string;
  /** Of the samples, e.g. `ms`; of a ratio's samples as well. */
  readonly unit: string;
  /** The row's figure (the ratio to the baseline where there is one, else the median) is to be at most this. */
  readonly atMost?: number;
}

/**
 * Samples of one row, warm-up left out. With a baseline the row's figure is the median of the ratios of each sample to the
 * baseline's sample that was taken beside it; without, it is the median of the samples.
 */
export interface Figure {
  readonly samples: readonly number[];
  /** As many as there are samples, each taken just after or before its counterpart. */
  readonly baseline?: readonly number[];
}

/** Rows that are measured together. Nothing but `run` costs anything. */
export interface Benchmark<Row extends string = string> {
  /** By name. Filters look for their text in the names. */
  readonly rows: Readonly<Record<Row, RowSpec>>;
  /**
   * Measures all rows, whichever was asked for. A row left out is reported as not measured; a rejection is the failure of
   * all of them and of the bench.
   */
  run(): Promise<Readonly<Partial<Record<Row, Figure>>>>;
}

/** Checks that `run` gives figures for the rows there are. */
export function benchmark<Row extends string>(given: Benchmark<Row>): Benchmark {
  return given;
}
