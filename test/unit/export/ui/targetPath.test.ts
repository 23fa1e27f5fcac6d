import assert from "node:assert/strict";
import path from "node:path";
import { readTargetPath, remotePath, type TaskPlace } from "../../../../src/export/ui/targetPath";

const home = path.resolve("/home/me");
const local: TaskPlace = { folderScheme: "file", home, isRemote: false };
/** This code runs here, the tasks run there. */
const remote: TaskPlace = { folderScheme: "vscode-remote", home, isRemote: true };

describe("the target that a task names", () => {
  it("is a URI, a path, or a path from home or the workspace folder", () => {
    assert.deepEqual(readTargetPath("file:///tmp/a.csv", local), { kind: "uri", uri: "file:///tmp/a.csv" });
    const absolute = path.resolve("/tmp/a.csv");
    assert.deepEqual(readTargetPath(absolute, local), { kind: "file", path: absolute });
    assert.deepEqual(readTargetPath("~/a.csv", local), { kind: "file", path: path.join(home, "a.csv") });
    assert.deepEqual(readTargetPath("~\\a.csv", local), { kind: "file", path: path.join(home, "a.csv") });
    assert.deepEqual(readTargetPath("out/a.csv", local), { kind: "inFolder", path: "out/a.csv" });
    assert.deepEqual(readTargetPath("~a.csv", local), { kind: "inFolder", path: "~a.csv" });
  });

  it("is a path of the remote machine in a remote window, never one of this computer", () => {
    assert.deepEqual(readTargetPath("/tmp/a.csv", remote), { kind: "remote", path: "/tmp/a.csv" });
    assert.deepEqual(readTargetPath("C:\\out\\a.csv", remote), { kind: "remote", path: "/C:/out/a.csv" });
    assert.deepEqual(readTargetPath("a.csv", remote), { kind: "inFolder", path: "a.csv" });
    assert.throws(
      () => readTargetPath("~/a.csv", remote),
      /^Error: "~\/a\.csv" is not supported in a remote window\./,
    );
    assert.throws(
      () => readTargetPath("/tmp/a.csv", { home, isRemote: true }),
      /is a path on the remote machine, but none of its folders is open\.$/,
    );
  });

  it("may still name this computer in a remote window, by a URI", () => {
    assert.deepEqual(readTargetPath("file:///tmp/a.csv", remote), { kind: "uri", uri: "file:///tmp/a.csv" });
  });

  it("needs a folder where it is relative", () => {
    assert.throws(() => readTargetPath("a.csv", { home, isRemote: false }), /but no folder is open\.$/);
  });

  it("is given back as the programs of the remote machine take it", () => {
    assert.equal(remotePath("/home/me/a.csv"), "/home/me/a.csv");
    assert.equal(remotePath("/c:/Users/me/a.csv"), "c:/Users/me/a.csv");
  });
});
