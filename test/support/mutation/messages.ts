/** What `npm run mutate` and its workers say to each other. */

export type WorkerRequest = RecordRequest | RunRequest;

/** Runs the tests of a file as they are, and records the mutants that they run past. */
export interface RecordRequest {
  kind: "record";
  /** Below out/. */
  file: string;
  timeout: number;
}

/** Runs tests until the first one fails. */
export interface RunRequest {
  kind: "run";
  /** Undefined to run the code as it is. */
  mutant: string | undefined;
  /** The mutant changes what files do when they are loaded: the process must be a new one, and run nothing afterwards. */
  isActiveOnLoad: boolean;
  tests: RequestedTest[];
}

export interface RequestedTest {
  /** Below out/. */
  file: string;
  /** With those of its suites. */
  title: string;
  timeout: number;
}

export interface TestRun {
  title: string;
  failed: boolean;
  milliseconds: number;
  /** Mutants that the test ran past, if that was recorded. */
  covered: string[];
}

export type WorkerMessage =
  /** `loading`: the mutants that loading the file ran past. */
  | { kind: "ran"; runs: TestRun[]; loading: string[] }
  /** The event loop turns. */
  | { kind: "alive" };
