import { type ApiError, toApiError } from "../../service/errors";
import type { Activity, OperationKind } from "../../shared/feedState";
import { Disposable } from "../../util/disposable";

/** Why an operation ended early. */
export interface OperationFailure {
  readonly error: ApiError;
  readonly action: OperationKind;
}

/** What an operation in progress has done so far. */
export interface Progress extends Omit<Activity, "kind" | "waitMs"> {
  /** A pause before another attempt: why, and when that starts, milliseconds since 1970 UTC. */
  readonly waiting?: { readonly error: ApiError; readonly untilMs: number };
}

export interface Operation {
  /** Aborted when the operation is canceled or the session is disposed. */
  readonly signal: AbortSignal;
  readonly report: (progress: Progress) => void;
}

interface Running {
  readonly kind: OperationKind | "preload";
  readonly controller: AbortController;
  readonly done: Promise<void>;
  /** As reported last. */
  progress?: Progress;
}

/** Runs a session's operations one at a time. Preloading is canceled by any other, and reports neither progress nor a failure. */
export class Operations extends Disposable {
  private running: Running | undefined;
  private waiting = 0;
  /** Why the last operation failed, until the next one starts. A canceled operation did not fail. */
  failure: OperationFailure | undefined;

  constructor(private readonly onDidChange: () => void) {
    super();
    this.register({ dispose: () => this.running?.controller.abort() });
  }

  get activity(): (Progress & { readonly kind: OperationKind }) | undefined {
    const { kind, progress } = this.running ?? {};
    return kind && kind !== "preload" && progress ? { kind, ...progress } : undefined;
  }

  get isPreloading(): boolean {
    return this.running?.kind === "preload";
  }

  get isBusy(): boolean {
    return this.running !== undefined || this.waiting > 0;
  }

  /**
   * Runs an operation after those before it, or joins a running one that does the same.
   * @param perform rejects with ApiError, which becomes the `failure`; any other error is thrown as well.
   */
  async run(kind: Running["kind"], perform: (operation: Operation) => Promise<unknown>): Promise<void> {
    for (let { running } = this; running; { running } = this) {
      this.cancel("preload");
      this.waiting++;
      await running.done;
      this.waiting--;
      if (doesSame(running, kind)) {
        return;
      }
    }
    if (!this.disposed) {
      await this.start(kind, perform);
    }
  }

  cancel(kind: Running["kind"]): void {
    if (this.running?.kind === kind) {
      this.running.controller.abort();
    }
  }

  private async start(
    kind: Running["kind"],
    perform: (operation: Operation) => Promise<unknown>,
  ): Promise<void> {
    const controller = new AbortController();
    let end = (): void => undefined;
    const done = new Promise<void>((resolve) => (end = resolve));
    const running: Running = { kind, controller, done };
    this.running = running;
    const report = (progress: Progress): void => {
      running.progress = progress;
      this.onDidChange();
    };
    if (kind !== "preload") {
      this.failure = undefined;
    }
    try {
      await perform({ signal: controller.signal, report });
    } catch (thrown) {
      const error = toApiError(thrown);
      if (error.kind !== "aborted" && kind !== "preload") {
        this.failure = { error, action: kind };
      }
      if (error !== thrown) {
        throw thrown;
      }
    } finally {
      this.running = undefined;
      end();
      this.onDidChange();
    }
  }
}

/** Loading an entire window includes loading older events. Filling a gap never does the same: it may be another gap. */
function doesSame({ kind, controller }: Running, other: Running["kind"]): boolean {
  const isSame = kind === other || (other === "older" && kind === "window");
  return isSame && kind !== "gap" && !controller.signal.aborted;
}
