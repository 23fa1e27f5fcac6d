import type { ActionRequest, FailedChecks, FeedCheck, Finding, ToldEvents, UserAction } from "./actions";
import { applyCheck } from "./applyCheck";
import {
  areOtherKeys,
  findFollowed,
  type FollowedFeed,
  type FollowedFeeds,
  isInWindow,
  type ReadMark,
  sameEventsCount,
  sameFilters,
  type UnreadEvent,
  withChanges,
} from "./followedFeeds";
import { markRead, undoMarkRead } from "./marks";
import { type SavedFeed, savedFeedId } from "./savedFeed";

/** Former IDs of feeds that are remembered. */
const maxRenamed = 50;

export type Action = ActionRequest | Finding;

/**
 * The state after an action; the same object if the action changes nothing. This is all that ever changes the state: windows agree
 * because they apply the same actions in the same order.
 */
export function apply(state: FollowedFeeds, action: Action): FollowedFeeds {
  if (!("kind" in action)) {
    return applyRequest(state, action);
  }
  switch (action.kind) {
    case "checked":
      return checked(state, action);
    case "told":
      return told(state, action);
    case "failed":
      return failed(state, action);
    case "otherEvents":
      return action.ids.reduce((next, id) => startOver(next, id, action.keyFingerprint), state);
  }
}

function applyRequest(state: FollowedFeeds, request: ActionRequest): FollowedFeeds {
  const { action, atMs } = request;
  switch (action.kind) {
    case "follow":
      return follow(state, action);
    case "unfollow": {
      const feed = findFollowed(state, action.id);
      return feed ? unfollow(state, feed) : state;
    }
    case "define": {
      const feed = findFollowed(state, action.id);
      const id = feed && savedFeedId(feed.source, action.feed.name);
      const replaced = action.replaces
        ? state.feeds.find((each) => each !== feed && each.id === id)
        : undefined;
      return feed ? define(replaced ? unfollow(state, replaced) : state, feed, action.feed) : state;
    }
    case "renameConnection": {
      const { connection, name } = action;
      return updateFeeds(state, (feed) =>
        feed.connection.name === connection.name &&
        feed.connection.origin === connection.origin &&
        connection.name !== name
          ? { ...feed, connection: { ...connection, name } }
          : feed,
      );
    }
    case "markRead":
      return markRead(state, action.feeds, request);
    case "undoMarkRead":
      return undoMarkRead(state, action.markId, atMs);
    case "snooze": {
      const feed = findFollowed(state, action.id);
      const isEnd = action.untilMs === undefined || action.untilMs <= atMs;
      return updateFeeds(state, (each) =>
        each !== feed || (isEnd && each.snoozedUntilMs === undefined)
          ? each
          : withChanges(each, {
              snoozedUntilMs: isEnd ? undefined : action.untilMs,
              snoozedAtMs: isEnd ? undefined : atMs,
            }),
      );
    }
  }
}

function follow(
  state: FollowedFeeds,
  { source, feed, connection }: Extract<UserAction, { kind: "follow" }>,
): FollowedFeeds {
  const id = savedFeedId(source, feed.name);
  const former = state.feeds.find((each) => each.id === id);
  if (
    former &&
    former.connection.name === connection.name &&
    former.connection.origin === connection.origin
  ) {
    return define(state, former, feed);
  }
  const followed: FollowedFeed = { id, source, feed, connection, unread: [] };
  const feeds = former
    ? state.feeds.map((each) => (each === former ? followed : each))
    : [...state.feeds, followed];
  const renamed = state.renamed.filter(([formerId]) => formerId !== id);
  return withoutMarks({ ...state, feeds, renamed }, id);
}

function unfollow(state: FollowedFeeds, feed: FollowedFeed): FollowedFeeds {
  return withoutMarks({ ...state, feeds: state.feeds.filter((each) => each !== feed) }, feed.id);
}

function define(state: FollowedFeeds, feed: FollowedFeed, definition: SavedFeed): FollowedFeeds {
  const id = savedFeedId(feed.source, definition.name);
  if (id !== feed.id && state.feeds.some((each) => each.id === id)) {
    // Another followed feed has that name.
    return state;
  }
  const { feeds, ...rest } = id === feed.id ? state : rename(state, feed.id, id);
  const isRequery = !sameFilters(feed.feed, definition);
  const next = isRequery ? requeried(feed, definition) : redefined(feed, definition, marksOf(state, feed.id));
  const defined = { ...rest, feeds: feeds.map((each) => (each.id === id ? { ...next, id } : each)) };
  return isRequery ? withoutMarks(defined, id) : defined;
}

/** Other filters: what was seen says nothing about them. */
function requeried(
  { id, source, connection, snoozedUntilMs, snoozedAtMs }: FollowedFeed,
  feed: SavedFeed,
): FollowedFeed {
  return withChanges<FollowedFeed>(
    { id, source, connection, feed, unread: [] },
    { snoozedUntilMs, snoozedAtMs },
  );
}

