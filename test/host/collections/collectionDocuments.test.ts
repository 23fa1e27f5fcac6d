import assert from "node:assert/strict";
import os from "node:os";
import path from "node:path";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import * as vscode from "vscode";
import type { Collection, Item } from "../../../src/api/types";
import { CollectionDocuments } from "../../../src/collections/collectionDocuments";
import { KeptCollections } from "../../../src/collections/keptCollections";
import { sampleConnection } from "../../../src/connections/connection";
import { systemClock } from "../../../src/util/clock";
import { nodeFileSystem } from "../../../src/util/fileSystem";
import { FakeClock } from "../../support/fakeClock";

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

function item(name: string, json: string): Item<Collection> {
  return { value: { id: "col_1", databaseName: name }, json };
}

describe("collections as JSON documents", () => {
  let folder: string;
  let documents: CollectionDocuments;

  const afterReload = () =>
    new CollectionDocuments(
      new KeptCollections(folder, { files: nodeFileSystem, clock: systemClock }, log),
      new FakeClock(),
    );
  const textOf = async (from: CollectionDocuments, uri: vscode.Uri) =>
    new TextDecoder().decode(await from.readFile(uri));

  beforeEach(async () => {
    folder = path.join(await mkdtemp(path.join(os.tmpdir(), "cf-kept-")), "collections");
    documents = afterReload();
  });

  afterEach(async () => {
    documents.dispose();
    await rm(path.dirname(folder), { recursive: true, force: true });
  });

  it("show the object as it was sent, indented, under its name", async () => {
    const uri = await documents.open(
      sampleConnection,
      item("a/b\\..", '{"n":1.0,"big":12345678901234567890}'),
    );
    assert.equal(await textOf(documents, uri), '{\n  "n": 1.0,\n  "big": 12345678901234567890\n}\n');
    assert.equal(uri.path, "/Sample/a-b-...json");
    assert.match(uri.query, /^[0-9a-f]{32}$/);
    const stat = await documents.stat(uri);
    assert.equal(stat.permissions, vscode.FilePermission.Readonly);
    assert.equal(stat.size, (await documents.readFile(uri)).length);
  });

  it("outlive the window", async () => {
    const uri = await documents.open(sampleConnection, item("a", '{"n":1}'));
    const next = afterReload();
    assert.equal(await textOf(next, uri), '{\n  "n": 1\n}\n');
    next.dispose();
  });

  it("follow what is listed anew, also after a reload", async () => {
    const uri = await documents.open(sampleConnection, item("a", '{"n":1}'));
    const next = afterReload();
    const { mtime } = await next.stat(uri);
    const changes: vscode.FileChangeEvent[] = [];
    next.onDidChangeFile((events) => changes.push(...events));
    await next.follow(sampleConnection, [item("renamed", '{"n":2}')]);
    assert.equal(await textOf(next, uri), '{\n  "n": 2\n}\n');
    assert.deepEqual(
      changes.map((change) => change.uri.toString()),
      [uri.toString()],
    );
    assert.ok((await next.stat(uri)).mtime > mtime);
    await next.follow({ ...sampleConnection, organizationId: "other" }, [item("a", '{"n":3}')]);
    assert.equal(await textOf(next, uri), '{\n  "n": 2\n}\n');
    next.dispose();
  });

  it("are not found where nothing was kept, and reach no other file", async () => {
    for (const query of ["0123456789abcdef0123456789abcdef", "../../../etc/passwd", ""]) {
      const uri = vscode.Uri.from({ scheme: "companyfeed-collection", path: "/Sample/a.json", query });
      await assert.rejects(documents.readFile(uri), vscode.FileSystemError);
    }
  });

  it("are thrown away from the oldest on, so that the folder does not grow without bound", async () => {
    for (let n = 0; n < 205; n++) {
      await documents.open(sampleConnection, { value: { id: `col_${n}` }, json: "{}" });
    }
    assert.equal((await readdir(folder)).length, 200);
  }).timeout(60_000);
});
