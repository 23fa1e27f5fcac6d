import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { suggestedTarget } from "../../../src/export/pickTarget";
import { parseTarget, pathForTask } from "../../../src/export/taskTarget";

describe("target of an export", () => {
  it("is suggested with a name that no file has", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "suggested-"));
    const suggested = async (name: string): Promise<string> =>
      path.basename((await suggestedTarget(vscode.Uri.file(folder), name)).fsPath);
    try {
      assert.equal(await suggested("events.ndjson"), "events.ndjson");
      await writeFile(path.join(folder, "events.ndjson"), "");
      assert.equal(await suggested("events.ndjson"), "events-2.ndjson");
      await mkdir(path.join(folder, "events-2.ndjson"));
      assert.equal(await suggested("events.ndjson"), "events-3.ndjson");
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("is named by a task as a URI, a path, or a path from home or the workspace folder", () => {
    const folder = vscode.Uri.file(path.resolve("/work"));
    const local = (text: string): string => parseTarget(text, folder, false).toString();
    const file = (...names: string[]): string => vscode.Uri.file(path.resolve(...names)).toString();
    assert.equal(local("file:///tmp/a.csv"), "file:///tmp/a.csv");
    assert.equal(local(path.resolve("/tmp/a.csv")), file("/tmp/a.csv"));
    assert.equal(local("~/a.csv"), file(os.homedir(), "a.csv"));
    assert.equal(local("out/a.csv"), file("/work/out/a.csv"));
    assert.equal(local("~a.csv"), file("/work/~a.csv"));
  });

  it("is on the remote machine in a remote window", () => {
    const folder = vscode.Uri.parse("vscode-remote://ssh/home/me");
    const remote = (text: string): vscode.Uri => parseTarget(text, folder, true);
    assert.equal(remote("/tmp/a.csv").toString(), "vscode-remote://ssh/tmp/a.csv");
    assert.equal(remote("a.csv").path, "/home/me/a.csv");
    assert.equal(pathForTask(remote("C:\\out\\a.csv")), "C:/out/a.csv");
    assert.equal(remote("file:///tmp/a.csv").toString(), "file:///tmp/a.csv");
    assert.throws(() => remote("~/a.csv"), /isn't supported in a remote window\./);
    assert.throws(
      () => parseTarget("/tmp/a.csv", vscode.Uri.file("/work"), true),
      /but no remote folder is open\.$/,
    );
  });
});
