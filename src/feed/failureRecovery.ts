import { type ApiError, dependsOnKey, isOutage } from "../service/errors";
import type { OperationKind } from "../shared/feedState";
import type { LiveUpdates } from "./live/liveUpdates";
import { Disposable } from "../util/disposable";
import type { FeedSession } from "./session/feedSession";
import type { SessionSwitcher } from "./sessionSwitcher";

/**
 * Repeats what failed: when the user asks for it, when the service responds again, or when a key or a permission was changed. Live
 * updates count as failing as long as an operation failed because the service does not respond.
 */
export class FailureRecovery extends Disposable {
  private blocking: ApiError | undefined;
  /** Why an operation failed, while updates count as failing because of that. */
  private reportedOutage: ApiError | undefined;
  private retriedWhenResponding = false;

  /** @param repeat runs an operation again that failed */
  constructor(
    private readonly sessions: SessionSwitcher,
    private readonly live: LiveUpdates,
    private readonly repeat: (action: OperationKind) => Promise<void>,
  ) {
    super();
    this.register(sessions.onDidChange(() => this.update()));
    this.register(live.onDidRespond(() => void this.retryWhenResponding()));
  }

  /** Why every request fails until the user acts. */
  get blockingError(): ApiError | undefined {
    return this.blocking;
  }

  /** For another service. */
  reset(): void {
    this.blocking = undefined;
  }

  /** Retries the last operation that failed, and checks for new events if that failed. */
  async retry(): Promise<void> {
    if (this.live.failure) {
      // Without anything shown, this is what repeats the operation.
      this.live.pollNow();
    }
    const { failure } = this.sessions;
    if (failure) {
      await this.repeat(failure.action);
    } else {
      await this.sessions.opened;
    }
  }

  /** @param error undefined: requests may succeed again, so what failed because of the key or a permission is repeated */
  async setBlockingError(error: ApiError | undefined): Promise<void> {
    this.blocking = error;
    if (error) {
      this.live.stop(error);
      return;
    }
    this.update();
    this.live.pollNow();
    const { failure, isLoading } = this.sessions;
    if (failure && dependsOnKey(failure.error) && !isLoading) {
      await this.retry();
    }
  }

  /** An operation of this session has ended: if the service responds again, updates need not wait any longer. */
  operationEnded(session: FeedSession | undefined): void {
    if (session && this.sessions.shown === session && !session.failure && this.live.failure) {
      this.live.pollNow();
    }
  }

  /**
   * Updates are not shown as live while an operation failed because the service does not respond. If nothing is shown because of
   * that, what failed is repeated in their place, but not if the user has to act.
   */
  update(): void {
    const { failure, shown, isLoading } = this.sessions;
    const { reportedOutage } = this;
    if (failure && failure.error !== reportedOutage && isOutage(failure.error) && !this.blocking) {
      this.reportedOutage = failure.error;
      if (shown) {
        this.live.reportOutage(failure.error);
      } else {
        this.live.repeatLoad(failure.error, () => this.loadAgain());
      }
    } else if (failure && !shown && !isOutage(failure.error)) {
      this.live.follow(undefined);
    } else if (!failure && reportedOutage && !isLoading && !shown?.activity) {
      this.reportedOutage = undefined;
      this.live.withdrawOutage(reportedOutage);
    }
  }

  /** While nothing is shown. @throws {ApiError} */
  private async loadAgain(): Promise<void> {
    const { failure } = this.sessions;
    if (failure) {
      await this.repeat(failure.action);
    }
    while (this.sessions.isLoading) {
      await this.sessions.opened;
    }
    if (this.sessions.failure) {
      throw this.sessions.failure.error;
    }
  }

  /**
   * The service responds: an operation that failed because it did not is repeated. If it fails once more although other
   * requests succeed, that is left to the user.
   */
  private async retryWhenResponding(): Promise<void> {
    const { failure, isLoading } = this.sessions;
    if (!failure) {
      this.retriedWhenResponding = false;
    } else if (isOutage(failure.error) && !isLoading && !this.retriedWhenResponding) {
      this.retriedWhenResponding = true;
      await this.retry();
      this.retriedWhenResponding = this.sessions.failure !== undefined;
    }
  }
}
