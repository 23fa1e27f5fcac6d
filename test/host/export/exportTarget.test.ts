import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { suggestedTarget } from "../../../src/export/ui/exportTarget";
import { MemoryFiles } from "./memoryFiles";

describe("the place that is suggested for an export's file", () => {
  let folder: string;

  beforeEach(async () => (folder = await mkdtemp(path.join(os.tmpdir(), "suggested-"))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function suggested(name: string, ...coming: string[]): Promise<string> {
    const uris = coming.map((other) => vscode.Uri.file(path.join(folder, other)).toString());
    const target = await suggestedTarget(vscode.Uri.file(folder), name, uris);
    assert.equal(path.dirname(target.fsPath), folder);
    return path.basename(target.fsPath);
  }

  it("has a name that nothing there has, and no export under way", async () => {
    assert.equal(await suggested("events.ndjson"), "events.ndjson");
    await writeFile(path.join(folder, "events.ndjson"), "");
    assert.equal(await suggested("events.ndjson"), "events-2.ndjson");
    await mkdir(path.join(folder, "events-2.ndjson"));
    assert.equal(await suggested("events.ndjson", "events-3.ndjson"), "events-4.ndjson");
    assert.equal(await suggested("other", "other"), "other-2");
  });

  it("is there even where the folder never answers", async () => {
    const stuck = new MemoryFiles();
    stuck.stat = () => new Promise(() => undefined);
    const provider = vscode.workspace.registerFileSystemProvider("stuck", stuck);
    const target = await suggestedTarget(vscode.Uri.parse("stuck:/"), "events.csv", []);
    assert.equal(target.toString(), "stuck:/events.csv");
    provider.dispose();
  });
});
