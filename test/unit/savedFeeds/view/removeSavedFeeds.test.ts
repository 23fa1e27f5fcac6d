import assert from "node:assert/strict";
import {
  type SavedFeed,
  savedFeedId,
  type SavedFeedSource,
} from "../../../../src/savedFeeds/model/savedFeed";
import { insertEntry, removeEntry, toEntry } from "../../../../src/savedFeeds/model/savedFeedEntries";
import { removeSavedFeeds } from "../../../../src/savedFeeds/view/removeSavedFeeds";
import { savedFeed, unfollowed, user } from "./fixture";

const window = { kind: "last", days: 7 } as const;
const feeds = ["a", "b", "c", "d"].map((name) => savedFeed(name));

/** The feeds of one settings file, which are removed and added as in the settings. */
class List {
  /** Names of feeds that cannot be removed or added. */
  locked: string[] = [];
  private entries: readonly unknown[] = feeds.map(toEntry);

  get order(): string {
    return (this.entries as { name: string }[]).map(({ name }) => name).join("");
  }

  async remove(id: string) {
    const feed = feeds.find(({ name }) => savedFeedId(user, name) === id);
    assert.ok(feed);
    await this.write(feed);
    const { entries, place } = removeEntry(this.entries, feed.name, window);
    this.entries = entries;
    return { ...unfollowed(feed), place };
  }

  async add(feed: SavedFeed, source: SavedFeedSource, place?: number) {
    await this.write(feed);
    this.entries = insertEntry(this.entries, feed, place);
    return savedFeedId(source, feed.name);
  }

  private write({ name }: SavedFeed): Promise<void> {
    return this.locked.includes(name) ? Promise.reject(new Error(`${name} is locked`)) : Promise.resolve();
  }
}

describe("saved feeds that are removed", () => {
  let list: List;
  let followed: string;

  beforeEach(() => {
    list = new List();
    followed = "";
  });

  const remove = (names: string) =>
    removeSavedFeeds(
      Array.from(names, (name) => unfollowed(savedFeed(name))),
      list,
      ({ feed }) => {
        followed += feed.name;
        return Promise.resolve();
      },
    );

  it("are restored where they were, and followed again", async () => {
    const { names, failure, restore } = await remove("acd");
    assert.deepEqual([list.order, names, failure], ["b", ["d", "c", "a"], undefined]);
    await restore();
    assert.deepEqual([list.order, followed], ["abcd", "dca"]);
  });

  it("are removed also if others can't be, of which the first says why", async () => {
    list.locked = ["b", "c"];
    const { names, failure } = await remove("abcd");
    assert.deepEqual([list.order, names, failure?.message], ["bc", ["d", "a"], "b is locked"]);
  });

  it("are restored also if others can't be, of which the first says why", async () => {
    const { restore } = await remove("abcd");
    list.locked = ["b", "c"];
    await assert.rejects(restore(), /^Error: c is locked$/);
    assert.deepEqual([list.order, followed], ["ad", "da"]);
  });
});
