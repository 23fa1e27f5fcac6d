import path from "node:path";
import { markReadAction, type UserAction, undoMarkReadAction } from "../../../src/savedFeeds/model/actions";
import type { FollowedFeeds } from "../../../src/savedFeeds/model/followedFeeds";
import { savedFeedId } from "../../../src/savedFeeds/model/savedFeed";
import { FollowedFeedsStore } from "../../../src/savedFeeds/storage/followedFeedsStore";
import type { Clock } from "../../../src/util/clock";
import { FileLease, type HeldLease } from "../../../src/util/fileLease";
import type { FileSystem } from "../../../src/util/fileSystem";
import {
  connection,
  event,
  feedId,
  hourMs,
  minuteMs,
  overlapMs,
  savedFeed,
  source,
  startMs,
} from "../../unit/savedFeeds/model/fixture";

/** Time of all that is done, which is part of what is stored. */
export const cycleMs = startMs + hourMs;

const otherFeed = savedFeed({ name: "Layoffs" });

/** The saved feeds of one window, as `SavedFeedsService` composes them, without a service and without VS Code. */
export class SavedFeedsWindow {
  readonly warnings: string[] = [];
  readonly store: FollowedFeedsStore;
  private readonly fileLease: FileLease;
  private lease: HeldLease | undefined;

  constructor(folder: string, environment: { readonly files: FileSystem; readonly clock: Clock }) {
    const warn = (message: string): void => void this.warnings.push(message);
    const log = { debug: warn, info: warn, warn, error: warn };
    this.store = new FollowedFeedsStore(path.join(folder, "profile"), environment, log);
    this.fileLease = new FileLease(path.join(folder, "lease"), environment);
  }

  /** Reads what is stored, and becomes the window that checks; waits until the lease of a killed window has expired. */
  async open(): Promise<void> {
    await this.store.load();
    this.lease ??= await this.fileLease.claim();
    if (!this.lease) {
      throw new Error("Another window has the lease.");
    }
    await this.store.hold(this.lease);
  }

  close(): void {
    this.store.release();
    this.lease?.dispose();
    this.lease = undefined;
    this.store.dispose();
  }

  async request(action: UserAction | undefined): Promise<void> {
    await this.store.request(action);
  }

  /** A check of the feed finds these events besides those that it knows. */
  async check(...ids: readonly string[]): Promise<void> {
    const before = this.store.state.feeds.find(({ id }) => id === feedId);
    if (!before) {
      throw new Error("The feed is not followed.");
    }
    await this.store.apply({
      kind: "checked",
      before,
      fromMs: (before.baseline?.completeUntilMs ?? cycleMs) - overlapMs,
      untilMs: cycleMs,
      overlapMs,
      events: [
        ...(before.baseline?.seen ?? []),
        ...ids.map((id) => event(id, (cycleMs - startMs) / minuteMs)),
      ],
      atMs: cycleMs,
    });
  }
}

/** What people do and what is found, one after the other. Each is done when it resolves. */
export const cycle: readonly ((window: SavedFeedsWindow) => Promise<void>)[] = [
  (window) => window.request({ kind: "follow", source, feed: savedFeed(), connection }),
  (window) => window.check(),
  (window) => window.check("evt_1", "evt_2"),
  async ({ store }) => {
    await store.apply({
      kind: "told",
      feeds: [{ id: feedId, eventIds: ["evt_1", "evt_2"] }],
      toastAtMs: cycleMs,
    });
  },
  (window) => window.request(markReadAction(window.store.state, feedId, ["evt_1"])),
  (window) => window.check("evt_3"),
  (window) => window.request(undoMarkReadAction(window.store.state)),
  (window) => window.request({ kind: "snooze", id: feedId, untilMs: cycleMs + hourMs }),
  (window) => window.request({ kind: "follow", source, feed: otherFeed, connection }),
  (window) => window.request(markReadAction(window.store.state, feedId)),
  (window) => window.check("evt_4"),
  (window) => window.request({ kind: "unfollow", id: savedFeedId(source, otherFeed.name) }),
];

/** What a person sees of it, what tells new events from old ones, and what was announced. */
export function summaryOf({ feeds, marks }: FollowedFeeds): unknown {
  return {
    marks: marks.length,
    feeds: feeds.map(({ feed, unread, baseline, snoozedUntilMs }) => ({
      name: feed.name,
      unread: unread.map(({ id, isTold = false }) => [id, isTold]),
      seen: baseline?.seen.map(({ id }) => id).sort(),
      isSnoozed: snoozedUntilMs !== undefined,
    })),
  };
}
