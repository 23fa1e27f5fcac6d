/** The texts of rows, and those of the badge and notifications. */
import assert from "node:assert/strict";
import { badgeOf, notificationText } from "../../../src/savedFeeds/notifications";
import {
  markedReadText,
  savedFeedDescription,
  suggestedFeedName,
  savedFeedTooltip,
} from "../../../src/savedFeeds/savedFeedText";
import type { SavedFeedStatus } from "../../../src/savedFeeds/savedFeeds";
import { savedFeed } from "./savedFeedsMachine";

const nowMs = Date.UTC(2026, 10, 14, 12);
const connection = { name: "Acme", origin: "https://api.example.com" };

function status(count?: number, more: Partial<SavedFeedStatus> = {}): SavedFeedStatus {
  const following =
    count === undefined ? {} : { following: { connection, unread: { count, atLeast: count >= 1000 } } };
  return { id: "1", feed: savedFeed("Rounds"), source: { kind: "user" }, ...following, ...more };
}

describe("The row of a saved feed", () => {
  const describe = (each: SavedFeedStatus): string => savedFeedDescription(each, "Acme", nowMs);

  it("shows the number of new events, and the connection unless it is active", () => {
    assert.equal(describe(status()), "not followed");
    assert.equal(describe(status(0)), "");
    assert.equal(describe(status(3)), "3 new");
    assert.equal(describe(status(1000)), "1,000+ new");
    assert.equal(savedFeedDescription(status(1), "Other", nowMs), "Acme · 1 new");
    const ended = savedFeed("Old", {
      query: {
        window: { kind: "fixed", since: "2026-11-01T00:00:00.000Z", until: "2026-11-02T00:00:00.000Z" },
        types: [],
      },
    });
    assert.equal(describe(status(2, { feed: ended })), "2 new · ended");
    const failing = { connection, unread: { count: 0, atLeast: false }, problem: "Maintenance." };
    assert.equal(describe(status(0, { following: failing })), "not checked");
    assert.match(savedFeedTooltip(status(0, { following: failing }), nowMs), /^Not checked: Maintenance\.$/m);
  });

  it("names the workspace folder that contains the feed", () => {
    const source = { kind: "folder", uri: "file:///team", label: "team" } as const;
    assert.equal(describe(status(undefined, { source })), "Follow · team");
    assert.equal(describe(status(3, { source })), "3 new · team");
  });

  it("has a suggested name that describes its filters", () => {
    const { query } = savedFeed("");
    assert.equal(suggestedFeedName({ query, companies: [] }), "All events · Last 7 days");
    assert.equal(
      suggestedFeedName({ query: { ...query, types: ["funding"], minAmount: 5e7 }, companies: ["a", "b"] }),
      "Funding · ≥ $50M · 2 companies",
    );
  });
});

describe("Alerts", () => {
  it("show a badge with the unread events of all feeds whose alerts aren't off", () => {
    const off = status(7, { feed: savedFeed("Off", { alert: "off" }) });
    assert.equal(badgeOf([status(0), off]), undefined);
    assert.deepEqual(badgeOf([status(1), off]), { value: 1, tooltip: "1 unread event" });
    assert.equal(badgeOf([status(2), status(1000)])?.tooltip, "1,002+ unread events");
    assert.equal(markedReadText([status(2), status(1000)]), "Marked 1,002+ events as read.");
    assert.equal(markedReadText([status(1)]), "Marked 1 event as read.");
  });

  it("mention all feeds in one notification", () => {
    const title = "NovaGrid raises $42M";
    const told = (name: string, count: number) => ({ id: name, name, count, atLeast: false, title });
    assert.equal(notificationText([told("Rounds", 1)]), "Rounds: NovaGrid raises $42M");
    assert.equal(notificationText([{ ...told("Rounds", 1), title: undefined }]), "Rounds: 1 new event");
    assert.equal(notificationText([told("Rounds", 2)]), "Rounds: 2 new events");
    assert.equal(
      notificationText(["a", "b", "c", "d"].map((name) => told(name, 2))),
      "a: 2 new events · b: 2 new events · c: 2 new events · …",
    );
  });
});
