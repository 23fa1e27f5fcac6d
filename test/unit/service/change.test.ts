/** The whole client: changes. */
import assert from "node:assert/strict";
import type { Failure } from "../../../src/service/errors";
import type { ChangeRequest } from "../../../src/service/types";
import { describeRequest } from "../../../src/service/urls";
import {
  compressed,
  cutInBody,
  endless,
  page,
  raw,
  readingBody,
  redirect,
  reset,
  silence,
  stall,
  status,
  webPage,
} from "../../support/services/scriptedAnswers";
import { type Answer, ScriptedService } from "../../support/services/scriptedService";
import { Bench, failing, feedOf, key, turns } from "./fixture";

const collection = "research papers";
const anyChange: ChangeRequest = { kind: "deleteAllDocuments", collection };
const day = 24 * 60 * 60_000;

describe("A change", () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await Bench.start();
  });
  afterEach(async () => {
    assert.deepEqual(bench.clock.pending, [], "a timer was left");
    await bench.dispose();
  });

  /** Asserts that a change fails with this response, and is sent only once. @returns the message */
  async function failed(
    answer: Answer,
    expected: Partial<Failure> & Pick<Failure, "kind">,
    mayHaveBeenApplied: boolean,
  ): Promise<string> {
    bench.service.answer(answer);
    const error = await failing(bench.client.change(anyChange), expected);
    assert.equal(error.mayHaveBeenApplied, mayHaveBeenApplied, "mayHaveBeenApplied");
    assert.match(bench.log[0] ?? "", /^(?:warn|.* aborted,)/);
    await sentOnce();
    return error.message;
  }

  async function sentOnce(): Promise<void> {
    bench.clock.advance(day);
    await turns();
    assert.equal(bench.service.requests.length, 1);
    assert.equal(bench.log.length, 1);
  }

  const requests: readonly [ChangeRequest, line: string, body?: string][] = [
    [
      { kind: "createCollection", collection, description: "Papers & more" },
      "PUT /v2/collections/research%20papers",
      '{"description":"Papers & more"}',
    ],
    [{ kind: "createCollection", collection }, "PUT /v2/collections/research%20papers", "{}"],
    [{ kind: "deleteCollection", collection }, "DELETE /v2/collections/research%20papers"],
    [
      { kind: "changeEnvironment", collection, environment: "staging" },
      "PATCH /v2/collections/research%20papers/environment",
      '{"new_environment":"staging"}',
    ],
    [anyChange, "DELETE /v2/collections/research%20papers/documents"],
    [
      { kind: "deleteDocument", collection, documentId: "doc/1?x=%2F" },
      "DELETE /v2/collections/research%20papers/documents/doc%2F1%3Fx%3D%252F",
    ],
    [
      {
        kind: "createSubscription",
        settings: {
          callbackUrl: "https://hooks.example.com/a?b=c",
          domains: ["acme.example"],
          feeds: ["events", "publications"],
          secret: "s3cret",
        },
      },
      "POST /v2/datasets/companydata/webhooks/subscriptions",
      '{"callback_url":"https://hooks.example.com/a?b=c","watchlist_domains":["acme.example"],' +
        '"feeds":["events","publications"],"secret":"s3cret"}',
    ],
    [
      { kind: "updateSubscription", id: "whk_1/2", settings: { domains: ["globex.example"] } },
      "PATCH /v2/datasets/companydata/webhooks/subscriptions/whk_1%2F2",
      '{"watchlist_domains":["globex.example"]}',
    ],
    [
      { kind: "deleteSubscription", id: "whk_1/2" },
      "DELETE /v2/datasets/companydata/webhooks/subscriptions/whk_1%2F2",
    ],
  ];
  for (const [change, line, body = ""] of requests) {
    it(`sends exactly the request that was described before, once: ${line}`, async () => {
      let sent: string | undefined;
      bench.service.answer(readingBody((text) => (sent = text), page({ success: true })));
      assert.deepEqual(await bench.client.change(change), { status: 200 });
      const lines = bench.service.requests.map(({ method, target }) => `${method} ${target}`);
      assert.deepEqual(lines, [line]);
      assert.equal(sent, body);
      const { headers } = bench.service.last;
      assert.equal(headers.authorization, `Bearer ${key}`);
      assert.equal(headers["content-type"], body === "" ? undefined : "application/json");
      const described = describeRequest({ baseUrl: bench.service.origin, dataset: "companydata" }, change);
      assert.equal(`${described.method} ${described.url.pathname}`, line);
      assert.equal(described.body ?? "", body);
      await sentOnce();
    });
  }

  it("is logged with method, path and status, but without key and body", async () => {
    bench.service.answer(page({ message: "Hidden." }));
    const description = `Secret plans, ${key}`;
    await bench.client.change({ kind: "createCollection", collection: `a ${key}`, description });
    assert.deepEqual(bench.log, ["info PUT /v2/collections/a%20[key] → 200, 0 ms, 21 bytes, attempt 1"]);
  });

  it("uses a new connection, because an existing one may be closing", async () => {
    bench.service.answer(page(feedOf()), page({}), page({}), page(feedOf()));
    await bench.read();
    await bench.client.change(anyChange);
    await bench.client.change(anyChange);
    await bench.read();
    assert.deepEqual(
      bench.service.requests.map(({ connection }) => connection),
      [1, 2, 3, 1],
    );
  });

  describe("is not sent", () => {
    it("after the caller has aborted it", async () => {
      const aborted = bench.client.change(anyChange, { signal: AbortSignal.abort() });
      assert.equal((await failing(aborted, { kind: "aborted" })).mayHaveBeenApplied, false);
      assert.equal(bench.service.openConnections, 0);
      assert.deepEqual(bench.log, []);
    });

    it("when the connection is refused", async () => {
      const client = bench.clientAt(bench.service.origin);
      await bench.service.dispose();
      const error = await failing(client.change(anyChange), { kind: "unreachable", code: "ECONNREFUSED" });
      assert.equal(error.mayHaveBeenApplied, false);
      bench = await Bench.start();
    });
  });

  describe("succeeds with any 2xx", () => {
    const long = JSON.stringify({ message: "x".repeat(5000), filler: "y".repeat(40_000) });
    const answers: [string, Answer, number][] = [
      ["201", status(201), 201],
      ["204", (response) => void response.writeHead(204).end(), 204],
      ["a web page", webPage(200), 200],
      ["an empty body", page(""), 200],
      ["a body cut short", cutInBody(long, 1000), 200],
      ["a body beyond the limit", endless("x".repeat(5000)), 200],
    ];
    for (const [name, answer, code] of answers) {
      it(`and ${name}`, async () => {
        bench.service.answer(answer);
        assert.deepEqual(await bench.client.change(anyChange), { status: code });
        assert.deepEqual(bench.outcomes, [String(code)]);
        await sentOnce();
      });
    }

    it("and a body that never ends", async () => {
      bench.service.answer(stall(long, 1000));
      const controller = new AbortController();
      const call = bench.client.change(anyChange, { signal: controller.signal });
      await bench.service.received(1);
      await turns();
      controller.abort();
      assert.deepEqual(await call, { status: 200 });
      await sentOnce();
      await bench.service.quiet();
    });

    it("and returns what its body says, as far as it is readable", async () => {
      bench.service.answer(
        status(201, { message: `Made it, ${key}!`, collection_id: "col_1", documents_deleted: 7 }),
        compressed("gzip", { message: { text: 1 }, collection_id: 1, documents_deleted: -1 }),
      );
      const response = await bench.client.change(anyChange);
      assert.deepEqual(response, { status: 201, documentsDeleted: 7 });
      assert.deepEqual(await bench.client.change(anyChange), { status: 200 });
    });
  });

  describe("is sent once and fails", () => {
    const statuses: [number, Failure["kind"], boolean][] = [
      [400, "rejected", false],
      [401, "unauthorized", false],
      [403, "forbidden", false],
      [408, "unavailable", false],
      [409, "rejected", false],
      [410, "notOffered", false],
      [429, "unavailable", false],
      [500, "unavailable", true],
      [501, "notOffered", false],
      [503, "unavailable", true],
      [304, "malformed", true],
    ];
    for (const [code, kind, mayHaveBeenApplied] of statuses) {
      it(`with ${code}${mayHaveBeenApplied ? " (may have been applied)" : ""}`, async () => {
        await failed(status(code, "", { "Retry-After": "1" }), { kind }, mayHaveBeenApplied);
        assert.deepEqual(bench.outcomes, [`${code} ${kind}`]);
      });
    }

    for (const code of [303, 307]) {
      it(`with ${code} instead of following the redirect (may have been applied)`, async () => {
        const elsewhere = await ScriptedService.start();
        try {
          const location = code === 307 ? `${elsewhere.origin}/?key=${key}` : "/v2/elsewhere?token=a#b";
          const message = await failed(redirect(code, location), { kind: "redirected" }, true);
          assert.ok(message.endsWith(` redirected the request (${code}). A change isn't sent again.`));
          assert.deepEqual(elsewhere.requests, []);
        } finally {
          await elsewhere.dispose();
        }
      });
    }

    const lost: [string, Answer, RegExp][] = [
      ["a reset", reset(), /The connection to \S+ was closed\./],
      ["half a header", raw("HTTP/1.1 200 OK\r\nContent-Le"), /The connection to \S+ was closed\./],
      ["a response that is not HTTP", raw("SSH-2.0-OpenSSH_9.2\r\n"), /connection to \S+ failed \(HPE_/],
    ];
    for (const [name, answer, sentence] of lost) {
      it(`by ${name} (may have been applied)`, async () => {
        assert.match(await failed(answer, { kind: "unreachable" }, true), sentence);
      });
    }

    it("after two minutes without a response (may have been applied)", async () => {
      bench.service.answer(silence());
      const call = failing(bench.client.change(anyChange), { kind: "timeout" });
      await bench.service.received(1);
      bench.clock.advance(119_999);
      await turns();
      assert.equal(bench.service.openConnections, 1, "given up too early");
      bench.clock.advance(1);
      assert.equal((await call).mayHaveBeenApplied, true);
      await sentOnce();
      await bench.service.quiet();
    });

    it("if the caller aborts it before the response (may have been applied)", async () => {
      bench.service.answer(silence());
      const controller = new AbortController();
      const change = bench.client.change(anyChange, { signal: controller.signal });
      const call = failing(change, { kind: "aborted" });
      await bench.service.received(1);
      controller.abort();
      assert.equal((await call).mayHaveBeenApplied, true);
      await sentOnce();
      await bench.service.quiet();
    });
  });
});
