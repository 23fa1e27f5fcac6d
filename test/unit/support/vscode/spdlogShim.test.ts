import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createAsyncRotatingLogger, setFlushOn, type Logger } from "../../../support/vscode/spdlogShim";

describe("The replacement of @vscode/spdlog", () => {
  let folder: string;
  let file: string;
  let logger: Logger;

  const create = async (maxFileSize = 1000, maxFiles = 3): Promise<Logger> => {
    logger = await createAsyncRotatingLogger("id", file, maxFileSize, maxFiles);
    return logger;
  };
  const written = (): Promise<string> => readFile(file, "utf8");

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "spdlog-"));
    file = path.join(folder, "deep", "host.log");
    setFlushOn();
  });

  afterEach(async () => {
    logger.drop();
    await rm(folder, { recursive: true });
  });

  it("creates the folder and writes each message at once with VS Code's pattern", async () => {
    await create();
    logger.setPattern("%Y-%m-%d %H:%M:%S.%e [%l] %v");
    logger.info("100 %v – ready");
    logger.critical("over");
    assert.match(
      await written(),
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \[info\] 100 %v – ready\n.* \[critical\] over\n$/,
    );
  });

  it("writes only the messages without formatters, and none below its level", async () => {
    await create();
    logger.clearFormatters();
    logger.debug("not this\n");
    logger.setLevel(0);
    logger.trace("one\n");
    logger.setLevel(4);
    logger.warn("nor this\n");
    logger.error("two\n");
    assert.equal(await written(), "one\ntwo\n");
    assert.equal(logger.getLevel(), 4);
  });

  it("appends to an existing file", async () => {
    await create();
    logger.clearFormatters();
    logger.info("one\n");
    logger.drop();
    logger.info("after the end\n");
    await create();
    logger.clearFormatters();
    logger.info("two\n");
    assert.equal(await written(), "one\ntwo\n");
  });

  it("rotates a full file and keeps the given number of files", async () => {
    await create(10, 3);
    logger.clearFormatters();
    for (const letter of "abcd") {
      logger.info(letter.repeat(6));
      logger.info("-");
    }
    const files = await readdir(path.dirname(file));
    assert.deepEqual(files.sort(), ["host.1.log", "host.2.log", "host.log"]);
    assert.equal(await written(), "dddddd-");
    assert.equal(await readFile(path.join(path.dirname(file), "host.2.log"), "utf8"), "bbbbbb-");
  });

  it("truncates the file if it is the only one", async () => {
    await create(10, 1);
    logger.clearFormatters();
    logger.info("aaaaaaaa");
    logger.info("bbbbbbbb");
    assert.equal(await written(), "bbbbbbbb");
    assert.deepEqual(await readdir(path.dirname(file)), ["host.log"]);
  });

  it("rejects an invalid path on creation, like the original", async () => {
    await create();
    await writeFile(path.join(folder, "file"), "");
    const place = path.join(folder, "file", "host.log");
    await assert.rejects(createAsyncRotatingLogger("id", place, 1000, 3));
  });
});
