import assert from "node:assert/strict";
import type { UnreadEvents } from "../../../src/feed/view/unreadLine";
import {
  PanelSavedFeed,
  type SavedFeedInPanel,
  type PanelSavedFeeds,
} from "../../../src/panel/panelSavedFeed";
import { eventFilterOf } from "../../../src/savedFeeds/eventFilter";
import { Emitter } from "../../../src/shared/event";
import type { EventRef } from "../../../src/shared/viewQueries";
import { FakeClock } from "../../support/fakes/fakeClock";
import { lastWeek } from "../../support/feeds";

const acme = { name: "Acme", origin: "https://api.example.com" };

/** Two saved feeds that have the same events, followed on a connection. */
class FakeSavedFeeds implements PanelSavedFeeds {
  private readonly changed = new Emitter<void>();
  readonly onDidChange = this.changed.event;
  unread: readonly EventRef[] = ["c", "b", "a"].map((id, index) => ({ id, publishedMs: 3 - index }));
  private previous: readonly EventRef[] | undefined;
  following: Pick<NonNullable<SavedFeedInPanel["following"]>, "connection"> | undefined = {
    connection: acme,
  };
  exists = true;
  companies: readonly string[] = [];
  private readonly mute: readonly string[] = [];
  readonly marks: (readonly string[] | undefined)[] = [];

  find(id: string): SavedFeedInPanel | undefined {
    const unread = { count: this.unread.length, atLeast: false };
    return ["feed", "second feed"].includes(id) && this.exists
      ? {
          feed: {
            name: "Fintech",
            query: { ...lastWeek, sector: "Fintech" },
            companies: this.companies,
            mute: this.mute,
          },
          ...(this.following && { following: { ...this.following, unread } }),
        }
      : undefined;
  }

  unreadEvents(): readonly EventRef[] {
    return [...this.unread];
  }

  markRead(_id: string, ids?: readonly string[]): Promise<string> {
    this.marks.push(ids);
    this.previous = this.unread;
    this.arrive(ids ? this.unread.filter(({ id }) => !ids.includes(id)) : []);
    return Promise.resolve(`mark ${this.marks.length}`);
  }

  undoMarkRead(mark: string): Promise<boolean> {
    assert.equal(mark, `mark ${this.marks.length}`);
    this.arrive(this.previous ?? []);
    return Promise.resolve(true);
  }

  arrive(unread: readonly EventRef[]): void {
    this.unread = unread;
    this.changed.fire();
  }
}

const settled = (): Promise<unknown> => new Promise(setImmediate);

