import assert from "node:assert/strict";
import path from "node:path";
import { storageKeys } from "../../../../src/ids";
import { ProfileFolder } from "../../../../src/savedFeeds/storage/profileFolder";
import { memento } from "../../../support/fakes/memento";

const storage = path.resolve("/storage/savedFeeds");

describe("The folder of a profile's followed feeds", () => {
  it("has a name of its own once something is followed", async () => {
    const state = memento();
    const folder = new ProfileFolder(state, storage);
    assert.deepEqual([folder.path, folder.createdPath], [undefined, undefined]);
    await folder.create();
    assert.match(path.relative(storage, folder.path ?? ""), /^[\da-f]{16}$/);
    assert.equal(folder.createdPath, folder.path);
    const { path: created } = folder;
    await folder.create();
    assert.equal(folder.path, created);
    const other = new ProfileFolder(state, storage);
    assert.deepEqual([other.path, other.createdPath], [created, undefined]);
  });

  it("is none while nothing is followed, and the same when something is again", async () => {
    const folder = new ProfileFolder(memento(), storage);
    await folder.create();
    const { path: created } = folder;
    await folder.leave();
    assert.equal(folder.path, undefined);
    await folder.create();
    assert.equal(folder.path, created);
  });

  it("is stored again if another window replaced the state by one without it", async () => {
    const state = memento();
    const folder = new ProfileFolder(state, storage);
    await folder.create();
    const { path: created } = folder;
    await folder.keepName(true);
    await state.update(storageKeys.savedFeedsFolder, undefined);
    await folder.leave();
    await folder.keepName(true);
    assert.equal(new ProfileFolder(state, storage).path, created);
  });

  it("is never another one than this extension names", () => {
    for (const name of [
      "../../etc",
      "0123456789abcdef/..",
      "0123456789ABCDEF",
      "",
      7,
      null,
      ["0123456789abcdef"],
    ]) {
      const folder = new ProfileFolder(memento({ [storageKeys.savedFeedsFolder]: name }), storage);
      assert.equal(folder.path, undefined, JSON.stringify(name));
    }
  });
});
