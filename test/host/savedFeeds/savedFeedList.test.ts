import assert from "node:assert/strict";
import * as vscode from "vscode";
import manifest from "../../../package.json";
import { settings } from "../../../src/ids";
import { type SavedFeed, savedFeedId, type SavedFeedSource } from "../../../src/savedFeeds/model/savedFeed";
import { removeSavedFeed } from "../../../src/savedFeeds/savedFeedCommands";
import { SavedFeedList } from "../../../src/savedFeeds/savedFeedList";
import { Settings } from "../../../src/settings";
import { becomes } from "../../support/page/waiting";

const { Global, Workspace } = vscode.ConfigurationTarget;
const user: SavedFeedSource = { kind: "user" };
const rounds = { name: "Rounds", days: 30, types: ["funding"] };
const exits = { name: "Exits", days: 7, alert: "toast" };
const invalid = { name: "Rounds", days: -1 };

describe("SavedFeedList", () => {
  let list: SavedFeedList;

  beforeEach(() => {
    list = new SavedFeedList(new Settings(manifest));
  });

  afterEach(async () => {
    list.dispose();
    await write(undefined);
    await write(undefined, Workspace);
  });

  async function write(value: unknown, target = Global): Promise<void> {
    await vscode.workspace.getConfiguration(settings.section).update(settings.savedFeeds, value, target);
  }

  function written(target = Global): unknown {
    const inspected = vscode.workspace.getConfiguration(settings.section).inspect(settings.savedFeeds);
    return target === Global ? inspected?.globalValue : inspected?.workspaceValue;
  }

  function folder(): SavedFeedSource {
    const [open] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(open);
    return { kind: "folder", uri: open.uri.toString(), label: open.name };
  }

  function find(name: string, source = user): SavedFeed {
    const entry = list.find(savedFeedId(source, name));
    assert.ok(entry, name);
    return entry.feed;
  }

  const names = () => list.entries.map(({ feed }) => feed.name);

  it("lists the user's feeds, then the folder's, each with its source", async () => {
    await write([exits], Workspace);
    await write([rounds, invalid]);
    assert.deepEqual(
      list.entries.map(({ id, source }) => [id, source]),
      [
        [savedFeedId(user, "Rounds"), user],
        [savedFeedId(folder(), "Exits"), folder()],
      ],
    );
    assert.deepEqual(list.namesIn(folder()), ["Exits"]);
    assert.deepEqual(
      list.invalidEntries.map(({ source, index }) => [source, index]),
      [[user, 1]],
    );
  });

  it("distinguishes feeds with the same name from two sources", async () => {
    await write([rounds], Workspace);
    await write([rounds]);
    await list.remove(savedFeedId(folder(), "Rounds"));
    assert.deepEqual(written(), [rounds]);
    assert.equal(written(Workspace), undefined);
  });

  it("takes the default time range from the same settings, or the workspace would discard unread events", async () => {
    const configuration = vscode.workspace.getConfiguration(settings.section);
    await configuration.update(settings.feedWindowDays, 1, Workspace);
    try {
      await write([{ name: "Plain" }], Workspace);
      await write([{ name: "Plain" }]);
      const windows = [find("Plain"), find("Plain", folder())].map(({ query }) => query.window);
      assert.deepEqual(windows, [
        { kind: "last", days: 7 },
        { kind: "last", days: 1 },
      ]);
    } finally {
      await configuration.update(settings.feedWindowDays, undefined, Workspace);
    }
  });

  it("adds, edits and removes feeds in their source, and leaves other entries unchanged", async () => {
    await write([invalid, "nonsense", rounds]);
    const feed = find("Rounds");
    await list.add({ ...feed, name: "Shared" }, folder());
    assert.deepEqual(written(Workspace), [{ ...rounds, name: "Shared" }]);
    await list.edit(savedFeedId(user, "Rounds"), (now) => ({ ...now, companies: ["a.example"] }));
    assert.deepEqual(written(), [invalid, "nonsense", { ...rounds, companies: ["a.example"] }]);
    const removed = await list.remove(savedFeedId(user, "Rounds"));
    assert.deepEqual(written(), [invalid, "nonsense"]);
    await list.add(removed.feed, removed.source, removed.place);
    assert.deepEqual(written(), [invalid, "nonsense", { ...rounds, companies: ["a.example"] }]);
  });

  it("makes changes one after another, each to the latest settings", async () => {
    await write([rounds]);
    const feed = find("Rounds");
    const ids = ["a", "b", "c"].map((name) => list.add({ ...feed, name }, user));
    await Promise.all(ids);
    assert.deepEqual(names().sort(), ["Rounds", "a", "b", "c"].sort());
  });

  it("edits the latest version of a feed, even if it was changed by hand or is being edited", async () => {
    await write([{ ...rounds, companies: ["a.example"] }]);
    const id = savedFeedId(user, "Rounds");
    const add =
      (company: string) =>
      (now: SavedFeed): SavedFeed => ({ ...now, companies: [...now.companies, company] });
    // The second edit starts before the first one is written.
    await Promise.all([list.edit(id, add("b.example")), list.edit(id, add("c.example"))]);
    await write([{ ...rounds, companies: [...find("Rounds").companies, "by-hand.example"] }]);
    await list.edit(id, (now) => ({ ...now, name: "Renamed" }));
    const companies = ["a.example", "b.example", "c.example", "by-hand.example"];
    assert.deepEqual(written(), [{ ...rounds, name: "Renamed", companies }]);
  });

  it("offers Undo for feeds that were removed before another one failed", async () => {
    await write([rounds, exits]);
    const feeds = list.entries;
    // Remove one before the command does.
    await list.remove(savedFeedId(user, "Exits"));
    const { window } = vscode;
    const { showInformationMessage } = window;
    const offered = new Promise<string>((resolve) => {
      const press = (message: string, button: string): Promise<string> => {
        resolve(message);
        return Promise.resolve(button);
      };
      Object.assign(window, { showInformationMessage: press });
    });
    try {
      const afterDialog = await removeSavedFeed({ savedFeeds: { feeds }, list } as never, feeds[0], feeds);
      assert.deepEqual(names(), []);
      await assert.rejects(afterDialog?.() ?? assert.fail(), /was removed or renamed/);
      assert.equal(await offered, 'Removed "Rounds".');
      await becomes(names, ["Rounds"]);
    } finally {
      Object.assign(window, { showInformationMessage });
    }
  });

  it("reports a rename before any other change", async () => {
    await write([rounds]);
    const events: string[] = [];
    list.onDidRename(({ from, to }) => events.push(`${from} → ${to}`, ...names()));
    list.onDidChange(() => events.push("change"));
    await list.edit(savedFeedId(user, "Rounds"), (now) => ({ ...now, name: "Renamed" }));
    assert.deepEqual(events, [
      `${savedFeedId(user, "Rounds")} → ${savedFeedId(user, "Renamed")}`,
      "Renamed",
      "change",
    ]);
    await write([{ ...rounds, name: "By hand" }]);
    assert.deepEqual(events.slice(3), ["change"]);
  });

  it("rejects a taken name, a missing feed, and a setting that isn't a list", async () => {
    await write([rounds, exits]);
    const feed = find("Rounds");
    await assert.rejects(list.add(feed, user), /"Rounds" already exists/);
    await assert.rejects(
      list.edit(savedFeedId(user, "Exits"), () => feed),
      /"Rounds" already exists/,
    );
    await assert.rejects(list.remove(savedFeedId(user, "Gone")), /was removed or renamed/);
    await write({ rounds });
    assert.deepEqual(names(), []);
    assert.match(list.invalidEntries[0]?.reason ?? "", /must be a list/);
    await assert.rejects(list.add(feed, user), /must be a list. Fix it in settings.json first/);
    assert.deepEqual(written(), { rounds });
  });

  it("updates when the setting changes", async () => {
    let changes = 0;
    list.onDidChange(() => changes++);
    await write([exits]);
    assert.deepEqual(names(), ["Exits"]);
    await write(undefined);
    assert.deepEqual(names(), []);
    assert.equal(changes, 2);
  });
});
