import { type ApiError, toApiError } from "../../service/errors";
import type { Activity, OperationKind } from "../../shared/feedState";
import { Disposable } from "../../util/disposable";

/** Why an operation ended early. */
export interface OperationFailure {
  readonly error: ApiError;
  readonly action: OperationKind;
}

/** An operation while it runs. */
export interface Operation {
  /** Aborted when the operation is canceled or the queue is disposed. */
  readonly signal: AbortSignal;
  readonly report: (progress: Omit<Activity, "kind">) => void;
}

type RunningKind = OperationKind | "preload";

/** Runs a session's operations one at a time. Knows the progress of the running one, and why the last one failed. */
export class OperationQueue extends Disposable {
  private running:
    { readonly kind: RunningKind; readonly signal: AbortSignal; readonly done: Promise<void> } | undefined;
  /** The controllers of the operations that run or wait. */
  private readonly controllers = new Map<AbortController, OperationKind>();
  private currentActivity: Activity | undefined;
  private lastFailure: OperationFailure | undefined;
  private preloading: AbortController | undefined;

  /** @param onDidChange called whenever activity or failure may have changed. */
  constructor(private readonly onDidChange: () => void) {
    super();
    this.register({ dispose: () => this.controllers.forEach((_, controller) => controller.abort()) });
    this.register({ dispose: () => this.cancelPreload() });
  }

  get activity(): Activity | undefined {
    return this.currentActivity;
  }

  /** Why the last operation failed, until the next one starts. A canceled operation did not fail. */
  get failure(): OperationFailure | undefined {
    return this.lastFailure;
  }

  /**
   * Runs an operation after those before it, or joins the running one.
   * @param perform rejects with ApiError, which becomes the `failure`; any other error is thrown as well.
   * @param joinable the kinds of running operations that also do what this one does. Preloading gives way to any other.
   */
  async run(
    kind: OperationKind,
    perform: (operation: Operation) => Promise<unknown>,
    joinable: readonly RunningKind[] = [kind],
  ): Promise<void> {
    const controller = new AbortController();
    this.controllers.set(controller, kind);
    this.cancelPreload();
    try {
      while (this.running && (this.running.signal.aborted || !joinable.includes(this.running.kind))) {
        await this.running.done;
      }
      if (this.running) {
        await this.running.done;
      } else if (!controller.signal.aborted && !this.disposed) {
        await this.start(kind, perform, controller.signal);
      }
    } finally {
      this.controllers.delete(controller);
    }
  }

  /** Cancels the operations of a kind, running or waiting. */
  cancel(kind: OperationKind): void {
    for (const [controller, other] of this.controllers) {
      if (other === kind) {
        controller.abort();
      }
    }
  }

  get isPreloading(): boolean {
    return this.preloading !== undefined;
  }

  /** Whether an operation runs or waits. */
  get isBusy(): boolean {
    return this.running !== undefined || this.controllers.size > 0;
  }

  /**
   * Preloads unless an operation runs or waits. The next operation cancels it. Preloading has no activity, and its failure concerns
   * only the caller.
   */
  async preload(perform: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
    if (this.isBusy || this.disposed) {
      return;
    }
    const controller = (this.preloading = new AbortController());
    const { signal } = controller;
    const ended = (): void => {
      this.running = this.preloading = undefined;
    };
    const preloaded = perform(signal).finally(ended);
    this.running = { kind: "preload", signal, done: preloaded.then(undefined, () => undefined) };
    this.onDidChange();
    try {
      await preloaded;
    } finally {
      this.onDidChange();
    }
  }

  cancelPreload(): void {
    this.preloading?.abort();
  }

  private start(
    kind: OperationKind,
    perform: (operation: Operation) => Promise<unknown>,
    signal: AbortSignal,
  ): Promise<void> {
    const report = (progress: Omit<Activity, "kind">): void => this.setActivity({ kind, ...progress });
    const done = this.settle(kind, () => perform({ signal, report })).finally(() => {
      this.running = undefined;
    });
    this.running = { kind, signal, done };
    return done;
  }

  private async settle(kind: OperationKind, perform: () => Promise<unknown>): Promise<void> {
    this.lastFailure = undefined;
    try {
      await perform();
    } catch (thrown) {
      const error = toApiError(thrown);
      if (error.kind !== "aborted") {
        this.lastFailure = { error, action: kind };
      }
      if (error !== thrown) {
        throw thrown;
      }
    } finally {
      this.setActivity(undefined);
    }
  }

  private setActivity(activity: Activity | undefined): void {
    this.currentActivity = activity;
    this.onDidChange();
  }
}
