import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { root } from "../../../support/runner/paths";

interface Shim {
  createAsyncRotatingLogger(
    name: string,
    file: string,
  ): Promise<Record<"info" | "debug" | "setLevel" | "clearFormatters" | "drop", (value?: unknown) => void>>;
}

describe("The replacement of @vscode/spdlog", () => {
  it("writes each message of its level at once, with or without time and level, until it is dropped", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "spdlog-"));
    const file = path.join(folder, "deep", "host.log");
    const shim = createRequire(import.meta.url)(
      path.join(root, "test/support/vscode/spdlogShim.cjs"),
    ) as Shim;
    const logger = await shim.createAsyncRotatingLogger("id", file);
    logger.info("100 %v – ready");
    logger.clearFormatters();
    logger.debug("not this\n");
    logger.setLevel(1);
    logger.debug("plain\n");
    logger.drop();
    logger.info("after the end\n");
    assert.match(
      await readFile(file, "utf8"),
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \[info\] 100 %v – ready\nplain\n$/,
    );
    await rm(folder, { recursive: true });
  });
});
