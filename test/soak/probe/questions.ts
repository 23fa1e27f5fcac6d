/** What the soak asks the probe, as JSON. `undefined` is `null` there. */
export type Question =
  | { readonly name: "timers" }
  | { readonly name: "measure" }
  /** Runs a command and waits for its end. */
  | { readonly name: "command"; readonly id: string; readonly args: readonly unknown[] }
  /** Runs a command that may end only with the answer to its notification. */
  | { readonly name: "start"; readonly id: string }
  /** Calls a tool as an agent does. */
  | { readonly name: "tool"; readonly tool: string; readonly input: object }
  /** Changes a user setting, or removes it. */
  | { readonly name: "setting"; readonly key: string; readonly value: unknown }
  /** Sets how far the wall clock is ahead. */
  | { readonly name: "clock"; readonly offsetMs: number }
  /** Writes a heap snapshot. */
  | { readonly name: "snapshot"; readonly file: string };

export interface Reply {
  readonly value?: unknown;
  readonly error?: string;
}

/** What the probe sends to the soak once it is started. */
export interface Hello {
  readonly pid: number;
  readonly port: number;
}

/** The response to it. */
export interface Welcome {
  readonly clockOffsetMs: number;
}

/** What the probe sees of an extension host, after collecting garbage. */
export interface HostState {
  /** Heap and external memory. */
  readonly heapBytes: number;
  /** The extension's pending timers: where they were set. */
  readonly timers: readonly string[];
  /** Node's names of what keeps the process alive. */
  readonly resources: readonly string[];
}
