import assert from "node:assert/strict";
import dns from "node:dns";
import type { Failure } from "../../../../src/api/errors";
import type { Answer } from "../../../support/services/scriptedService";
import { ScriptedService } from "../../../support/services/scriptedService";
import {
  compressed,
  cutInBody,
  cutInChunks,
  endless,
  page,
  raw,
  redirect,
  reset,
  resetBeforeBody,
  resetInBody,
  silence,
  stall,
  status,
  webPage,
} from "../../../support/services/scriptedAnswers";
import { Bench, eventNamed, failing, feedOf, key, newest, turns } from "../fixture";

const good = page(feedOf(eventNamed("evt_1")));
const large = feedOf(...Array.from({ length: 500 }, (_, i) => eventNamed(`evt_${i}`)));

describe("HTTP faults", () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await Bench.start();
  });
  afterEach(() => bench.dispose());

  /** The failure of a request that gets these responses, one per attempt. */
  const failed = async (expected: Partial<Failure> & Pick<Failure, "kind">, ...answers: Answer[]) => {
    bench.service.answer(...answers);
    const error = await failing(bench.read(), expected);
    assert.equal(bench.service.requests.length, answers.length);
    assert.equal(bench.log.length, answers.length);
    assert.ok(bench.log.every(({ failure, status: logged }) => failure !== undefined || logged === 302));
    return error;
  };

  describe("statuses", () => {
    const final: [number, Failure["kind"]][] = [
      [400, "rejected"],
      [401, "unauthorized"],
      [403, "forbidden"],
      [404, "notFound"],
      [407, "rejected"],
      [422, "rejected"],
      [501, "unavailable"],
      [599, "unavailable"],
      [304, "malformed"],
    ];
    for (const [code, kind] of final) {
      it(`${code} is ${kind}, at once`, async () => {
        const error = await failed(
          { kind, status: code },
          status(code, code === 304 ? "" : { detail: "Because." }),
        );
        assert.ok(code === 304 || error.message.endsWith(": Because."));
        assert.equal(bench.log[0]?.status, code);
      });
    }

    for (const code of [408, 409, 429, 500, 502, 503, 504]) {
      it(`${code} is retried`, async () => {
        bench.service.answer(status(code), good);
        assert.equal((await bench.read()).items.length, 1);
        assert.deepEqual(
          bench.log.map(({ attempt, status: logged, failure }) => ({ attempt, logged, failure })),
          [
            { attempt: 1, logged: code, failure: "unavailable" },
            { attempt: 2, logged: 200, failure: undefined },
          ],
        );
      });
    }

    it("500 with a web page is unavailable after three attempts, without HTML in the message", async () => {
      const error = await failed(
        { kind: "unavailable", status: 500 },
        webPage(500),
        webPage(500),
        webPage(500),
      );
      assert.ok(!error.message.includes("<"));
    });

    it("an echoed key is redacted in every encoding", async () => {
      const header = `Bearer ${key}`;
      const spellings = [
        key.toLowerCase(),
        encodeURIComponent(key),
        encodeURIComponent(encodeURIComponent(key)),
        Buffer.from(key).toString("base64"),
        Buffer.from(header).toString("base64url"),
      ];
      const error = await failed(
        { kind: "unauthorized" },
        status(401, { message: `Unknown: ${spellings.join(" ")}` }),
      );
      assert.match(error.message, /Unknown: (\[key\]=* ?){5}$/);
    });

    it("an echoed key is redacted", async () => {
      const error = await failed(
        { kind: "unauthorized" },
        status(401, { message: `Unknown key: Bearer ${key}` }),
      );
      assert.match(error.message, /Unknown key: Bearer \[key\]/);
    });

    it("an error keeps its kind when its body is cut off, endless or huge", async () => {
      await failed({ kind: "unauthorized" }, (response) => {
        response.writeHead(401, { "Content-Length": 100 });
        response.write("{");
        setImmediate(() => response.socket?.resetAndDestroy());
      });
      bench.service.answer((response) => {
        response.writeHead(403).write("x".repeat(100_000));
      });
      await failing(bench.read(), { kind: "forbidden" });
      bench.service.answer(stall({ detail: "Because." }, 5, 404));
      const call = failing(bench.read(), { kind: "notFound" });
      await bench.service.received(3);
      await turns();
      bench.clock.advance(30_000);
      await call;
    });
  });

  describe("200 without a page", () => {
    const bodies: [string, unknown][] = [
      ["a web page", "<!DOCTYPE html><html></html>"],
      ["an empty body", ""],
      ["null", "null"],
      ["an array", "[]"],
      ["a string", '"events"'],
      ["an object without the list", "{}"],
      ["a list that is none", { events: { length: 1 } }],
      ["a list that is null", { events: null }],
      ["the other endpoint's answer", { collections: [] }],
      ["half a page", JSON.stringify(large).slice(0, 1000)],
      ["nesting beyond measure", `{"events":[],"meta":${"[".repeat(600)}${"]".repeat(600)}}`],
    ];
    for (const [name, body] of bodies) {
      it(`${name} is malformed`, async () => {
        await failed({ kind: "malformed", status: 200 }, page(body));
      });
    }

    it("204 is malformed", () =>
      failed({ kind: "malformed", status: 204 }, (response) => void response.writeHead(204).end()));

    it("64 MiB of brackets are rejected without being parsed", async () => {
      await failed({ kind: "malformed" }, page("[".repeat(32 * 1024 * 1024) + "]".repeat(32 * 1024 * 1024)));
    });
  });

  describe("truncated bodies", () => {
    const whole = JSON.stringify(large);
    const cuts: [string, Answer, "unreachable"?][] = [
      ["short of the announced length", cutInBody(whole, 20_000)],
      ["with nothing of it sent", cutInBody(whole, 0)],
      ["in chunks, without the last one", cutInChunks(whole, 20_000)],
      ["in chunks, with all of the JSON there", cutInChunks(whole, whole.length)],
      ["gzip, of the length announced", compressed("gzip", large, 2000)],
      ["gzip, without its last byte", compressed("gzip", large, -1)],
      ["brotli, of the length announced", compressed("br", large, 1000)],
      ["deflate, of the length announced", compressed("deflate", large, 2000)],
      ["reset before the answer", reset(), "unreachable"],
      ["reset between headers and body", resetBeforeBody(whole)],
      ["reset in the body", resetInBody(whole, 20_000)],
    ];
    for (const [name, cut, kind = "interrupted"] of cuts) {
      it(`${name}: retried`, async () => {
        bench.service.answer(cut, good);
        const { items } = await bench.read();
        assert.deepEqual(
          items.map(({ value }) => value.id),
          ["evt_1"],
        );
        assert.deepEqual(
          bench.log.map(({ failure }) => failure),
          [kind, undefined],
        );
      });

      it(`${name}: ${kind} after all attempts`, () => failed({ kind }, cut, cut, cut));
    }

    it("a corrupt compressed body is malformed", async () => {
      await failed({ kind: "malformed" }, page("not gzip at all", { "Content-Encoding": "gzip" }));
      bench.service.answer(page("not brotli at all", { "Content-Encoding": "br" }));
      await failing(bench.read(), { kind: "malformed" });
    });
  });

  describe("connections", () => {
    it("a server that does not speak HTTP is unreachable", async () => {
      await failed({ kind: "unreachable" }, raw("SSH-2.0-OpenSSH_9.2\r\n"), reset(), raw("\r\n\r\n\u0000"));
    });

    it("a port without a listener is unreachable after three attempts", async () => {
      const gone = await ScriptedService.start();
      const { origin } = gone;
      await gone.dispose();
      const attempts: number[] = [];
      const client = bench.clientAt(origin, ({ attempt }) => attempts.push(attempt));
      const onRetry = () => setImmediate(() => bench.clock.advance(60_000));
      await failing(client.readFeed(newest, { onRetry }), { kind: "unreachable", code: "ECONNREFUSED" });
      assert.deepEqual(attempts, [1, 2, 3]);
    });

    const names: [string, number][] = [
      ["ENOTFOUND", 1],
      ["EAI_AGAIN", 3],
    ];
    for (const [code, expected] of names) {
      it(`a name that does not resolve (${code}) is unreachable, after ${expected} of 3 attempts`, async () => {
        const { lookup } = dns;
        dns.lookup = ((_name: string, _options: object, done: (error: Error) => void) =>
          done(Object.assign(new Error("no such name"), { code }))) as typeof lookup;
        try {
          let attempts = 0;
          const client = bench.clientAt("https://api.example.com", () => attempts++);
          const onRetry = () => setImmediate(() => bench.clock.advance(60_000));
          await failing(client.readFeed(newest, { onRetry }), { kind: "unreachable", code });
          assert.equal(attempts, expected);
        } finally {
          dns.lookup = lookup;
        }
      });
    }
  });

  describe("size", () => {
    it("a body beyond the limit is dropped, with or without length and compression", async () => {
      await bench.dispose();
      bench = await Bench.start({}, { bodyLimitBytes: 10_000 });
      const tooLarge = { kind: "tooLarge", limitBytes: 10_000 } as const;
      await failed(tooLarge, page(large));
      bench.service.answer(
        endless("x".repeat(5000)),
        compressed("gzip", " ".repeat(1_000_000)),
        page(feedOf()),
      );
      await failing(bench.read(), tooLarge);
      await failing(bench.read(), tooLarge);
      assert.ok(bench.log.every(({ bytes }) => bytes < 200_000));
      assert.deepEqual((await bench.read()).items, []);
    });

    it("a body of exactly the limit is accepted", async () => {
      const body = JSON.stringify(large);
      await bench.dispose();
      bench = await Bench.start({}, { bodyLimitBytes: body.length });
      bench.service.answer(page(body), compressed("gzip", body), page(`${body} `));
      assert.equal((await bench.read()).items.length, 500);
      assert.equal((await bench.read()).items.length, 500);
      await failing(bench.read(), { kind: "tooLarge" });
    });

    it("no connection stays open after a body was dropped", async () => {
      await bench.dispose();
      bench = await Bench.start({}, { bodyLimitBytes: 10_000 });
      bench.service.answer(endless("x".repeat(5000)));
      await failing(bench.read(), { kind: "tooLarge" });
      await bench.service.quiet();
    });
  });

  describe("time", () => {
    const slow: [string, Answer][] = [
      ["headers that never come", silence()],
      ["a body that never comes", stall(large, 0)],
      ["a body that stops", stall(large, 10_000)],
      ["a body that never ends", endless(" ")],
    ];
    it("a timeout reports whether the response had started", async () => {
      bench.service.answer(silence(), silence());
      const call = failing(bench.read(), { kind: "timeout", responding: false });
      for (const count of [1, 2]) {
        await bench.service.received(count);
        bench.clock.advance(30_000);
      }
      await call;
    });

    for (const [name, answer] of slow) {
      it(`${name}: timeout after the second attempt`, async () => {
        bench.service.answer(answer, answer);
        const call = failing(bench.read(), { kind: "timeout", timeoutMs: 30_000 });
        await bench.service.received(1);
        await turns();
        bench.clock.advance(29_999);
        await turns();
        assert.equal(bench.retries.length, 0);
        bench.clock.advance(1);
        await bench.service.received(2);
        await turns();
        bench.clock.advance(30_000);
        await call;
        assert.deepEqual(
          bench.log.map(({ failure }) => failure),
          ["timeout", "timeout"],
        );
        assert.deepEqual(bench.clock.pending, []);
        await bench.service.quiet();
      });

      it(`${name}: canceled at once by the caller`, async () => {
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

    it("a request during sleep succeeds with the next attempt", async () => {
      bench.service.answer(stall(large, 1000), good);
      const call = bench.read();
      await bench.service.received(1);
      bench.clock.advance(8 * 60 * 60 * 1000);
      assert.equal((await call).items.length, 1);
    });

    it("a request that was canceled before is not sent", async () => {
      await failing(bench.read({}, AbortSignal.abort()), { kind: "aborted" });
      assert.equal(bench.service.requests.length, 0);
    });

    it("a request can be canceled between two attempts", async () => {
      bench.service.answer(status(503, "", { "Retry-After": "20" }));
      const controller = new AbortController();
      const call = failing(bench.client.readFeed(newest, { signal: controller.signal }), { kind: "aborted" });
      await bench.clock.timerOf(20_000);
      controller.abort();
      await call;
      assert.deepEqual(bench.clock.pending, []);
      assert.equal(bench.service.requests.length, 1);
    });

    it("a request can be canceled from onRetry", async () => {
      bench.service.answer(status(503));
      const controller = new AbortController();
      const options = { signal: controller.signal, onRetry: () => controller.abort() };
      await failing(bench.client.readFeed(newest, options), { kind: "aborted" });
      assert.deepEqual(bench.clock.pending, []);
    });

    it("no listener stays on the caller's signal", async () => {
      const { signal } = new AbortController();
      let listeners = 0;
      const add = signal.addEventListener.bind(signal);
      const remove = signal.removeEventListener.bind(signal);
      signal.addEventListener = (...all: Parameters<typeof add>) => {
        listeners++;
        add(...all);
      };
      signal.removeEventListener = (...all: Parameters<typeof remove>) => {
        listeners--;
        remove(...all);
      };
      bench.service.answer(status(503), reset(), good);
      await bench.read({}, signal);
      assert.equal(listeners, 0);
    });
  });

  describe("redirects", () => {
    for (const code of [301, 302, 303, 307, 308]) {
      it(`${code} within the origin is followed with the key`, async () => {
        bench.service.answer(redirect(code, "/v2/elsewhere?a=b#c"), good);
        assert.equal((await bench.read()).items.length, 1);
        assert.equal(bench.service.last.path, "/v2/elsewhere");
        assert.equal(bench.service.last.query, "?a=b");
        assert.equal(bench.service.last.headers.authorization, `Bearer ${key}`);
        assert.deepEqual(
          bench.log.map(({ path, status: logged, attempt }) => `${path} ${logged} ${attempt}`),
          [`/v2/datasets/companydata/feed ${code} 1`, "/v2/elsewhere 200 1"],
        );
      });
    }

    it("to another port, scheme or host are not followed", async () => {
      const thief = await ScriptedService.start();
      try {
        const { port } = bench.service;
        /** Where they go to, and how that is told and reported. */
        const elsewhere: [location: string, told: string, reported: string][] = [
          [`${thief.origin}/take?token=${key}`, thief.origin, `${thief.origin}/take`],
          [`http://localhost:${port}/`, `http://localhost:${port}`, `http://localhost:${port}/`],
          [`https://127.0.0.1:${port}/`, `https://127.0.0.1:${port}`, `https://127.0.0.1:${port}/`],
          [`//127.0.0.1:${thief.port}/`, thief.origin, `${thief.origin}/`],
          ["http://evil.example/", "http://evil.example", "http://evil.example/"],
          [
            `http://u:p@127.0.0.1:${port}/`,
            "a URL with a user name or password",
            `http://127.0.0.1:${port}/`,
          ],
          ["data:application/json,{}", "data:", "data:"],
          ["file:///etc/passwd", "file:", "file:"],
        ];
        for (const [location, told, reported] of elsewhere) {
          bench.service.answer(redirect(307, location));
          const { message } = await failing(bench.read(), { kind: "redirected", location: reported });
          assert.equal(
            message,
            `${bench.service.origin} redirects to ${told}. The API key wasn't sent there.`,
          );
        }
        assert.equal(thief.requests.length, 0);
        assert.equal(bench.service.requests.length, elsewhere.length);
        assert.ok(bench.log.every(({ failure }) => failure === "redirected"));
      } finally {
        await thief.dispose();
      }
    });

    it("are reported with their target, without its query", async () => {
      const location = "https://login.example.com/sso?state=secret";
      await failed(
        { kind: "redirected", location: "https://login.example.com/sso" },
        redirect(302, location),
      );
    });

    it("five are followed, a loop is not", async () => {
      const around = redirect(302, "/v2/datasets/companydata/feed");
      bench.service.answer(around, around, around, around, around, good);
      await bench.read();
      bench.service.requests.length = 0;
      bench.log.length = 0;
      await failed({ kind: "redirected", loop: true }, around, around, around, around, around, around);
    });

    it("leave no connection open, regardless of their body", async () => {
      bench.service.answer((response) => {
        response.writeHead(302, { Location: "https://login.example.com/" }).write("x");
      });
      await failing(bench.read(), { kind: "redirected" });
      await bench.service.quiet();
    });

    it("without a valid location are malformed", async () => {
      bench.service.answer(status(302), redirect(302, "http://["));
      await failing(bench.read(), { kind: "malformed", status: 302 });
      await failing(bench.read(), { kind: "malformed", status: 302 });
    });

    it("share the timeout of their attempt", async () => {
      bench.service.answer(redirect(302, "/a"), silence(), redirect(302, "/a"), silence());
      const call = failing(bench.read(), { kind: "timeout", responding: true });
      for (const count of [2, 4]) {
        await bench.service.received(count);
        bench.clock.advance(30_000);
      }
      await call;
    });
  });

  describe("Retry-After", () => {
    const date = (ms: number) => new Date(ms).toUTCString();
    const served = Date.UTC(2026, 0, 1, 12);
    /** The wait after these headers; the backoff alone would be 750 ms. */
    const waited: [string, Record<string, string>, number][] = [
      ["seconds", { "Retry-After": "7" }, 7000],
      ["none", {}, 750],
      ["zero", { "Retry-After": "0" }, 750],
      ["the longest that is waited for", { "Retry-After": "60" }, 60_000],
      [
        "a date, on the service's own clock",
        { "Retry-After": date(served + 9000), Date: date(served) },
        9000,
      ],
      ["a date gone by", { "Retry-After": date(served - 9000), Date: date(served) }, 750],
      ["nonsense", { "Retry-After": "soon" }, 750],
      ["negative", { "Retry-After": "-5" }, 750],
      ["empty", { "Retry-After": "" }, 750],
    ];
    for (const [name, headers, delayMs] of waited) {
      for (const code of [429, 503]) {
        it(`${code}, ${name}: waits ${delayMs} ms`, async () => {
          bench.service.answer(status(code, "", headers), good);
          await bench.read();
          assert.deepEqual(
            bench.retries.map((retry) => [retry.attempt, retry.delayMs, retry.error.kind]),
            [[2, delayMs, "unavailable"]],
          );
        });
      }
    }

    const day = 24 * 60 * 60 * 1000;
    const beyond: [string, Record<string, string>, number][] = [
      ["61 seconds", { "Retry-After": "61" }, 61_000],
      ["a year in seconds", { "Retry-After": "31536000" }, day],
      ["a year's number", { "Retry-After": "2027" }, 2_027_000],
      ["more digits than a number holds", { "Retry-After": "9".repeat(400) }, day],
      ["an hour as a date", { "Retry-After": date(served + 3_600_000), Date: date(served) }, 3_600_000],
      ["a far year as a date", { "Retry-After": "Fri, 31 Dec 9999 23:59:59 GMT" }, day],
    ];
    for (const [name, headers, retryAfterMs] of beyond) {
      it(`${name}: is reported, without a wait`, async () => {
        await failed({ kind: "unavailable", status: 429, retryAfterMs }, status(429, "", headers));
        assert.deepEqual(bench.retries, []);
      });
    }

    it("a date counts from the local clock without a Date header", async () => {
      const headers = { "Retry-After": date(bench.clock.now() + 4000) };
      bench.service.answer((response) => {
        response.sendDate = false;
        response.writeHead(503, headers).end();
      }, good);
      await bench.read();
      assert.deepEqual(
        bench.retries.map(({ delayMs }) => delayMs),
        [4000],
      );
    });

    it("backs off exponentially, with half of it jitter", async () => {
      bench.service.answer(status(503), status(503), good, status(503), status(503), good);
      bench.random = 0.999999;
      await bench.read();
      bench.random = 0;
      await bench.read();
      assert.deepEqual(
        bench.retries.map(({ delayMs }) => delayMs),
        [1000, 2000, 500, 1000],
      );
    });

    it("the final failure contains the advised delay", async () => {
      const busy = status(503, "", { "Retry-After": "3" });
      await failed({ kind: "unavailable", status: 503, retryAfterMs: 3000 }, busy, busy, busy);
    });
  });
});
