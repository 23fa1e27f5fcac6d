import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createAsyncRotatingLogger } from "../../../support/vscode/spdlogShim";

describe("The replacement of @vscode/spdlog", () => {
  let folder: string;
  let file: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "spdlog-"));
    file = path.join(folder, "deep", "host.log");
  });

  afterEach(() => rm(folder, { recursive: true }));

  it("writes each message of its level at once, with or without time and level, until it is dropped", async () => {
    const logger = await createAsyncRotatingLogger("id", file);
    logger.info("100 %v – ready");
    logger.clearFormatters();
    logger.debug("not this\n");
    logger.setLevel(0);
    logger.trace("plain\n");
    logger.drop();
    logger.critical("after the end\n");
    assert.match(
      await readFile(file, "utf8"),
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \[info\] 100 %v – ready\nplain\n$/,
    );
  });

  it("rejects an invalid path on creation, like the original", async () => {
    await writeFile(path.join(folder, "file"), "");
    await assert.rejects(createAsyncRotatingLogger("id", path.join(folder, "file", "host.log")));
  });
});
