import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { suggestedTarget } from "../../../src/export/ui/exportTarget";
import { MemoryFiles } from "./memoryFiles";

describe("suggested target of an export", () => {
  let folder: string;

  beforeEach(async () => (folder = await mkdtemp(path.join(os.tmpdir(), "suggested-"))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function suggested(name: string, ...reserved: string[]): Promise<string> {
    const uris = reserved.map((other) => vscode.Uri.file(path.join(folder, other)).toString());
    const target = await suggestedTarget(vscode.Uri.file(folder), name, uris);
    assert.equal(path.dirname(target.fsPath), vscode.Uri.file(folder).fsPath);
    return path.basename(target.fsPath);
  }

  it("has a name that is not used by any file or unfinished export", async () => {
    assert.equal(await suggested("events.ndjson"), "events.ndjson");
    await writeFile(path.join(folder, "events.ndjson"), "");
    assert.equal(await suggested("events.ndjson"), "events-2.ndjson");
    await mkdir(path.join(folder, "events-2.ndjson"));
    assert.equal(await suggested("events.ndjson", "events-3.ndjson"), "events-4.ndjson");
    assert.equal(await suggested("other", "other"), "other-2");
  });

  it("does not wait for a folder that never responds", async () => {
    const stuck = new MemoryFiles();
    stuck.stat = () => new Promise(() => undefined);
    const provider = vscode.workspace.registerFileSystemProvider("stuck", stuck);
    const target = await suggestedTarget(vscode.Uri.parse("stuck:/"), "events.csv", []);
    assert.equal(target.toString(), "stuck:/events.csv");
    provider.dispose();
  });
});