describe("PanelSavedFeed", () => {
  let logged: string[];
  const write = (message: string): void => void logged.push(message);
  const log = { debug: write, info: write, warn: write, error: write };
  let savedFeeds: FakeSavedFeeds;
  let connection: typeof acme;
  let told: (UnreadEvents | undefined)[];
  let loads: number;
  let loading: Promise<unknown>;
  /** How often the panel was told to show what it knows of the saved feed. */
  let updates: number;
  let renamed: Emitter<{ readonly from: string; readonly to: string }>;
  /** Companies of the filters that the panel's feed was told of. */
  let filters: number[];
  let panel: PanelSavedFeed;
  let clock: FakeClock;
  const last = (): UnreadEvents | undefined => told.at(-1);
  const ids = (): string[] | undefined => last()?.events.map(({ id }) => id);

  const open = async (id: string | undefined): Promise<void> => {
    panel = new PanelSavedFeed(
      id,
      {
        setUnread: (unread) => told.push(unread),
        setFilter: ({ companies }) => {
          filters.push(companies?.count ?? 0);
          return Promise.resolve();
        },
      },
      async () => {
        loads++;
        await loading;
        return { savedFeeds, eventFilterOf, onDidRename: renamed.event };
      },
      () => connection,
      () => updates++,
      { clock, log },
    );
    await panel.start();
  };

  beforeEach(() => {
    savedFeeds = new FakeSavedFeeds();
    clock = new FakeClock();
    connection = acme;
    told = [];
    filters = [];
    renamed = new Emitter();
    logged = [];
    loads = 0;
    loading = Promise.resolve();
    updates = 0;
  });

  afterEach(() => {
    panel.dispose();
    assert.deepEqual(clock.pending, []);
  });

  it("loads nothing for a panel without a saved feed", async () => {
    await open(undefined);
    assert.equal(loads, 0);
    assert.equal(panel.current, undefined);
    assert.deepEqual(told, []);
    await panel.markAllRead();
    assert.deepEqual(savedFeeds.marks, []);
  });

  it("tells what is unread, and marks nothing by being opened", async () => {
    await open("feed");
    assert.deepEqual(ids(), ["c", "b", "a"]);
    assert.equal(panel.current?.feed.name, "Fintech");
    assert.deepEqual(savedFeeds.marks, []);
  });

  it("tells nothing again unless what is unread changed", async () => {
    await open("feed");
    savedFeeds.arrive([...savedFeeds.unread]);
    assert.equal(told.length, 1);
    savedFeeds.arrive([{ id: "d" }, ...savedFeeds.unread]);
    assert.deepEqual(ids(), ["d", "c", "b", "a"]);
  });

  it("has nothing unread on another connection, on the same name with another address, or unless it is followed", async () => {
    connection = { ...acme, origin: "https://other.example.com" };
    await open("feed");
    assert.deepEqual(told, []);
    connection = { ...acme, name: "Other" };
    panel.update();
    assert.deepEqual(told, []);
    connection = acme;
    panel.update();
    assert.deepEqual(ids(), ["c", "b", "a"]);
    savedFeeds.following = undefined;
    savedFeeds.arrive(savedFeeds.unread);
    assert.equal(last(), undefined);
  });

  it("marks only events as read that are unread, those of one go together", async () => {
    await open("feed");
    panel.markRead(["x"]);
    panel.markRead(["x", "b"]);
    clock.advance(900);
    panel.markRead(["b", "c"]);
    assert.deepEqual(ids(), ["a"], "at once");
    assert.equal(last()?.count, 1);
    clock.advance(900);
    assert.deepEqual(savedFeeds.marks, []);
    clock.advance(100);
    await settled();
    assert.deepEqual(savedFeeds.marks, [["b", "c"]]);
    assert.deepEqual({ ids: ids(), count: last()?.count }, { ids: ["a"], count: 1 });
    assert.equal(last()?.canUndo, false);
  });

  it("loses no mark when it is closed, shows another saved feed, or all are marked", async () => {
    await open("feed");
    panel.markRead(["a"]);
    await panel.show("other");
    panel.markRead(["b"]);
    await panel.show("feed");
    panel.markRead(["b"]);
    await panel.markAllRead();
    savedFeeds.arrive([{ id: "d" }]);
    panel.markRead(["d"]);
    panel.dispose();
    assert.deepEqual(savedFeeds.marks, [["a"], ["b"], undefined, ["d"]]);
  });

  it("shows events as unread again whose mark could not be saved", async () => {
    await open("feed");
    savedFeeds.markRead = () => Promise.reject(new Error("disk full"));
    panel.markRead(["a"]);
    clock.advance(1000);
    await settled();
    assert.deepEqual(ids(), ["c", "b", "a"]);
    assert.match(logged.join(), /disk full/);
  });

  it("offers to undo only what was marked at once, and only as long as nothing has happened since", async () => {
    await open("feed");
    await panel.undoMarkRead();
    assert.deepEqual(ids(), ["c", "b", "a"], "there is nothing to undo here");
    await panel.markAllRead();
    assert.deepEqual(savedFeeds.marks, [undefined]);
    assert.deepEqual({ ids: ids(), canUndo: last()?.canUndo }, { ids: [], canUndo: true });
    await panel.undoMarkRead();
    assert.deepEqual({ ids: ids(), canUndo: last()?.canUndo }, { ids: ["c", "b", "a"], canUndo: false });
    await panel.markAllRead();
    savedFeeds.arrive([{ id: "d" }]);
    assert.equal(last()?.canUndo, false);
    await panel.undoMarkRead();
    assert.deepEqual(ids(), ["d"]);
  });

  it("offers to undo nothing of the saved feed that it showed before", async () => {
    await open("feed");
    let marked: (mark: string) => void = () => undefined;
    savedFeeds.markRead = () => {
      savedFeeds.arrive([]);
      return new Promise((resolve) => (marked = resolve));
    };
    const marking = panel.markAllRead();
    await panel.show("second feed");
    marked("mark 1");
    await marking;
    assert.deepEqual({ ids: ids(), canUndo: last()?.canUndo }, { ids: [], canUndo: false });
  });

  it("listens once, also if it shows another saved feed before the first was loaded", async () => {
    loading = settled();
    const opened = open("feed");
    await Promise.all([opened, panel.show("second feed")]);
    updates = 0;
    savedFeeds.arrive([{ id: "d" }]);
    assert.deepEqual([panel.id, ids(), updates], ["second feed", ["d"], 1]);
  });

  it("keeps its ID while the saved feed is unknown, and finds it when it comes back or was renamed", async () => {
    savedFeeds.exists = false;
    await open("feed");
    assert.equal(panel.id, "feed");
    assert.deepEqual(told, []);
    savedFeeds.exists = true;
    savedFeeds.arrive(savedFeeds.unread);
    assert.deepEqual(ids(), ["c", "b", "a"]);
    renamed.fire({ from: "other", to: "another" });
    assert.equal(panel.id, "feed");
    await panel.show("old name");
    assert.equal(last(), undefined);
    renamed.fire({ from: "old name", to: "feed" });
    assert.deepEqual(ids(), ["c", "b", "a"]);
  });

  it("leaves out other companies than those of the saved feed, also after it was edited or removed", async () => {
    savedFeeds.companies = ["acme.com", "Globex"];
    savedFeeds.following = undefined;
    await open("feed");
    savedFeeds.arrive(savedFeeds.unread);
    assert.deepEqual(filters, [2], "a feed that is not followed, too");
    savedFeeds.companies = ["acme.com"];
    savedFeeds.arrive(savedFeeds.unread);
    savedFeeds.exists = false;
    savedFeeds.arrive(savedFeeds.unread);
    assert.deepEqual(filters, [2, 1, 0]);
  });

  it("takes no notice of saved feeds that arrive after it was closed", async () => {
    const opened = open("feed");
    panel.dispose();
    await opened;
    assert.deepEqual(told, []);
  });
});
