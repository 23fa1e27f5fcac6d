import { type ActionRequest, maxEarlyReads, type ReadEvents } from "./actions";
import { maxUnread } from "./applyCheck";
import {
  compareEvents,
  findFollowed,
  isInWindow,
  type FollowedFeed,
  type FollowedFeeds,
  type MarkedFeed,
  type ReadMark,
  withChanges,
} from "./followedFeeds";

/** Marks that can be taken back. */
const maxMarks = 10;

/** Events of one feed that are read one after the other in this time are one mark: they are unread again together. */
const readingPauseMs = 60_000;

export function markRead(
  state: FollowedFeeds,
  feeds: readonly ReadEvents[],
  { requestId, atMs }: ActionRequest,
): FollowedFeeds {
  let next = state;
  const marked: MarkedFeed[] = [];
  for (const read of feeds) {
    const feed = findFollowed(next, read.id);
    if (feed) {
      const result = markFeed(feed, read);
      if (result.feed !== feed) {
        next = { ...next, feeds: next.feeds.map((each) => (each === feed ? result.feed : each)) };
      }
      marked.push(...result.marked);
    }
  }
  return marked.length > 0
    ? {
        ...next,
        marks: addMark(next.marks, { id: requestId, firstAtMs: atMs, lastAtMs: atMs, feeds: marked }),
      }
    : next;
}

/** The events go back to the feeds that still have them. */
export function undoMarkRead(state: FollowedFeeds, markId: string, atMs: number): FollowedFeeds {
  const mark = state.marks.find(({ id }) => id === markId);
  if (!mark) {
    return state;
  }
  return {
    ...state,
    marks: state.marks.filter((each) => each !== mark),
    feeds: state.feeds.map((feed) => {
      const marked = mark.feeds.find(({ id }) => id === feed.id);
      return marked ? unmarkFeed(feed, marked, atMs) : feed;
    }),
  };
}

function markFeed(
  feed: FollowedFeed,
  { eventIds, all }: ReadEvents,
): { readonly feed: FollowedFeed; readonly marked: readonly MarkedFeed[] } {
  const ids = new Set(eventIds);
  const events = feed.unread.filter(({ id }) => ids.has(id));
  const unread = feed.unread.filter(({ id }) => !ids.has(id));
  const isComplete = all
    ? all.partialSinceMs === feed.partialSinceMs
    : events.length > 0 && unread.length === 0;
  const partialSinceMs = isComplete ? undefined : feed.partialSinceMs;
  const isChanged = events.length > 0 || partialSinceMs !== feed.partialSinceMs;
  const marked = withChanges<MarkedFeed>(
    // No toast is due for what was read once.
    { id: feed.id, events: events.map((event) => ({ ...event, isTold: true })) },
    { partialSinceMs: isComplete ? feed.partialSinceMs : undefined, isAll: all && true },
  );
  return {
    feed: rememberEarlyReads(isChanged ? withChanges(feed, { unread, partialSinceMs }) : feed, feed, ids),
    marked: events.length > 0 ? [marked] : [],
  };
}

/** Events that no check has found yet will not count when one does. */
function rememberEarlyReads(
  next: FollowedFeed,
  { unread, baseline }: FollowedFeed,
  ids: ReadonlySet<string>,
): FollowedFeed {
  const known = new Set([...unread, ...(baseline?.seen ?? [])].map(({ id }) => id));
  const unknown = [...ids].filter((id) => !known.has(id));
  if (!baseline || unknown.length === 0) {
    return next;
  }
  const early = [
    ...baseline.seen.filter(({ isReadEarly }) => isReadEarly),
    ...unknown.map((id) => ({ id, isReadEarly: true as const })),
  ];
  const found = baseline.seen.filter(({ isReadEarly }) => !isReadEarly);
  return { ...next, baseline: { ...baseline, seen: [...found, ...early.slice(-maxEarlyReads)] } };
}

function unmarkFeed(feed: FollowedFeed, marked: MarkedFeed, atMs: number): FollowedFeed {
  const { window } = feed.feed.query;
  const nowMs = feed.baseline?.completeUntilMs ?? -Infinity;
  const ids = new Set(feed.unread.map(({ id }) => id));
  const events = marked.events.filter((event) => !ids.has(event.id) && isInWindow(window, event, nowMs));
  const unread = [...feed.unread, ...events].sort(compareEvents);
  const partialSinceMs = feed.partialSinceMs ?? marked.partialSinceMs;
  return withChanges(feed, {
    unread: unread.slice(0, maxUnread),
    partialSinceMs: unread.length > maxUnread ? (partialSinceMs ?? atMs) : partialSinceMs,
  });
}

function addMark(marks: readonly ReadMark[], mark: ReadMark): readonly ReadMark[] {
  const last = marks.at(-1);
  const [lastFeed, feed] = [last?.feeds[0], mark.feeds[0]];
  const pauseMs = last ? mark.firstAtMs - last.lastAtMs : Infinity;
  const isOneReading =
    last?.feeds.length === 1 &&
    mark.feeds.length === 1 &&
    lastFeed?.id === feed?.id &&
    lastFeed?.isAll === undefined &&
    feed?.isAll === undefined &&
    pauseMs >= 0 &&
    pauseMs <= readingPauseMs;
  return last && lastFeed && feed && isOneReading
    ? [...marks.slice(0, -1), { ...last, lastAtMs: mark.lastAtMs, feeds: [mergedFeeds(lastFeed, feed)] }]
    : [...marks, mark].slice(-maxMarks);
}

function mergedFeeds(earlier: MarkedFeed, later: MarkedFeed): MarkedFeed {
  return withChanges<MarkedFeed>(
    { id: later.id, events: [...earlier.events, ...later.events] },
    { partialSinceMs: later.partialSinceMs ?? earlier.partialSinceMs },
  );
}
