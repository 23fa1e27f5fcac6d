import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { Corpus, maxCorpusEvents } from "../../bench/corpus";

const count = 5_000;

describe("The benchmark corpus", () => {
  const corpus = new Corpus();
  const events = [...corpus.events(0, count)];
  const texts = events.map((event) => JSON.stringify(event));

  it("is the same in any order, newest first, over a year", () => {
    assert.deepEqual(new Corpus().event(1_234), events[1_234]);
    assert.ok(
      events.every((event, i) => i === 0 || event.published_at < (events[i - 1]?.published_at ?? "")),
    );
    assert.match(events[0]?.published_at ?? "", /^2025-12-31T23:59/);
    assert.match(corpus.event(maxCorpusEvents - 1).published_at, /^2025-01-01T/);
  });

  it("has events of 600 to 1,000 bytes of JSON, which compress like real text", () => {
    const sizes = texts.map((text) => Buffer.byteLength(text));
    assert.ok(
      Math.min(...sizes) >= 600 && Math.max(...sizes) <= 1_000,
      `${Math.min(...sizes)} to ${Math.max(...sizes)}`,
    );
    const block = texts.slice(0, 80).join("");
    const ratio = Buffer.byteLength(block) / deflateRawSync(block).length;
    assert.ok(ratio > 2.5 && ratio < 4, `${ratio}`);
  });

  it("has unique ids and titles, all types, and companies with many or single events", () => {
    const all = [...events, ...corpus.events(maxCorpusEvents - count, maxCorpusEvents)];
    assert.equal(new Set(all.map(({ id }) => id)).size, 2 * count);
    assert.ok(new Set(all.map(({ title }) => title)).size > 1.999 * count);
    assert.equal(new Set(all.map(({ type }) => type)).size, 8);
    const counted = new Map<string, number>();
    for (const event of all) {
      const company = JSON.stringify(event["company"]);
      counted.set(company, (counted.get(company) ?? 0) + 1);
    }
    const counts = [...counted.values()];
    assert.ok(Math.max(...counts) > 20 && counts.filter((times) => times === 1).length > 1_000);
  });
});
