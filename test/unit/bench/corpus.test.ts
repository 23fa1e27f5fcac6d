import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import type { SampleEvent } from "../../../src/sample/sampleSource";
import { Corpus, maxCorpusEvents } from "../../bench/corpus";

const count = 40_000;

describe("The benchmark corpus", () => {
  const corpus = new Corpus();
  let events: SampleEvent[];
  let texts: Buffer[];

  before(() => {
    events = [...corpus.events(0, count)];
    texts = events.map((event) => Buffer.from(JSON.stringify(event)));
  });

  it("is the same at any time, on any machine and in any order", () => {
    // Changing the corpus makes new results incomparable with earlier ones.
    const digest = createHash("sha256")
      .update(Buffer.concat(texts.slice(0, 1_000)))
      .digest("hex");
    assert.equal(digest, "fb516bbaa218767e5b10839ba98cae4cd45add8163b40ae5496634ea15e516e8");
    assert.deepEqual(new Corpus().event(31_234), events[31_234]);
    assert.notDeepEqual(new Corpus(2).event(0), events[0]);
  });

  it("has events of 600 to 1,000 bytes of JSON", () => {
    const sizes = texts.map((text) => text.length).sort((a, b) => a - b);
    const at = (share: number): number => sizes[Math.floor(share * (count - 1))] ?? 0;
    assert.ok(at(0) >= 600 && at(1) <= 1_000, `${at(0)} to ${at(1)}`);
    assert.ok(at(0.9) - at(0.1) > 100, `${at(0.1)} to ${at(0.9)} in the middle`);
  });

  it("has unique ids and titles", () => {
    const far = [...corpus.events(maxCorpusEvents - count, maxCorpusEvents)];
    const both = [...events, ...far];
    assert.equal(far.length, count);
    assert.equal(new Set(both.map((event) => event.id)).size, both.length);
    assert.equal(new Set(both.map((event) => event.title)).size, both.length);
  });

  it("covers a year, newest first", () => {
    assert.ok(
      events.every((event, i) => i === 0 || event.published_at < (events[i - 1]?.published_at ?? "")),
    );
    assert.match(corpus.event(0).published_at, /^2025-12-31T23:59/);
    assert.match(corpus.event(maxCorpusEvents - 1).published_at, /^2025-01-01T/);
  });

  it("compresses like real text, by three to four times", () => {
    const block = 64 * 1_024;
    const text = Buffer.concat(texts).subarray(0, 100 * block);
    let compressed = 0;
    for (let start = 0; start < text.length; start += block) {
      compressed += deflateRawSync(text.subarray(start, start + block)).length;
    }
    const ratio = text.length / compressed;
    assert.ok(ratio > 3 && ratio < 4, `${ratio}`);
  });

  it("has all types of events, mostly funding, and companies with many or single events", () => {
    const types = tally(events.map((event) => event.type ?? ""));
    assert.equal(types.size, 8);
    assert.ok((types.get("funding") ?? 0) > count / 4 && Math.min(...types.values()) > count / 100);
    const companies = tally(events.map((event) => JSON.stringify(event["company"])));
    const often = [...companies.values()].sort((a, b) => b - a);
    assert.ok(companies.size > 10_000, `${companies.size} companies`);
    assert.ok((often[0] ?? 0) >= 4 && often.at(-1) === 1);
  });

  it("has letters beyond ASCII", () => {
    assert.ok(texts.some((text) => text.some((byte) => byte > 127)));
  });
});

function tally(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  values.forEach((value) => counts.set(value, (counts.get(value) ?? 0) + 1));
  return counts;
}
