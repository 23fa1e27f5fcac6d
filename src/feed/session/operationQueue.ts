import type { Activity } from "../../shared/feedState";
import { ApiError } from "../../api/errors";

/** Why a step ended early. */
export interface OperationFailure {
  readonly error: ApiError;
  readonly action: Activity["kind"];
}

type Kind = Activity["kind"];
type Step = () => Promise<void>;

/** What a session does for the person, one step at a time: how the one under way goes, and why the last one failed. */
export class OperationQueue {
  private underWay: { readonly kind: Kind; readonly done: Promise<void> } | undefined;
  private current: Activity | undefined;
  private failed: OperationFailure | undefined;

  /** @param changed called whenever activity or failure may be another. */
  constructor(private readonly changed: () => void) {}

  get activity(): Activity | undefined {
    return this.current;
  }

  get failure(): OperationFailure | undefined {
    return this.failed;
  }

  /**
   * Takes a step, unless one is under way that brings the same: then that one is for this wish, too. After any other one
   * under way. What goes wrong stands in `failure`.
   * @param same the kinds of steps that bring what this one does.
   */
  async runOrJoin(kind: Kind, step: Step, same: readonly Kind[] = [kind]): Promise<void> {
    while (this.underWay && !same.includes(this.underWay.kind)) {
      await this.underWay.done;
    }
    await (this.underWay?.done ?? this.take(kind, step));
  }

  /**
   * Takes a step that brings what the one under way does not, after that one.
   * @param ended when it is aborted before the turn of the step comes, the step is not taken.
   */
  async enqueue(kind: Kind, step: Step, ended?: AbortSignal): Promise<void> {
    while (this.underWay) {
      await this.underWay.done;
    }
    if (!ended?.aborted) {
      await this.take(kind, step);
    }
  }

  /** Says how the step under way goes. */
  report(activity: Activity | undefined): void {
    this.current = activity;
    this.changed();
  }

  private take(kind: Kind, step: Step): Promise<void> {
    const done = this.run(kind, step).finally(() => {
      this.underWay = undefined;
    });
    this.underWay = { kind, done };
    return done;
  }

  private async run(kind: Kind, step: Step): Promise<void> {
    this.failed = undefined;
    try {
      await step();
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error;
      }
      if (error.kind !== "aborted") {
        this.failed = { error, action: kind };
      }
    } finally {
      this.report(undefined);
    }
  }
}
