import assert from "node:assert/strict";
import JSZip from "jszip";
import { readZip, reproducibleZip } from "../../../support/release/reproducibleZip";

interface Conditions {
  date: Date;
  unixPermissions: number;
  level: number;
}

/** A ZIP file of these files, in this order. */
async function zipOf(files: [name: string, text: string][], conditions: Conditions): Promise<Buffer> {
  const zip = new JSZip();
  const { level, ...options } = conditions;
  files.forEach(([name, text]) => zip.file(name, text, options));
  return zip.generateAsync({
    type: "nodebuffer",
    platform: "UNIX",
    compression: "DEFLATE",
    compressionOptions: { level },
  });
}

describe("A reproducible ZIP file", () => {
  const a: [string, string] = ["folder/a.txt", "a".repeat(1000)];
  const b: [string, string] = ["b.txt", "Ä"];
  const today = { date: new Date(2026, 10, 23), unixPermissions: 0o100644, level: 9 };
  const earlier = { date: new Date(2001, 1, 1), unixPermissions: 0o100600, level: 1 };

  it("has the same bytes, whatever the original's order, dates, permissions and compression", async () => {
    const [first, second] = [await zipOf([a, b], today), await zipOf([b, a], earlier)];
    assert.ok(!first.equals(second));
    assert.ok((await reproducibleZip(first)).equals(await reproducibleZip(second)));
  });

  it("has the contents of the original, a fixed date and no folders", async () => {
    const zip = await reproducibleZip(await zipOf([a, b], today));
    const texts = [...(await readZip(zip))].map(([name, contents]) => [name, contents.toString()]);
    assert.deepEqual(texts, [b, a]);
    const { files } = await JSZip.loadAsync(zip);
    assert.deepEqual(Object.keys(files), ["b.txt", "folder/a.txt"]);
    assert.deepEqual(
      Object.values(files).map(({ date }) => date.toISOString().slice(0, 10)),
      Array(2).fill("1980-01-01"),
    );
  });
});