function redefined(feed: FollowedFeed, definition: SavedFeed, marked: readonly UnreadEvent[]): FollowedFeed {
  const { window } = definition.query;
  const completeUntilMs = feed.baseline?.completeUntilMs ?? -Infinity;
  const isToastNew = definition.alert === "toast" && feed.feed.alert !== "toast";
  const unread = feed.unread
    .filter((event) => isInWindow(window, event, completeUntilMs))
    .map((event): UnreadEvent => (isToastNew ? { ...event, isTold: true } : event));
  const dates = [...unread, ...marked].flatMap(({ publishedMs }) => publishedMs ?? []);
  const needsRecheck = dates.length > 0 && !sameEventsCount(feed.feed, definition);
  return withChanges(feed, {
    feed: definition,
    unread,
    checkFromMs: needsRecheck ? Math.min(...dates, feed.checkFromMs ?? Infinity) : feed.checkFromMs,
  });
}

function rename(state: FollowedFeeds, formerId: string, id: string): FollowedFeeds {
  const followed = <T extends { readonly id: string }>(each: T): T =>
    each.id === formerId ? { ...each, id } : each;
  const renamed = state.renamed
    .filter(([former]) => former !== id)
    .map(([former, now]) => [former, now === formerId ? id : now] as const);
  return {
    ...state,
    feeds: state.feeds.map(followed),
    marks: state.marks.map((mark) => ({ ...mark, feeds: mark.feeds.map(followed) })),
    renamed: [...renamed, [formerId, id] as const].slice(-maxRenamed),
  };
}

function checked(state: FollowedFeeds, check: FeedCheck): FollowedFeeds {
  const feed = findFollowed(state, check.before.id);
  if (feed && areOtherKeys(feed.keyFingerprint, check.keyFingerprint)) {
    // Unless the check is the older one, what was seen says nothing about its events.
    return feed.keyFingerprint === check.before.keyFingerprint
      ? checked(startOver(state, feed.id, check.keyFingerprint), check)
      : state;
  }
  const result = feed && applyCheck(feed, check);
  if (!result) {
    return state;
  }
  return {
    ...updateFeeds(state, (each) => (each === feed ? result.feed : each)),
    marks: updateMarks(state.marks, feed.id, (events) => result.stillCounted(events)),
  };
}

function told(state: FollowedFeeds, { feeds, toastAtMs }: ToldEvents): FollowedFeeds {
  const ids = new Map(feeds.map(({ id, eventIds }) => [findFollowed(state, id)?.id, new Set(eventIds)]));
  const next = updateFeeds(state, (feed) => {
    const toldIds = ids.get(feed.id);
    return toldIds?.size && feed.unread.some((event) => toldIds.has(event.id) && !event.isTold)
      ? {
          ...feed,
          unread: feed.unread.map((event) =>
            toldIds.has(event.id) ? { ...event, isTold: true as const } : event,
          ),
        }
      : feed;
  });
  return toastAtMs === undefined ? next : { ...next, toldAtMs: toastAtMs };
}

function failed(state: FollowedFeeds, { feeds }: FailedChecks): FollowedFeeds {
  const problems = new Map(feeds.map(({ id, problem }) => [findFollowed(state, id)?.id, problem]));
  return updateFeeds(state, (feed) =>
    problems.has(feed.id) && problems.get(feed.id) !== feed.problem
      ? withChanges(feed, { problem: problems.get(feed.id) })
      : feed,
  );
}

/** @param keyFingerprint of the other key that the events are read with from now on */
function startOver(state: FollowedFeeds, id: string, keyFingerprint?: string): FollowedFeeds {
  const feed = findFollowed(state, id);
  if (!feed || (keyFingerprint !== undefined && feed.keyFingerprint === keyFingerprint)) {
    return state;
  }
  const next = withChanges(requeried(feed, feed.feed), { keyFingerprint });
  return withoutMarks(
    updateFeeds(state, (each) => (each === feed ? next : each)),
    feed.id,
  );
}

function updateFeeds(state: FollowedFeeds, update: (feed: FollowedFeed) => FollowedFeed): FollowedFeeds {
  const feeds = state.feeds.map(update);
  return feeds.some((feed, index) => feed !== state.feeds[index]) ? { ...state, feeds } : state;
}

function withoutMarks(state: FollowedFeeds, id: string): FollowedFeeds {
  return { ...state, marks: updateMarks(state.marks, id, () => []) };
}

function marksOf({ marks }: FollowedFeeds, id: string): readonly UnreadEvent[] {
  return marks.flatMap(({ feeds }) => feeds.filter((each) => each.id === id).flatMap(({ events }) => events));
}

/** Marks that have no events left are removed. */
function updateMarks(
  marks: readonly ReadMark[],
  id: string,
  update: (events: readonly UnreadEvent[]) => readonly UnreadEvent[],
): readonly ReadMark[] {
  return marks.flatMap((mark) => {
    const feeds = mark.feeds
      .map((each) => (each.id === id ? { ...each, events: update(each.events) } : each))
      .filter(({ events }) => events.length > 0);
    return feeds.length > 0 ? [{ ...mark, feeds }] : [];
  });
}
