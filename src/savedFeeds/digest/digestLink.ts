import { createHash } from "node:crypto";
import { linkExtension } from "../../ids";
import type { SavedFeedId } from "../model/savedFeed";

/** What a link opens: a saved feed of this machine, at an event if it names one. */
export interface DigestLink {
  readonly feedKey: string;
  readonly eventId?: string;
}

/** Stands for a saved feed in links: its ID is long, and may have the path of a workspace. */
export function feedKeyOf(id: SavedFeedId): string {
  return createHash("sha256").update(id).digest("hex").slice(0, 16);
}

const plainId = /^[A-Za-z0-9][A-Za-z0-9_-]{0,199}$/;

/**
 * A link of a digest, relative to it. VS Code opens such a link as a file, in the preview, in an editor and in a browser alike; a
 * link with VS Code's own scheme would ask for permission, and do nothing in the preview of VS Code for the Web.
 */
export function formatDigestLink(id: SavedFeedId, eventId?: string): string {
  const feed = `feed/${feedKeyOf(id)}`;
  if (eventId === undefined) {
    return `${feed}${linkExtension}`;
  }
  // Any ID, also one with slashes.
  const name = plainId.test(eventId) ? eventId : `~${Buffer.from(eventId).toString("base64url")}`;
  return `${feed}/${name}${linkExtension}`;
}

/** @param path of the URI that VS Code made of a link; undefined if it is none */
export function parseDigestLink(path: string): DigestLink | undefined {
  if (!path.endsWith(linkExtension)) {
    return undefined;
  }
  const [, feedKey, name] =
    /\/feed\/([0-9a-f]{16})(?:\/([^/]+))?$/.exec(path.slice(0, -linkExtension.length)) ?? [];
  if (feedKey === undefined) {
    return undefined;
  }
  const eventId = name?.startsWith("~") ? Buffer.from(name.slice(1), "base64url").toString() : name;
  return { feedKey, ...(eventId !== undefined && { eventId }) };
}
