import type { FeedQuery } from "../../shared/feedQuery";
import type { LiveState } from "../../shared/feedState";
import type { ApiError } from "../../api/errors";
import type { RequestOptions } from "../../api/types";
import { Disposable, MutableDisposable } from "../../util/disposable";
import { Emitter, type Event } from "../../util/event";
import type { FeedSession } from "../session/feedSession";
import { type LiveEnvironment, LivePoller } from "./livePoller";

/** Polls for the session that is shown, whichever that is. Pause and visibility hold from one session to the next. */
export class LiveUpdates extends Disposable {
  private readonly changed = this.register(new Emitter<void>());
  private readonly looked = this.register(new Emitter<FeedQuery>());
  private readonly poller = this.register(new MutableDisposable<LivePoller>());
  private paused = false;
  private visible = true;

  readonly onDidChange: Event<void> = this.changed.event;

  /** What is loaded of this query is as new as the service has it, and nothing newer was passed over. */
  readonly onDidCheck: Event<FeedQuery> = this.looked.event;

  constructor(private readonly environment: LiveEnvironment) {
    super();
  }

  get state(): LiveState {
    return this.poller.value?.state ?? { kind: "off" };
  }

  /** Why checks fail, until one succeeds. */
  get failure(): ApiError | undefined {
    return this.poller.value?.failure;
  }

  /** @param session that was read just now; undefined where nothing is shown. */
  follow(session: FeedSession | undefined): void {
    this.poller.value = undefined;
    if (session?.isOpen) {
      this.poller.value = this.pollerOf(session);
    }
    if (session) {
      this.noteLook(session);
    }
  }

  pause(): void {
    this.paused = true;
    this.poller.value?.pause();
  }

  resume(): void {
    this.paused = false;
    this.poller.value?.resume();
  }

  /** No polls until `pollNow`: every request would fail like that. */
  stop(error: ApiError): void {
    this.poller.value?.stop(error);
  }

  /** Polls now instead of when the time has come. */
  pollNow(): void {
    this.poller.value?.pollNow();
  }

  /** Whether somebody can see it: polls are rarer while nobody can. */
  setVisible(visible: boolean): void {
    this.visible = visible;
    this.poller.value?.setVisible(visible);
  }

  /** What a gap holds is still to be seen. */
  private noteLook({ gaps, query }: FeedSession): void {
    if (gaps.length === 0) {
      this.looked.fire(query);
    }
  }

  private pollerOf(session: FeedSession): LivePoller {
    const poll = async (options: RequestOptions): Promise<void> => {
      await session.readUpdates(this.environment.overlapMs(), options);
      this.noteLook(session);
    };
    const poller = new LivePoller(poll, this.environment);
    poller.onDidChange(() => this.changed.fire());
    poller.setVisible(this.visible);
    if (!this.paused) {
      poller.resume();
    }
    return poller;
  }
}
