import assert from "node:assert/strict";
import os from "node:os";
import path from "node:path";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import * as vscode from "vscode";
import type { Collection, Item } from "../../../src/service/types";
import { openCollectionJson, updateCollectionJson } from "../../../src/collections/tree/collectionJson";
import { schemes } from "../../../src/ids";
import { sampleConnection } from "../../../src/connections/connection";
import { JsonCache } from "../../../src/jsonDocuments/jsonCache";
import { JsonDocuments } from "../../../src/jsonDocuments/jsonDocuments";
import { openEventDocument } from "../../../src/panel/workbenchCommands";
import { systemClock } from "../../../src/util/clock";
import { nodeFileSystem } from "../../../src/util/fileSystem";
import { FakeClock } from "../../support/fakes/fakeClock";

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

function item(name: string, json: string): Item<Collection> {
  return { value: { id: "col_1", databaseName: name }, json };
}

describe("JSON documents", () => {
  let folder: string;
  let documents: JsonDocuments;

  const open = () =>
    new JsonDocuments(
      new JsonCache(folder, { files: nodeFileSystem, clock: systemClock }, log),
      new FakeClock(),
    );
  const textOf = async (from: JsonDocuments, uri: vscode.Uri) =>
    new TextDecoder().decode(await from.readFile(uri));

  beforeEach(async () => {
    folder = path.join(await mkdtemp(path.join(os.tmpdir(), "cf-documents-")), "documents");
    documents = open();
  });

  afterEach(async () => {
    documents.dispose();
    await rm(path.dirname(folder), { recursive: true, force: true });
  });

  it("show a collection as sent, indented, under its name", async () => {
    const uri = await openCollectionJson(
      documents,
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

  it("are shown as sent when they are very long", async () => {
    const json = `[${"1,".repeat(1024 * 1024)}1]`;
    const uri = await openCollectionJson(documents, sampleConnection, item("a", json));
    assert.equal(await textOf(documents, uri), `${json}\n`);
  });

  it("are restored after a reload", async () => {
    const uri = await openCollectionJson(documents, sampleConnection, item("a", '{"n":1}'));
    const next = open();
    assert.equal(await textOf(next, uri), '{\n  "n": 1\n}\n');
    next.dispose();
  });

  it("are updated when collections are loaded again, also after a reload", async () => {
    const uri = await openCollectionJson(documents, sampleConnection, item("a", '{"n":1}'));
    const next = open();
    const { mtime } = await next.stat(uri);
    const changes: vscode.FileChangeEvent[] = [];
    next.onDidChangeFile((events) => changes.push(...events));
    await updateCollectionJson(next, sampleConnection, [item("renamed", '{"n":2}')]);
    assert.equal(await textOf(next, uri), '{\n  "n": 2\n}\n');
    assert.deepEqual(
      changes.map((change) => change.uri.toString()),
      [uri.toString()],
    );
    assert.ok((await next.stat(uri)).mtime > mtime);
    await updateCollectionJson(next, { ...sampleConnection, organizationId: "other" }, [
      item("a", '{"n":3}'),
    ]);
    assert.equal(await textOf(next, uri), '{\n  "n": 2\n}\n');
    next.dispose();
  });

  describe("of events", () => {
    const event = (id: string, json: string, title?: string) => ({
      value: { id, ...(title === undefined ? {} : { title }) },
      json,
    });
    const [one, two] = [
      event("evt_1", '{"id":"evt_1","amount":1e400}', "NovaGrid raises: $1"),
      event("evt_2", "{}"),
    ];

    it("show one event as sent, several as a list, each selection in a document of its own", async () => {
      const single = await openEventDocument(documents, sampleConnection, [one]);
      assert.equal(single.path, "/Sample/NovaGrid raises- $1.json");
      assert.equal(await textOf(documents, single), '{\n  "id": "evt_1",\n  "amount": 1e400\n}\n');
      const several = await openEventDocument(documents, sampleConnection, [one, two]);
      assert.equal(several.path, "/Sample/2 events.json");
      assert.equal(
        await textOf(documents, several),
        '[\n  {\n    "id": "evt_1",\n    "amount": 1e400\n  },\n  {}\n]\n',
      );
      assert.notEqual(single.query, several.query);
      const again = await openEventDocument(documents, sampleConnection, [event("evt_1", '{"id":"evt_1"}')]);
      assert.equal(again.query, single.query);
      assert.equal(await textOf(documents, single), '{\n  "id": "evt_1"\n}\n');
    });

    it("are not those of collections with the same ID", async () => {
      const events = await openEventDocument(documents, sampleConnection, [two]);
      const same = { value: { id: '["evt_2"]' }, json: '{"n":1}' };
      const collection = await openCollectionJson(documents, sampleConnection, same);
      assert.notEqual(collection.query, events.query);
      await updateCollectionJson(documents, sampleConnection, [same]);
      assert.equal(await textOf(documents, events), "{}\n");
    });

    it("use no memory once closed, and can be opened again", async () => {
      const uri = await openEventDocument(documents, sampleConnection, [one]);
      documents.close(uri);
      assert.equal(documents.openIdsOf({ ...sampleConnection, scheme: schemes.events }).size, 0);
      assert.match(await textOf(documents, uri), /1e400/);
    });

    it("are cached up to a total size, newest first", async () => {
      const large = `"${"x".repeat(40_000_000)}"`;
      for (const id of ["a", "b"]) {
        await openEventDocument(documents, sampleConnection, [event(id, large)]);
      }
      await openEventDocument(documents, sampleConnection, [two]);
      assert.equal((await readdir(folder)).length, 2);
    });
  });

  it("are not found unless cached, and give access to no other file", async () => {
    for (const query of ["0123456789abcdef0123456789abcdef", "../../../etc/passwd", ""]) {
      const uri = vscode.Uri.from({ scheme: "companyfeed-collection", path: "/Sample/a.json", query });
      await assert.rejects(documents.readFile(uri), vscode.FileSystemError);
    }
  });

  it("are cached up to a number, newest first", async () => {
    for (let n = 0; n < 205; n++) {
      await openCollectionJson(documents, sampleConnection, { value: { id: `col_${n}` }, json: "{}" });
    }
    assert.equal((await readdir(folder)).length, 200);
  });
});
