import assert from "node:assert/strict";
import path from "node:path";
import { parseTargetPath, remotePath, type TaskHost } from "../../../../src/export/ui/targetPath";

const home = path.resolve("/home/me");
const local: TaskHost = { folderScheme: "file", home, isRemote: false };
const remote: TaskHost = { folderScheme: "vscode-remote", home, isRemote: true };

describe("target path of a task", () => {
  it("is a URI, a path, or a path from home or the workspace folder", () => {
    assert.deepEqual(parseTargetPath("file:///tmp/a.csv", local), { kind: "uri", uri: "file:///tmp/a.csv" });
    const absolute = path.resolve("/tmp/a.csv");
    assert.deepEqual(parseTargetPath(absolute, local), { kind: "file", path: absolute });
    assert.deepEqual(parseTargetPath("~/a.csv", local), { kind: "file", path: path.join(home, "a.csv") });
    assert.deepEqual(parseTargetPath("~\\a.csv", local), { kind: "file", path: path.join(home, "a.csv") });
    assert.deepEqual(parseTargetPath("~", local), { kind: "file", path: home });
    assert.deepEqual(parseTargetPath("out/a.csv", local), { kind: "inFolder", path: "out/a.csv" });
    assert.deepEqual(parseTargetPath("~a.csv", local), { kind: "inFolder", path: "~a.csv" });
    assert.deepEqual(parseTargetPath("out~/a.csv", local), { kind: "inFolder", path: "out~/a.csv" });
    const withColon = "out/events-10:30.csv";
    assert.deepEqual(parseTargetPath(withColon, local), { kind: "inFolder", path: withColon });
  });

  it("is a path on the remote machine in a remote window", () => {
    assert.deepEqual(parseTargetPath("/tmp/a.csv", remote), { kind: "remote", path: "/tmp/a.csv" });
    assert.deepEqual(parseTargetPath("C:\\out\\a.csv", remote), { kind: "remote", path: "/C:/out/a.csv" });
    assert.deepEqual(parseTargetPath("a.csv", remote), { kind: "inFolder", path: "a.csv" });
    assert.throws(
      () => parseTargetPath("~/a.csv", remote),
      /^Error: "~\/a\.csv" isn't supported in a remote window\./,
    );
    assert.throws(
      () => parseTargetPath("/tmp/a.csv", { home, isRemote: true }),
      /is a path on the remote machine, but no remote folder is open\.$/,
    );
  });

  it("may be a URI of a local file in a remote window", () => {
    assert.deepEqual(parseTargetPath("file:///tmp/a.csv", remote), { kind: "uri", uri: "file:///tmp/a.csv" });
  });

  it("requires an open folder if it is relative", () => {
    assert.throws(() => parseTargetPath("a.csv", { home, isRemote: false }), /but no folder is open\.$/);
  });

  it("is returned as programs on the remote machine expect it", () => {
    assert.equal(remotePath("/home/me/a.csv"), "/home/me/a.csv");
    assert.equal(remotePath("/c:/Users/me/a.csv"), "c:/Users/me/a.csv");
    assert.equal(remotePath("/home/c:/a.csv"), "/home/c:/a.csv");
  });
});
