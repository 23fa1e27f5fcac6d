import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import { feedQuerySchema } from "../../shared/feedQuery";
import { maxConnectionNameLength, maxStoredTextLength } from "../../shared/limits";
import { instantMs, parseJson, parseOrUndefined, validMembers } from "../../shared/schemas";
import { isRecord } from "../../shared/typeGuards";
import type { ActionRequest } from "../model/actions";
import { type FollowedFeeds, nothingFollowed } from "../model/followedFeeds";

/** What the window that checks writes, and all windows read. */
export interface Snapshot {
  readonly state: FollowedFeeds;
  /** IDs of the requests that the state includes: the latest ones, and all whose files may still exist. */
  readonly appliedRequests: readonly string[];
}

export const emptySnapshot: Snapshot = { state: nothingFollowed, appliedRequests: [] };

/** Increased when older versions of the extension would misread, or lose, what this one writes. */
const version = 1;

/** The state was written by a newer version of the extension, which alone can change it. */
export class NewerStateError extends Error {
  constructor() {
    super(
      l10n.t(
        "Saved feeds were used with a newer version of Company Feed on this computer. Reload the window to update.",
      ),
    );
  }
}

const text = v.pipe(v.string(), v.maxLength(maxStoredTextLength));
const texts = v.array(text);

const connection = v.object({
  name: v.pipe(v.string(), v.maxLength(maxConnectionNameLength)),
  origin: text,
});

const source = v.variant("kind", [
  v.object({ kind: v.literal("user") }),
  v.object({ kind: v.picklist(["workspace", "folder"]), uri: text, label: text }),
]);

const savedFeed = v.object({
  name: text,
  query: feedQuerySchema,
  companies: texts,
  mute: texts,
  alert: v.picklist(["off", "badge", "toast"]),
});

const unreadEvent = v.object({
  id: text,
  publishedMs: v.exactOptional(instantMs),
  isTold: v.exactOptional(v.literal(true)),
});

const followedFeed = v.object({
  id: text,
  source,
  feed: savedFeed,
  connection,
  keyFingerprint: v.exactOptional(text),
  unread: v.array(unreadEvent),
  partialSinceMs: v.exactOptional(instantMs),
  baseline: v.exactOptional(
    v.object({
      completeUntilMs: instantMs,
      knownFromMs: instantMs,
      seen: v.array(
        v.object({
          id: text,
          publishedMs: v.exactOptional(instantMs),
          isReadEarly: v.exactOptional(v.literal(true)),
        }),
      ),
    }),
  ),
  checkFromMs: v.exactOptional(instantMs),
  snoozedUntilMs: v.exactOptional(instantMs),
  snoozedAtMs: v.exactOptional(instantMs),
  checkedAtMs: v.exactOptional(instantMs),
  problem: v.exactOptional(text),
});

const readMark = v.object({
  id: text,
  firstAtMs: instantMs,
  lastAtMs: instantMs,
  feeds: v.array(
    v.object({
      id: text,
      events: v.array(unreadEvent),
      partialSinceMs: v.exactOptional(instantMs),
      isAll: v.exactOptional(v.literal(true)),
    }),
  ),
});

const stateMembers = {
  marks: v.array(readMark),
  renamed: v.array(v.tuple([text, text])),
  toldAtMs: instantMs,
};

const requestSchema = v.object({
  requestId: text,
  atMs: instantMs,
  action: v.variant("kind", [
    v.object({ kind: v.literal("follow"), source, feed: savedFeed, connection }),
    v.object({ kind: v.literal("unfollow"), id: text }),
    v.object({
      kind: v.literal("define"),
      id: text,
      feed: savedFeed,
      replaces: v.exactOptional(v.literal(true)),
    }),
    v.object({ kind: v.literal("renameConnection"), connection, name: connection.entries.name }),
    v.object({
      kind: v.literal("markRead"),
      feeds: v.array(
        v.object({
          id: text,
          eventIds: texts,
          all: v.exactOptional(v.object({ partialSinceMs: v.exactOptional(instantMs) })),
        }),
      ),
    }),
    v.object({ kind: v.literal("undoMarkRead"), markId: text }),
    v.object({ kind: v.literal("snooze"), id: text, untilMs: v.exactOptional(instantMs) }),
  ]),
});

export function encodeSnapshot({ state, appliedRequests }: Snapshot): string {
  return JSON.stringify({ version, ...state, appliedRequests });
}

/** Decodes a snapshot, or what is intact of a damaged one. @throws {NewerStateError} */
export function decodeSnapshot(json: string): { readonly snapshot: Snapshot; readonly isDamaged: boolean } {
  const value = parseJson(json);
  if (!isRecord(value) || !isKnownVersion(value) || !Array.isArray(value["feeds"])) {
    return { snapshot: emptySnapshot, isDamaged: true };
  }
  const feeds = value["feeds"].flatMap((feed) => parseOrUndefined(followedFeed, feed) ?? []);
  const state = { ...nothingFollowed, ...validMembers(stateMembers, value), feeds };
  const appliedRequests = parseOrUndefined(texts, value["appliedRequests"]) ?? [];
  return { snapshot: { state, appliedRequests }, isDamaged: feeds.length < value["feeds"].length };
}

export function encodeRequest(request: ActionRequest): string {
  return JSON.stringify({ version, ...request });
}

/** @returns undefined for anything but a valid request. @throws {NewerStateError} */
export function decodeRequest(json: string): ActionRequest | undefined {
  const value = parseJson(json);
  return isRecord(value) && isKnownVersion(value) ? parseOrUndefined(requestSchema, value) : undefined;
}

function isKnownVersion(value: Readonly<Record<string, unknown>>): boolean {
  if (typeof value["version"] === "number" && value["version"] > version) {
    throw new NewerStateError();
  }
  return value["version"] === version;
}
