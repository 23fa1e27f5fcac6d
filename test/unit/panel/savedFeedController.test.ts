import assert from "node:assert/strict";
import type { UnreadEvents } from "../../../src/feed/view/feedRows";
import {
  SavedFeedController,
  type SavedFeedSnapshot,
  type SavedFeedProvider,
} from "../../../src/panel/savedFeedController";
import { Emitter } from "../../../src/shared/emitter";
import type { EventRef } from "../../../src/shared/viewQueries";
import { lastWeek } from "../../support/feeds";

const acme = { name: "Acme", origin: "https://api.example.com" };

/** Two followed feeds with the same events. */
class FakeSavedFeeds implements SavedFeedProvider {
  private readonly changed = new Emitter<void>();
  readonly onDidChange = this.changed.event;
  readonly renamed = new Emitter<{ readonly from: string; readonly to: string }>();
  readonly onDidRename = this.renamed.event;
  unread: readonly EventRef[] = ["c", "b", "a"].map((id, index) => ({ id, publishedMs: 3 - index }));
  private previous: readonly EventRef[] | undefined;
  following: Pick<NonNullable<SavedFeedSnapshot["following"]>, "connection"> | undefined = {
    connection: acme,
  };
  exists = true;
  companies: readonly string[] = [];
  readonly marks: string[] = [];

  find(id: string): SavedFeedSnapshot | undefined {
    const unread = { count: this.unread.length, atLeast: false };
    return ["feed", "second feed"].includes(id) && this.exists
      ? {
          feed: {
            name: "Fintech",
            query: { ...lastWeek, sector: "Fintech" },
            companies: this.companies,
          },
          ...(this.following && { following: { ...this.following, unread } }),
        }
      : undefined;
  }

  unreadEvents(): readonly EventRef[] {
    return [...this.unread];
  }

  markRead(id: string): Promise<void> {
    this.marks.push(id);
    this.previous = this.unread;
    this.arrive([]);
    return Promise.resolve();
  }

  undoMarkRead(): Promise<boolean> {
    this.arrive(this.previous ?? []);
    return Promise.resolve(true);
  }

  arrive(unread: readonly EventRef[]): void {
    this.unread = unread;
    this.changed.fire();
  }
}

describe("SavedFeedController", () => {
  let logged: string[];
  const write = (message: string): void => void logged.push(message);
  const log = { info: write, warn: write, error: write };
  let savedFeeds: FakeSavedFeeds;
  let connection: typeof acme;
  let told: (UnreadEvents | undefined)[];
  let loads: number;
  /** Number of companies in each filter that the panel's feed received. */
  let filters: number[];
  let panel: SavedFeedController;
  const last = (): UnreadEvents | undefined => told.at(-1);
  const ids = (): string[] | undefined => last()?.events.map(({ id }) => id);

  const open = async (id: string | undefined): Promise<void> => {
    const shownIn = {
      feed: {
        rows: { setUnread: (unread: UnreadEvents | undefined) => told.push(unread) },
        view: {
          setCompanies: (companies: readonly string[]) => {
            filters.push(companies.length);
            return Promise.resolve();
          },
        },
      },
      get connection() {
        return connection;
      },
      log,
      savedFeedChanged: () => undefined,
    };
    panel = new SavedFeedController(id, shownIn, () => {
      loads++;
      return Promise.resolve(savedFeeds);
    });
    await panel.show(id);
  };

  beforeEach(() => {
    savedFeeds = new FakeSavedFeeds();
    connection = acme;
    told = [];
    filters = [];
    logged = [];
    loads = 0;
  });

  afterEach(() => {
    panel.dispose();
  });

  it("loads nothing for a panel without a saved feed", async () => {
    await open(undefined);
    assert.equal(loads, 0);
    assert.equal(panel.current, undefined);
    assert.deepEqual(told, []);
    await panel.markRead();
    assert.deepEqual(savedFeeds.marks, []);
  });

  it("reports unread events, and marks nothing as read on opening", async () => {
    await open("feed");
    assert.deepEqual(ids(), ["c", "b", "a"]);
    assert.equal(panel.current?.feed.name, "Fintech");
    assert.deepEqual(savedFeeds.marks, []);
    savedFeeds.arrive([...savedFeeds.unread]);
    assert.equal(told.length, 1, "nothing changed");
  });

  it("has unread events only for a followed feed, on a connection with the same name and URL", async () => {
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

  it("offers Undo for Mark as Read only until new events arrive", async () => {
    await open("feed");
    await panel.undoMarkRead();
    assert.deepEqual(ids(), ["c", "b", "a"], "there is nothing to undo here");
    await panel.markRead();
    assert.deepEqual(savedFeeds.marks, ["feed"]);
    assert.deepEqual({ ids: ids(), canUndo: last()?.canUndo }, { ids: [], canUndo: true });
    await panel.undoMarkRead();
    assert.deepEqual({ ids: ids(), canUndo: last()?.canUndo }, { ids: ["c", "b", "a"], canUndo: false });
    await panel.markRead();
    savedFeeds.arrive([{ id: "d" }]);
    assert.equal(last()?.canUndo, false);
    await panel.undoMarkRead();
    assert.deepEqual(ids(), ["d"]);
  });

  it("doesn't offer Undo for the previously shown saved feed", async () => {
    await open("feed");
    let marked: () => void = () => undefined;
    savedFeeds.markRead = () => {
      savedFeeds.arrive([]);
      return new Promise((resolve) => (marked = resolve));
    };
    const marking = panel.markRead();
    await panel.show("second feed");
    marked();
    await marking;
    assert.deepEqual({ ids: ids(), canUndo: last()?.canUndo }, { ids: [], canUndo: false });
  });

  it("keeps the ID of an unknown saved feed, and finds it when it returns or is renamed", async () => {
    savedFeeds.exists = false;
    await open("feed");
    assert.equal(panel.id, "feed");
    assert.deepEqual(told, []);
    savedFeeds.exists = true;
    savedFeeds.arrive(savedFeeds.unread);
    assert.deepEqual(ids(), ["c", "b", "a"]);
    savedFeeds.renamed.fire({ from: "other", to: "another" });
    assert.equal(panel.id, "feed");
    await panel.show("old name");
    assert.equal(last(), undefined);
    savedFeeds.renamed.fire({ from: "old name", to: "feed" });
    assert.deepEqual(ids(), ["c", "b", "a"]);
  });

  it("filters by the saved feed's companies, and updates when it is edited or removed", async () => {
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
});
