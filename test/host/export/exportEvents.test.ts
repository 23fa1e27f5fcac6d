import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { sampleConnection } from "../../../src/connections/connection";
import { Exports } from "../../../src/export/exports";
import { commands, schemes } from "../../../src/ids";
import { SampleData } from "../../../src/sample/sampleData";
import { SampleService } from "../../../src/sample/sampleService";
import { fixedWindow } from "../../../src/shared/feedQuery";
import { dayMs } from "../../../src/shared/instant";
import { dayStart } from "../../../src/sample/sampleSource";
import { systemClock } from "../../../src/util/clock";
import { testClient } from "../../support/services/testClient";

const exportEvents = (argument: unknown): Thenable<unknown> =>
  vscode.commands.executeCommand(commands.exportEvents, argument);

/** Tasks rely on the rejection to stop. */
async function assertRejects(argument: unknown, sentence: RegExp): Promise<void> {
  await assert.rejects(async () => exportEvents(argument), sentence);
}

describe("Export Events… with an argument", () => {
  // The sample adds no events to days that long ago.
  const until = dayStart(Date.now()) - 8 * dayMs;
  const since = until - 3 * dayMs;
  const query = { since: new Date(since).toISOString(), until: new Date(until).toISOString() };
  let folder: string;
  let sent: string[];

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "exports-"));
    await vscode.commands.executeCommand(commands.connectSample);
    const sample = new SampleData();
    sent = [1, 2, 3]
      .flatMap((days) => sample.eventsOn(until - days * dayMs, Date.now()))
      .map((event) => JSON.stringify(event));
    assert.ok(sent.length > 20);
  });

  after(async () => {
    await vscode.commands.executeCommand("notifications.clearAll");
    await rm(folder, { recursive: true, force: true });
  });

  // VS Code uses lower case for Windows drive letters.
  const inFolder = (name: string): string => vscode.Uri.file(path.join(folder, name)).fsPath;

  it("writes the events of a time range as sent, one per line", async () => {
    const target = inFolder("events.ndjson");
    assert.equal(await exportEvents({ query, format: "ndjson", target }), target);
    assert.equal(await readFile(target, "utf8"), sent.map((json) => `${json}\n`).join(""));
    assert.deepEqual(await readdir(folder), ["events.ndjson"]);
  });

  it("replaces a file at a URI with a JSON array", async () => {
    const target = inFolder("events.json");
    await writeFile(target, "an earlier file");
    await exportEvents({ query, format: "json", target: vscode.Uri.file(target).toString() });
    assert.equal(await readFile(target, "utf8"), `[\n${sent.join(",\n")}\n]\n`);
  });

  it("writes a filtered table to a new folder", async () => {
    const target = inFolder("new/events.csv");
    await exportEvents({ query: { ...query, types: ["funding"] }, format: "csv", target });
    const [header, ...lines] = (await readFile(target, "utf8")).trimEnd().split("\n");
    assert.match(header ?? "", /^id,type,title,.*,event_data\.amount,/);
    const funding = sent.map((json) => JSON.parse(json) as Record<string, unknown>);
    assert.deepEqual(
      lines.map((line) => line.split(",")[0]),
      funding.filter(({ type }) => type === "funding").map(({ id }) => id),
    );
  });

  it("does not replace a read-only file", async () => {
    const target = inFolder("readonly.ndjson");
    await writeFile(target, "unchanged", { mode: 0o444 });
    const before = await readdir(folder);
    await assertRejects(
      { query, format: "ndjson", target },
      /Couldn't write readonly\.ndjson: the file is read-only\./,
    );
    assert.equal(await readFile(target, "utf8"), "unchanged");
    assert.deepEqual(await readdir(folder), before);
  });

  for (const choices of [["Keep Partial"], ["Resume"], ["Resume", "Keep Partial"]]) {
    const isOtherKey = choices.length > 1;
    const change = isOtherKey ? "has another key" : "was renamed";
    it(`writes all events at ${choices.join()} if only writing failed and the connection ${change}`, async () => {
      const service = new SampleService();
      const { window } = vscode;
      const { showWarningMessage, showInformationMessage } = window;
      // Where the file is written before it is renamed.
      const hash = createHash("sha256").update("busy.ndjson").digest("hex").slice(0, 8);
      const obstacle = inFolder(`.company-feed-${hash}.tmp`);
      await mkdir(obstacle);
      const renamed = {
        ...testClient(await service.start()),
        connection: sampleConnection,
        requireKey: () => undefined,
        ...(isOtherKey && { keyFingerprint: "another" }),
      };
      const client = { ...renamed, keyFingerprint: undefined };
      const choose = async (): Promise<string | undefined> => {
        await rm(obstacle, { recursive: true, force: true });
        client.requireKey = () => assert.fail("The connection was changed.");
        return choices.shift();
      };
      const done = new Promise<string>((resolve) => {
        Object.assign(window, { showWarningMessage: choose, showInformationMessage: resolve });
      });
      const exports = new Exports(systemClock, { warn: () => undefined } as never, {
        clientFor: () => renamed as never,
      });
      try {
        const source = { kind: "download", client, query: { window: fixedWindow(since, until), types: [] } };
        const target = inFolder("busy.ndjson");
        assert.equal(await exports.run({ source, target, format: "ndjson" } as never), undefined);
        assert.match(await done, /^Exported [\d,]+ events to busy\.ndjson\.$/);
      } finally {
        Object.assign(window, { showWarningMessage, showInformationMessage });
        exports.dispose();
        service.dispose();
      }
    });
  }

  it("rejects a folder or a non-local file as the target", async () => {
    await assertRejects({ query, format: "ndjson", target: folder }, /Couldn't write .*: it's a folder\./);
    const target = `${schemes.collection}:/events.ndjson`;
    await assertRejects({ query, format: "ndjson", target }, /can be exported to local files only/);
  });
});
