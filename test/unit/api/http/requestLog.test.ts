import assert from "node:assert/strict";
import { logRequest } from "../../../../src/api/http/requestLog";
import { Bench, feedOf, newest } from "../fixture";
import { page, reset, status } from "../../../support/services/scriptedAnswers";

describe("logRequest", () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await Bench.start({}, { attempts: 1 });
  });
  afterEach(() => bench.dispose());

  function logged(): string[] {
    const lines: string[] = [];
    const log = { info: () => lines.push("info"), warn: () => lines.push("warn") };
    bench.log.forEach((exchange) => logRequest(exchange, log));
    return lines;
  }

  it("logs failed requests, and no others, as warnings", async () => {
    bench.service.answer(page(feedOf()), status(503), status(401), reset(), page("<html>"));
    await bench.read();
    for (let n = 0; n < 4; n++) {
      await assert.rejects(bench.read());
    }
    assert.deepEqual(logged(), ["info", "warn", "warn", "warn", "warn"]);
  });

  it("logs a canceled request as information", async () => {
    const ended = AbortSignal.abort();
    await assert.rejects(bench.client.readFeed(newest, { signal: ended }));
    const controller = new AbortController();
    bench.service.answer((response) => {
      response.writeHead(200).flushHeaders();
      controller.abort();
    });
    await assert.rejects(bench.read({}, controller.signal));
    assert.deepEqual(logged(), ["info"]);
  });
});
