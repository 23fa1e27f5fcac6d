/** What `npm run mutate` and its workers say to each other. */

export interface RunRequest {
  /** Undefined to run the code as it is. */
  mutant: string | undefined;
  /** Milliseconds for each test, by its full title. */
  tests: Record<string, number>;
  /** Stop at the first failure. */
  bail: boolean;
}

export interface TestRun {
  title: string;
  failed: boolean;
  milliseconds: number;
  /** Mutants that the test ran past. */
  covered: string[];
}

export type WorkerMessage =
  /** The titles of all tests, by test file, and the mutants that loading them ran past. */
  | { kind: "loaded"; tests: Record<string, string[]>; static: string[] }
  | { kind: "ran"; runs: TestRun[] }
  /** The event loop turns. */
  | { kind: "alive" };
