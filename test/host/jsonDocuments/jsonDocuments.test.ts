import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { sampleConnection } from "../../../src/connections/connection";
import { schemes } from "../../../src/ids";
import { JsonDocuments } from "../../../src/jsonDocuments/jsonDocuments";
import { openEventDocument } from "../../../src/panel/feedPanel";
import { systemClock } from "../../../src/util/clock";
import { nodeFileSystem } from "../../../src/util/fileSystem";

const source = { ...sampleConnection, scheme: schemes.collection };

describe("JSON documents", () => {
  let folder: string;
  let documents: JsonDocuments;

  const textOf = async (uri: vscode.Uri) => new TextDecoder().decode(await documents.readFile(uri));
  const open = (title: string, json: string, id = "col_1") => documents.open(source, { id, title, json });

  beforeEach(async () => {
    folder = path.join(await mkdtemp(path.join(os.tmpdir(), "cf-documents-")), "documents");
    documents = new JsonDocuments(folder, nodeFileSystem, systemClock);
  });

  afterEach(async () => {
    documents.dispose();
    await rm(path.dirname(folder), { recursive: true, force: true });
  });

  it("show JSON as sent, indented, under its name, even after a reload", async () => {
    const uri = await open("a/b\\..", '{"n":1.0,"big":12345678901234567890}');
    documents.dispose();
    documents = new JsonDocuments(folder, nodeFileSystem, systemClock);
    assert.equal(await textOf(uri), '{\n  "n": 1.0,\n  "big": 12345678901234567890\n}\n');
    assert.equal(uri.path, "/Sample/a-b-...json");
    const stat = await documents.stat(uri);
    assert.equal(stat.permissions, vscode.FilePermission.Readonly);
    assert.equal(stat.size, (await documents.readFile(uri)).length);
  });

  it("show very long JSON as sent", async () => {
    const json = `[${"1,".repeat(1024 * 1024)}1]`;
    assert.equal(await textOf(await open("a", json)), `${json}\n`);
  });

  it("are replaced if opened again, but not by those of another organization", async () => {
    const uri = await open("a", '{"n":1}');
    const changes: string[] = [];
    documents.onDidChangeFile((events) => changes.push(...events.map((event) => event.uri.query)));
    const again = await open("renamed", '{"n":2}');
    assert.equal(again.query, uri.query);
    assert.deepEqual(changes, [uri.query]);
    const content = { id: "col_1", title: "a", json: '{"n":3}' };
    await documents.open({ ...source, organizationId: "other" }, content);
    assert.equal(await textOf(uri), '{\n  "n": 2\n}\n');
  });

  it("show one event as sent, and several as a list, in a document per selection", async () => {
    const one = {
      value: { id: "evt_1", title: "NovaGrid raises: $1" },
      json: '{"id":"evt_1","amount":1e400}',
    };
    const two = { value: { id: "evt_2" }, json: "{}" };
    const single = await openEventDocument(documents, sampleConnection, [one]);
    assert.equal(single.path, "/Sample/NovaGrid raises- $1.json");
    assert.equal(await textOf(single), '{\n  "id": "evt_1",\n  "amount": 1e400\n}\n');
    const several = await openEventDocument(documents, sampleConnection, [one, two]);
    assert.equal(several.path, "/Sample/2 events.json");
    assert.equal(await textOf(several), '[\n  {\n    "id": "evt_1",\n    "amount": 1e400\n  },\n  {}\n]\n');
    assert.notEqual(single.query, several.query);
    const publications = await openEventDocument(documents, sampleConnection, [one, two], "publications");
    assert.equal(publications.path, "/Sample/2 publications.json");
  });

  it("can't be opened by URI alone, nor give access to other files", async () => {
    for (const query of ["0123456789abcdef0123456789abcdef", "../../../etc/passwd", ""]) {
      const uri = vscode.Uri.from({ scheme: schemes.collection, path: "/Sample/a.json", query });
      await assert.rejects(documents.readFile(uri), vscode.FileSystemError);
    }
  });

  it("are limited to the most recent ones", async () => {
    for (let n = 0; n < 205; n++) {
      await open("a", "{}", `col_${n}`);
    }
    assert.equal((await readdir(folder)).length, 200);
  });
});
