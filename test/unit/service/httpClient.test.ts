import assert from "node:assert/strict";
import dns from "node:dns";
import https from "node:https";
import type { Failure } from "../../../src/service/errors";
import {
  compressed,
  cutInBody,
  endless,
  page,
  redirect,
  reset,
  silence,
  stall,
  status,
  webPage,
} from "../../support/services/scriptedAnswers";
import { type Answer, ScriptedService } from "../../support/services/scriptedService";
import { createSelfSignedCertificate } from "./selfSignedCertificate";
import { Bench, eventNamed, failing, feedOf, key, newest, turns } from "./fixture";

const good = page(feedOf(eventNamed("evt_1")));
const large = feedOf(...Array.from({ length: 500 }, (_, i) => eventNamed(`evt_${i}`)));
const whole = JSON.stringify(large);

describe("A request", () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await Bench.start();
  });
  afterEach(() => bench.dispose());

  async function restart(...how: Parameters<typeof Bench.start>): Promise<void> {
    await bench.dispose();
    bench = await Bench.start(...how);
  }

  /** Asserts that a request fails with these responses, one per attempt. */
  async function failed(expected: Partial<Failure> & Pick<Failure, "kind">, ...answers: Answer[]) {
    const before = bench.service.requests.length;
    bench.service.answer(...answers);
    const error = await failing(bench.read(), expected);
    assert.equal(bench.service.requests.length - before, answers.length);
    return error;
  }

  describe("that is sent", () => {
    it("has headers for key, organization and content type, but no cookie or referrer", async () => {
      await restart({ organizationId: " 7e0c0a9e-org " });
      bench.service.answer(page(feedOf()));
      await bench.read();
      const { method, path, headers } = bench.service.last;
      assert.deepEqual([method, path], ["GET", "/v2/datasets/companydata/feed"]);
      assert.equal(headers.authorization, `Bearer ${key}`);
      assert.equal(headers["x-organization-id"], "7e0c0a9e-org");
      assert.equal(headers.accept, "application/json");
      assert.deepEqual([headers.cookie, headers.referer], [undefined, undefined]);
    });

    it("is logged as one line, without the key, and as a warning only if it failed", async () => {
      bench.service.answer(good, status(401), stall(large, 10));
      await bench.read({ sector: key });
      await failing(bench.read(), { kind: "unauthorized" });
      const controller = new AbortController();
      const canceled = failing(bench.read({}, controller.signal), { kind: "aborted" });
      await bench.service.received(3);
      controller.abort();
      await canceled;
      const lines = bench.log;
      const url = "GET /v2/datasets/companydata/feed?page_size=40&fields=full";
      assert.equal(
        lines[0],
        `info ${url}&sector=[key] → 200, 0 ms, ${JSON.stringify(feedOf(eventNamed("evt_1"))).length} bytes, attempt 1`,
      );
      assert.equal(lines[1], `warn ${url} → 401 unauthorized, 0 ms, 0 bytes, attempt 1`);
      assert.match(lines[2] ?? "", /^info .* aborted, /);
      assert.equal(lines.length, 3);
    });

    it("reuses the previous connection, or opens a new one if that was closed", async () => {
      bench.service.answer(page(feedOf()), page(feedOf()), reset(), good);
      await bench.read();
      await bench.read();
      assert.deepEqual(
        bench.service.requests.map(({ connection }) => connection),
        [1, 1],
      );
      assert.equal((await bench.read()).items.length, 1);
      assert.deepEqual(bench.outcomes, ["200", "200", "unreachable", "200"]);
    });
  });

  describe("whose response is an error", () => {
    for (const code of [408, 429, 500, 503, 599]) {
      it(`is retried after ${code}`, async () => {
        bench.service.answer(status(code), good);
        assert.equal((await bench.read()).items.length, 1);
        assert.deepEqual(bench.outcomes, [`${code} unavailable`, "200"]);
        assert.match(bench.log[1] ?? "", /, attempt 2$/);
      });
    }

    it("fails with the kind of its status, even if the body is incomplete", async () => {
      await failed({ kind: "unauthorized" }, (response) => {
        response.writeHead(401, { "Content-Length": 100 });
        response.write("{");
        setImmediate(() => response.socket?.resetAndDestroy());
      });
      await failed({ kind: "forbidden" }, (response) => {
        response.writeHead(403).write("x".repeat(100_000));
      });
      bench.service.answer(stall({ detail: "Because." }, 5, 404));
      const call = failing(bench.read(), { kind: "notFound" });
      await bench.service.received(3);
      await turns();
      bench.clock.advance(30_000);
      await call;
    });
  });

  describe("whose body is cut short or is not JSON", () => {
    const cuts: [string, Answer, Failure["kind"]][] = [
      ["short of the announced length", cutInBody(whole, 20_000), "interrupted"],
      ["with a length that fits", page(whole.slice(0, 20_000)), "malformed"],
      ["gzip, of the length announced", compressed("gzip", large, 2000), "malformed"],
      ["brotli, of the length announced", compressed("br", large, 1000), "interrupted"],
      ["reset before the response", reset(), "unreachable"],
      ["a web page", webPage(200), "malformed"],
    ];
    for (const [name, cut, kind] of cuts) {
      it(`is retried instead of returning a shorter list: ${name}`, async () => {
        bench.service.answer(cut, good);
        const { items } = await bench.read();
        assert.deepEqual(
          items.map(({ value }) => value.id),
          ["evt_1"],
        );
        const [first, ...others] = bench.outcomes;
        assert.ok(first?.endsWith(kind));
        assert.deepEqual(others, ["200"]);
        await failed({ kind }, cut, cut, cut);
      });
    }
  });

  describe("whose body is valid", () => {
    for (const coding of ["gzip", "br"] as const) {
      it(`may be compressed with ${coding}`, async () => {
        bench.service.answer(compressed(coding, large));
        assert.equal((await bench.read()).items.length, 500);
        assert.ok(bench.log[0]?.includes(`, ${whole.length} bytes,`));
      });
    }

    it("may be as large as the limit, but not larger, with or without length and compression", async () => {
      await restart({}, { bodyLimitBytes: whole.length });
      bench.service.answer(page(whole), compressed("gzip", whole));
      assert.equal((await bench.read()).items.length, 500);
      assert.equal((await bench.read()).items.length, 500);
      const tooLarge = { kind: "tooLarge" } as const;
      await failed(tooLarge, page(`${whole} `));
      await failed(tooLarge, endless("x".repeat(5000)));
      await failed(tooLarge, compressed("gzip", " ".repeat(1_000_000)));
      const bytes = bench.log.map((line) => Number(/ (\d+) bytes/.exec(line)?.[1]));
      assert.ok(bytes.every((each) => each < 3 * whole.length));
      await bench.service.quiet();
    });
  });

  describe("that takes too long", () => {
    const slow: [string, Answer][] = [
      ["headers that never come", silence()],
      ["a body that stops", stall(large, 10_000)],
      ["a body that never ends", endless(" ")],
    ];
    for (const [name, answer] of slow) {
      it(`times out after the second attempt: ${name}`, async () => {
        bench.service.answer(answer, answer);
        const call = failing(bench.read(), { kind: "timeout" });
        await bench.service.received(1);
        await turns();
        bench.clock.advance(29_999);
        await turns();
        assert.equal(bench.retries.length, 0);
        bench.clock.advance(1);
        await bench.service.received(2);
        await turns();
        bench.clock.advance(30_000);
        assert.match((await call).message, / took longer than 30 s to respond\.$/);
        assert.ok(bench.outcomes.every((outcome) => outcome.endsWith("timeout")));
        assert.deepEqual(bench.clock.pending, []);
        await bench.service.quiet();
      });

      it(`can be canceled at once: ${name}`, async () => {
        bench.service.answer(answer);
        const controller = new AbortController();
        const call = failing(bench.read({}, controller.signal), { kind: "aborted" });
        await bench.service.received(1);
        await turns();
        controller.abort();
        await call;
        assert.equal(bench.service.requests.length, 1);
        assert.deepEqual(bench.clock.pending, []);
        await bench.service.quiet();
      });
    }

    it("can be canceled before it is sent, and between two attempts", async () => {
      await failing(bench.read({}, AbortSignal.abort()), { kind: "aborted" });
      assert.equal(bench.service.requests.length, 0);
      bench.service.answer(status(503, "", { "Retry-After": "20" }));
      const controller = new AbortController();
      const call = failing(bench.client.readFeed(newest, { signal: controller.signal }), { kind: "aborted" });
      await bench.clock.timerOf(20_000);
      controller.abort();
      await call;
      assert.deepEqual([bench.clock.pending, bench.service.requests.length], [[], 1]);
    });
  });

  describe("that is redirected", () => {
    for (const code of [301, 308]) {
      it(`is followed with the key within the origin: ${code}`, async () => {
        bench.service.answer(redirect(code, "/v2/elsewhere?a=b#c"), good);
        assert.equal((await bench.read()).items.length, 1);
        const { path, query, headers } = bench.service.last;
        assert.deepEqual([path, query], ["/v2/elsewhere", "?a=b"]);
        assert.equal(headers.authorization, `Bearer ${key}`);
        assert.deepEqual(bench.outcomes, [String(code), "200"]);
        assert.match(bench.log[1] ?? "", /^info GET \/v2\/elsewhere\?a=b .* attempt 1$/);
      });
    }

    it("isn't followed to another port, scheme or host", async () => {
      const thief = await ScriptedService.start();
      try {
        const { port, origin: asked } = bench.service;
        const elsewhere: [location: string, origin: string][] = [
          [`${thief.origin}/take?token=${key}`, thief.origin],
          [`//127.0.0.1:${thief.port}/take`, thief.origin],
          [`https://127.0.0.1:${port}/x`, `https://127.0.0.1:${port}`],
          [`http://localhost:${port}/x`, `http://localhost:${port}`],
          [`https://${key}.example/`, "https://[key].example"],
          ["data:application/json,{}", "data:"],
        ];
        for (const [location, origin] of elsewhere) {
          const { message } = await failed({ kind: "redirected" }, redirect(307, location));
          assert.equal(message, `${asked} redirects to ${origin}. The API key wasn't sent there.`);
        }
        assert.equal(thief.requests.length, 0);
      } finally {
        await thief.dispose();
      }
    });

    it("is followed up to five times, and leaves no connection open", async () => {
      const around = redirect(302, "/v2/datasets/companydata/feed");
      bench.service.answer(around, around, around, around, around, good);
      await bench.read();
      await failed({ kind: "redirected" }, around, around, around, around, around, around);
      bench.service.answer((response) => {
        response.writeHead(302, { Location: "https://login.example.com/" }).write("x");
      });
      await failing(bench.read(), { kind: "redirected" });
      await bench.service.quiet();
    });
  });

  describe("that is retried", () => {
    const date = (ms: number) => new Date(ms).toUTCString();
    const served = Date.UTC(2026, 0, 1, 12);
    /** Expected waits; without advice, the backoff is 625 ms. */
    const waited: [string, Record<string, string>, number][] = [
      ["seconds", { "Retry-After": "7" }, 7000],
      ["none", {}, 625],
      ["the longest that is waited for", { "Retry-After": "60" }, 60_000],
      [
        "a date, on the service's own clock",
        { "Retry-After": date(served + 9000), Date: date(served) },
        9000,
      ],
      ["a date gone by", { "Retry-After": date(served - 9000), Date: date(served) }, 625],
      ["nonsense", { "Retry-After": "soon" }, 625],
    ];
    for (const [name, headers, delayMs] of waited) {
      it(`waits ${delayMs} ms as advised: ${name}`, async () => {
        bench.service.answer(status(503, "", headers), good);
        await bench.read();
        assert.deepEqual(
          bench.retries.map((retry) => [retry.delayMs, retry.error.kind]),
          [[delayMs, "unavailable"]],
        );
      });
    }

    const day = 24 * 60 * 60 * 1000;
    const beyond: [string, Record<string, string>, number][] = [
      ["61 seconds", { "Retry-After": "61" }, 61_000],
      ["more digits than a number holds", { "Retry-After": "9".repeat(400) }, day],
      ["an hour as a date", { "Retry-After": date(served + 3_600_000), Date: date(served) }, 3_600_000],
    ];
    for (const [name, headers, retryAfterMs] of beyond) {
      it(`fails instead of waiting longer: ${name}`, async () => {
        await failed({ kind: "unavailable", status: 429, retryAfterMs }, status(429, "", headers));
        assert.deepEqual(bench.retries, []);
      });
    }

    it("waits exponentially longer, with random jitter", async () => {
      bench.service.answer(status(503), status(503), good, status(503), status(503), good);
      bench.random = 0.999999;
      await bench.read();
      bench.random = 0;
      await bench.read();
      assert.deepEqual(
        bench.retries.map(({ delayMs }) => delayMs),
        [750, 1500, 500, 1000],
      );
    });
  });

  it("fails at once if the host name doesn't resolve", async () => {
    const code = "ENOTFOUND";
    const { lookup } = dns;
    dns.lookup = ((_name: string, _options: object, done: (error: Error) => void) =>
      done(Object.assign(new Error("no such name"), { code }))) as typeof lookup;
    try {
      const client = bench.clientAt("https://api.example.com");
      await failing(client.readFeed(newest), { kind: "unreachable", code });
    } finally {
      dns.lookup = lookup;
    }
  });
});

describe("A request over TLS", () => {
  const tls = createSelfSignedCertificate("localhost");
  let bench: Bench;
  beforeEach(async () => {
    bench = await Bench.start({}, {}, { tls });
  });
  afterEach(async () => {
    delete https.globalAgent.options.ca;
    await bench.dispose();
  });

  it("fails at once for an untrusted certificate or that of another host", async () => {
    await failing(bench.read(), { kind: "untrusted", code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
    https.globalAgent.options.ca = tls.cert;
    await failing(bench.read(), { kind: "untrusted", code: "ERR_TLS_CERT_ALTNAME_INVALID" });
    assert.deepEqual([bench.log.length, bench.service.requests.length], [2, 0]);
  });

  it("fails for a service that uses plain HTTP", async () => {
    const plain = await ScriptedService.start();
    await failing(bench.clientAt(`https://127.0.0.1:${plain.port}`).readFeed(newest), { kind: "untrusted" });
    await plain.dispose();
  });
});
