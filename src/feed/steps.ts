import { ApiError } from "../api/errors";
import type { Activity } from "../shared/protocol";

/** Why a step ended early. */
export interface StepFailure {
  readonly error: ApiError;
  readonly action: Activity["kind"];
}

type Step = () => Promise<void>;

/** What a session does for the person, one step at a time: how the one under way goes, and why the last one failed. */
export class Steps {
  private underWay: Promise<void> | undefined;
  private current: Activity | undefined;
  private failed: StepFailure | undefined;

  /** @param changed called whenever activity or failure may be another. */
  constructor(private readonly changed: () => void) {}

  get activity(): Activity | undefined {
    return this.current;
  }

  get failure(): StepFailure | undefined {
    return this.failed;
  }

  /** Takes a step, unless one is under way: then that one is for this wish, too. What goes wrong stands in `failure`. */
  takeOrJoin(kind: Activity["kind"], step: Step): Promise<void> {
    this.underWay ??= this.take(kind, step).finally(() => {
      this.underWay = undefined;
    });
    return this.underWay;
  }

  /**
   * Takes a step that brings what the one under way does not, after that one.
   * @param wish when it is aborted before the turn of the step comes, the step is not taken.
   */
  async takeAfter(kind: Activity["kind"], step: Step, wish?: AbortSignal): Promise<void> {
    while (this.underWay) {
      await this.underWay;
    }
    if (!wish?.aborted) {
      await this.takeOrJoin(kind, step);
    }
  }

  /** Says how the step under way goes. */
  report(activity: Activity | undefined): void {
    this.current = activity;
    this.changed();
  }

  private async take(kind: Activity["kind"], step: Step): Promise<void> {
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
