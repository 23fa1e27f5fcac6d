import { ApiError } from "../../api/errors";
import type { RequestOptions } from "../../api/types";
import { LivePoller, type PollerEnvironment } from "../../feed/live/livePoller";
import { Emitter, type Event } from "../../shared/event";
import { Disposable } from "../../util/disposable";
import { type CheckGroup, checkedAtOf } from "./checkGroups";

/** The shortest interval between two checks of the same filters (also in docs/saved-feeds.md). */
const minCheckIntervalMs = 120_000;

interface GroupChecks {
  readonly environment: PollerEnvironment;
  /** The groups of this connection. */
  groups(): readonly CheckGroup[];
  /** Rejects with ApiError. */
  check(group: CheckGroup, options: RequestOptions): Promise<void>;
}

/** The service refuses the checks of a group: its filters, or all that this key may not read. Other groups may succeed. */
interface Refusal {
  readonly error: ApiError;
  readonly times: number;
  readonly atMs: number;
}

/**
 * Checks the feeds of one connection, one group at a time: in each interval, the group that has waited longest. So the service
 * never gets more requests than from one live feed, however many feeds are followed.
 */
export class ConnectionPoller extends Disposable {
  private readonly changed = this.register(new Emitter<void>());
  private readonly poller: LivePoller;
  private readonly refusals = new Map<string, Refusal>();
  private requested: string | undefined;
  private succeeded = false;

  /** A check succeeded or failed. */
  readonly onDidChange: Event<void> = this.changed.event;

  constructor(private readonly checks: GroupChecks) {
    super();
    this.poller = this.register(new LivePoller((options) => this.checkNext(options), checks.environment));
    this.register(this.poller.onDidChange(() => this.changed.fire()));
    this.poller.resume();
  }

  /** Whether a check has succeeded. */
  get hasSucceeded(): boolean {
    return this.succeeded;
  }

  /** Why checks of this group fail, until one succeeds. */
  failureOf(groupKey: string): ApiError | undefined {
    return this.poller.failure ?? this.refusals.get(groupKey)?.error;
  }

  /** Checks this group now or, if a check is in progress, next. */
  checkNow(groupKey: string): void {
    this.requested = groupKey;
    this.poller.pollNow();
  }

  /** Ends the checks until `retry` or `checkNow`, because each would fail. */
  stop(error: ApiError): void {
    this.poller.stop(error);
  }

  /** The service accepts the key: checks again if the checks were stopped, and no longer puts off those that got 403. */
  retry(): void {
    for (const [key, refusal] of this.refusals) {
      if (refusal.error.kind === "forbidden") {
        this.refusals.set(key, { ...refusal, times: 0 });
      }
    }
    if (this.poller.state.kind === "stopped") {
      this.poller.pollNow();
    }
  }

  /** Live updates of a panel have read what a check of this group would have; other groups may succeed again, too. */
  succeedInPanel(groupKey: string): void {
    this.refusals.delete(groupKey);
    this.succeeded = true;
    this.retry();
    this.changed.fire();
  }

  private async checkNext(options: RequestOptions): Promise<void> {
    const group = this.nextGroup();
    if (!group) {
      return;
    }
    try {
      await this.checks.check(group, options);
      this.refusals.delete(group.key);
      this.succeeded = true;
    } catch (error) {
      if (!(error instanceof ApiError) || !isRefusal(error)) {
        // This group is the next one again when the connection is retried.
        throw error;
      }
      const times = (this.refusals.get(group.key)?.times ?? 0) + 1;
      this.refusals.set(group.key, { error, times, atMs: this.checks.environment.clock.now() });
    }
  }

  private nextGroup(): CheckGroup | undefined {
    const groups = this.checks.groups();
    const { requested } = this;
    this.requested = undefined;
    // After a failure, only a check can show whether the connection works again, so a group need not be due.
    const candidates = this.poller.failure ? groups : groups.filter((group) => this.isDue(group));
    return (
      groups.find(({ key }) => key === requested) ??
      candidates.reduce<CheckGroup | undefined>(
        (longest, group) => (longest && this.waitedMs(longest) >= this.waitedMs(group) ? longest : group),
        undefined,
      )
    );
  }

  private isDue(group: CheckGroup): boolean {
    const usualMs = Math.max(this.checks.environment.intervalMs(), minCheckIntervalMs);
    // What is refused is tried ever less often.
    const times = this.refusals.get(group.key)?.times ?? 0;
    return this.waitedMs(group) >= usualMs * 2 ** Math.min(times, 5);
  }

  private waitedMs(group: CheckGroup): number {
    const now = this.checks.environment.clock.now();
    const atMs = Math.max(checkedAtOf(group) ?? -Infinity, this.refusals.get(group.key)?.atMs ?? -Infinity);
    // The group is also due if the clock was set back.
    return atMs > now ? Infinity : now - atMs;
  }
}

/** Whether to try the same again, though rarely: nobody may be there to act, and a permission can be given at any time. */
function isRefusal(error: ApiError): boolean {
  return concernsOnlyItsFilters(error) || error.kind === "forbidden";
}

/** Whether other filters may succeed on the same connection. */
export function concernsOnlyItsFilters({ kind }: ApiError): boolean {
  return kind === "rejected" || kind === "malformed" || kind === "tooLarge";
}
