import assert from "node:assert/strict";
import { savedFeedId, type SavedFeedSource } from "../../../../src/savedFeeds/model/savedFeed";
import { moveEntry } from "../../../../src/savedFeeds/model/savedFeedEntries";
import { dropSavedFeeds, moveSavedFeed } from "../../../../src/savedFeeds/view/moveSavedFeeds";
import { savedFeedRows } from "../../../../src/savedFeeds/view/savedFeedRows";
import { savedFeed, team, unfollowed, user } from "./fixture";

/** The feeds of two settings files, which are moved as in the settings. */
class Lists {
  private readonly names = new Map<SavedFeedSource, string[]>([
    [user, ["a", "b", "c", "d"]],
    [team, ["x", "y"]],
  ]);

  get entries() {
    return [...this.names].flatMap(([source, names]) =>
      names.map((name) => unfollowed(savedFeed(name), source)),
    );
  }

  get order(): string {
    return this.entries.map(({ feed }) => feed.name).join("");
  }

  move(id: string, before: string | undefined): Promise<void> {
    const [entry, next] = [id, before].map((each) => this.entries.find((candidate) => candidate.id === each));
    assert.ok(entry);
    const moved = moveEntry(
      this.names.get(entry.source)?.map((name) => ({ name })),
      entry.feed.name,
      next?.feed.name,
      { kind: "last", days: 7 },
    ) as { name: string }[];
    this.names.set(
      entry.source,
      moved.map(({ name }) => name),
    );
    return Promise.resolve();
  }

  row(name: string) {
    const row = savedFeedRows(
      this.entries.map((entry) => ({
        ...entry,
        following: { connection: { name: "", origin: "" }, unread: { count: 0, atLeast: false } },
      })),
      [],
    ).find((each) => each.kind === "feed" && each.status.feed.name === name);
    assert.ok(row);
    return row;
  }
}

async function drop(names: string, target?: string): Promise<string> {
  const lists = new Lists();
  await dropSavedFeeds(
    Array.from(names, (name) => lists.row(name)),
    target === undefined ? undefined : lists.row(target),
    lists,
  );
  return lists.order;
}

describe("saved feeds that are moved", () => {
  it("go in front of a row above, behind a row below, or to the end", async () => {
    assert.equal(await drop("c", "a"), "cabdxy");
    assert.equal(await drop("a", "c"), "bcadxy");
    assert.equal(await drop("a", "d"), "bcdaxy");
    assert.equal(await drop("a"), "bcdaxy");
    assert.equal(await drop("y", "x"), "abcdyx");
  });

  it("keep their order when several are moved", async () => {
    assert.equal(await drop("ca", "d"), "bdacxy");
    assert.equal(await drop("dc", "a"), "cdabxy");
    assert.equal(await drop("ab"), "cdabxy");
  });

  it("stay in their settings file, and where they are if dropped on themselves", async () => {
    assert.equal(await drop("a", "x"), "abcdxy");
    assert.equal(await drop("ax", "c"), "bcadxy");
    assert.equal(await drop("b", "b"), "abcdxy");
    assert.equal(await drop(""), "abcdxy");
    const lists = new Lists();
    for (const dragged of [undefined, "nonsense", 7, {}]) {
      await dropSavedFeeds(dragged, undefined, lists);
    }
    await dropSavedFeeds([lists.row("a")], { kind: "offers", feeds: [], invalid: [] }, lists);
    assert.equal(lists.order, "abcdxy");
  });

  it("go up or down by one, and no further than their settings file", async () => {
    const lists = new Lists();
    const move = async (name: string, direction: "up" | "down", source = user) => {
      await moveSavedFeed(savedFeedId(source, name), direction, lists);
      return lists.order;
    };
    assert.equal(await move("b", "up"), "bacdxy");
    assert.equal(await move("b", "up"), "bacdxy");
    assert.equal(await move("b", "down"), "abcdxy");
    assert.equal(await move("d", "down"), "abcdxy");
    assert.equal(await move("c", "down"), "abdcxy");
    assert.equal(await move("x", "down", team), "abdcyx");
    assert.equal(await move("gone", "up"), "abdcyx");
  });
});
