import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../runner/paths";

/** Compares with a file that is checked in. To write it anew after an intended change, set COMPANY_FEED_WRITE_GOLDEN. */
export function assertGolden(name: string, text: string): void {
  const file = path.join(root, "test", "unit", "agent", "tools", "golden", `${name}.txt`);
  if (process.env["COMPANY_FEED_WRITE_GOLDEN"]) {
    writeFileSync(file, `${text}\n`);
  }
  assert.equal(`${text}\n`, readFileSync(file, "utf8"));
}
