import assert from "node:assert/strict";
import fs, { type FileHandle } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { nodeFileSystem } from "../../../src/util/fileSystem";

type Read = (
  buffer: Buffer,
  offset: number,
  length: number,
  position: number,
) => Promise<{ bytesRead: number }>;

describe("a file of the system", () => {
  let folder: string;
  let handle: FileHandle;

  beforeEach(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), "company-feed-file-"));
    handle = await fs.open(path.join(folder, "other"), "w");
  });

  afterEach(async () => {
    await handle.close();
    await fs.rm(folder, { recursive: true });
  });

  it("is read to the length asked for, or to its end, when a call reads fewer bytes", async () => {
    const file = await nodeFileSystem.openFile(path.join(folder, "file"), "w+");
    await file.write(Buffer.from("0123456789"), 0);
    // Node exports no constructor of its file handles.
    const prototype = Object.getPrototypeOf(handle) as { read: Read };
    const { read } = prototype;
    let calls = 0;
    prototype.read = function (this: FileHandle, buffer, offset, length, at) {
      calls++;
      return read.call(this, buffer, offset, Math.min(length, 3), at);
    };
    try {
      const buffer = Buffer.alloc(20);
      assert.equal(await file.read(buffer, 8, 1), 8);
      assert.equal(buffer.toString("utf8", 0, 8), "12345678");
      assert.equal(await file.read(buffer, 20, 5), 5);
      assert.equal(buffer.toString("utf8", 0, 5), "56789");
      assert.ok(calls > 4, "the short reads took place");
    } finally {
      prototype.read = read;
      await file.close();
    }
  });
});
