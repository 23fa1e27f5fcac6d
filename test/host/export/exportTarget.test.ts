import assert from "node:assert/strict";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { parseTarget } from "../../../src/export/targetPath";

describe("Target of an export", () => {
  it("can be a URI, or a path that may start at home or the workspace folder", () => {
    const folder = vscode.Uri.file(path.resolve("/work"));
    const local = (text: string): string => parseTarget(text, folder);
    const file = (...names: string[]): string => vscode.Uri.file(path.resolve(...names)).fsPath;
    assert.equal(local(vscode.Uri.file("/tmp/a.csv").toString()), vscode.Uri.file("/tmp/a.csv").fsPath);
    assert.equal(local(path.resolve("/tmp/a.csv")), file("/tmp/a.csv"));
    assert.equal(local("~/a.csv"), path.join(os.homedir(), "a.csv"));
    assert.equal(local("out/a.csv"), file("/work/out/a.csv"));
    assert.equal(local("~a.csv"), file("/work/~a.csv"));
  });

  it("can't contain variables", () => {
    const text = "${workspaceFolder}/out/events.ndjson";
    assert.throws(
      () => parseTarget(text, vscode.Uri.file("/work")),
      /^Error: \$\{workspaceFolder\} isn't resolved/,
    );
  });

  it("must be a local file", () => {
    const remote = vscode.Uri.parse("vscode-remote://ssh/home/me");
    for (const text of ["a.csv", "memory:/a.csv"]) {
      assert.throws(() => parseTarget(text, remote), /^Error: Events can be exported to local files only/);
    }
  });
});
