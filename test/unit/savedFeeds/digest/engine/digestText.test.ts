import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { sampleConnection } from "../../../../../src/connections/connection";
import type { DigestSection } from "../../../../../src/savedFeeds/digest/engine/digest";
import { setDisplayLanguage } from "../../../../../src/shared/locale";
import { dayMs } from "../../../../../src/shared/instant";
import { markdownText } from "../../../../../src/util/markdown";
import { oneLine } from "../../../../../src/util/strings";
import { FakeClock } from "../../../../support/fakes/fakeClock";
import { root } from "../../../../support/runner/paths";
import { FeedService, sampleEvent } from "../../../../support/services/feedService";
import { digestFeed, readSections, savedFeed, textOf } from "./digestFixture";

const hostileTitle =
  "[Click](command:workbench.action.quit) <img src=x onerror=alert(1)> ![i](https://evil.example/i.png) https://evil.example www.evil.com a@evil.com $x$ `code` **bold** | cell &lt; <https://evil.example>\n# Heading \u202etxt.exe";

/** A digest as it is checked in. To write it anew after an intended change, set COMPANY_FEED_WRITE_GOLDEN. */
function assertGolden(name: string, text: string): void {
  const file = path.join(root, "test", "unit", "savedFeeds", "digest", "engine", "golden", `${name}.md`);
  if (process.env["COMPANY_FEED_WRITE_GOLDEN"]) {
    writeFileSync(file, text);
  }
  assert.equal(text, readFileSync(file, "utf8"));
}

describe("The text of a digest", () => {
  const clock = new FakeClock();
  const nowMs = clock.now();
  const sinceMs = nowMs - 2 * dayMs;
  const at = (hoursAgo: number): string => new Date(nowMs - hoursAgo * 3_600_000).toISOString();
  const company = (name: string, domain: string) => ({ role: "primary_subject", name, domain });
  let service: FeedService;

  before(async () => {
    service = await FeedService.start(
      [
        sampleEvent("evt_1", at(1), { title: "NovaGrid raises $42M", event_data: { amount: 42_000_000 } }),
        sampleEvent("evt_2", at(2), { title: "A raises 10 cents", event_data: { amount: 0.1 } }),
        sampleEvent("evt_3", at(3), { title: "B raises 20 cents", event_data: { amount: 0.2 } }),
        sampleEvent("evt_4", at(30), {
          type: "acquisition",
          title: hostileTitle,
          company: company("Evil.com | [x](y)", "evil.example"),
          event_data: { amount: 1_200_000_000 },
        }),
        sampleEvent("evt_5", at(31), { type: "layoffs", title: "Muted rumor of layoffs", event_data: {} }),
        sampleEvent("evt_6", at(32), {
          type: "acquisition",
          title: "Acquired for an undisclosed sum",
          company: company("Booking.com", "www.booking.com"),
          event_data: {},
        }),
        sampleEvent("evt_7", at(50), { title: "Too old" }),
      ],
      clock,
    );
  });

  after(() => service.dispose());

  it("has events newest first, and exact sums", async () => {
    const funding = { window: { kind: "last", days: 7 }, types: ["funding"] } as const;
    const feeds = [
      savedFeed("Everything", { mute: ["rumor"] }),
      savedFeed("Funding", { query: { ...funding, types: [...funding.types] } }),
      savedFeed("Portfolio", { companies: ["booking.com", "nobody.example"] }),
      savedFeed("Insolvencies", { query: { ...funding, types: ["insolvency"] } }),
    ].map((feed) => digestFeed(feed, sinceMs));
    const before = service.queries.length;
    const sections = await readSections(feeds, service.client, clock);
    const firstPages = service.queries.slice(before).filter((query) => !query.has("cursor"));
    assert.equal(firstPages.length, 3, "two feeds with equal filters share their requests");
    assertGolden("events", textOf(sections, { kind: "lastDays", days: 2, sinceMs }, nowMs, 1));
  });

  it("says what was checked if there is nothing new", async () => {
    const nobody = {
      window: { kind: "last", days: 7 },
      types: ["insolvency"],
      sector: "Space",
      minAmount: 5e7,
    };
    const ended = { kind: "fixed", since: at(2000), until: at(1000) } as const;
    const feeds = [
      savedFeed("Insolvencies ≥ $50M", { query: { ...nobody, window: { kind: "last", days: 7 } } }),
      savedFeed("Last summer", { query: { window: ended, types: [] } }),
    ].map((feed) => digestFeed(feed, sinceMs));
    const sections = await readSections(feeds, service.client, clock);
    assertGolden("empty", textOf(sections, { kind: "sinceLast", lastMs: sinceMs }, nowMs));
  });

  it("names the sample connection as everywhere else", () => {
    const { name, origin } = sampleConnection;
    const feed = digestFeed(savedFeed("News"), sinceMs, { connection: { name, origin } });
    const section: DigestSection = {
      feed,
      outcome: { kind: "complete" },
      events: [],
      retold: new Map(),
      readCount: 0,
      mutedCount: 0,
      malformedCount: 0,
      totals: [],
    };
    const text = textOf([section], { kind: "lastDays", days: 2, sinceMs }, nowMs);
    assert.match(text, / · All events · Sample data$/m);
  });

  it("is the same in German", async () => {
    const { default: messages } = await import("../../../../../l10n/bundle.l10n.de.json");
    setDisplayLanguage({ language: "de", messages });
    try {
      const sections = await readSections([digestFeed(savedFeed("Alles"), sinceMs)], service.client, clock);
      assertGolden("german", textOf(sections, { kind: "lastDays", days: 2, sinceMs }, nowMs));
    } finally {
      setDisplayLanguage({ language: "en-US", messages: {} });
    }
  });

  it("says of each feed what is missing, and what is not counted", () => {
    const section = (name: string, more: Partial<DigestSection>): DigestSection => {
      const events = more.events ?? [];
      return {
        feed: digestFeed(savedFeed(name), sinceMs),
        outcome: { kind: "complete" },
        events,
        retold: new Map(),
        readCount: events.length,
        mutedCount: 0,
        malformedCount: 0,
        totals: [],
        ...more,
      };
    };
    const watched = (companies: string[]): DigestSection["feed"] =>
      digestFeed(savedFeed(`Watched ${companies.length}`, { companies }), sinceMs);
    const funding = { id: "evt_1", type: "funding", title: "Funding", amount: 5_000_000, publishedMs: nowMs };
    const untold = { id: "evt_2", company: { domain: "a.example" } };
    const completeFromMs = nowMs - dayMs;
    const failed = section("Failed", { outcome: { kind: "failed", message: "The service *said* no" } });
    const sections: DigestSection[] = [
      section("Cut off", {
        outcome: { kind: "limit", completeFromMs },
        events: [funding, untold],
        retold: new Map([["evt_1", 1]]),
        mutedCount: 1,
        malformedCount: 1,
        totals: [
          { type: "funding", events: 1, withAmount: 1, amount: "5000000" },
          { events: 1, withAmount: 0, amount: "0" },
        ],
      }),
      section("Stopped", {
        outcome: { kind: "stopped", completeFromMs, message: "No answer." },
        events: [funding, { ...funding, id: "evt_3" }, { ...funding, id: "evt_4" }],
        retold: new Map([
          ["evt_1", 2],
          ["evt_3", 1],
        ]),
        mutedCount: 2,
        malformedCount: 2,
        totals: [{ type: "funding", events: 3, withAmount: 2, amount: "10000000" }],
      }),
      section("Late", {
        feed: digestFeed(savedFeed("Late"), sinceMs, { missedSinceMs: sinceMs - dayMs }),
        events: [{ id: "evt_5", title: "" }],
        totals: [{ events: 1, withAmount: 0, amount: "0" }],
      }),
      failed,
      section("Stopped early", { outcome: { kind: "stopped", completeFromMs, message: "No answer" } }),
      section("Missed, but failed", {
        feed: digestFeed(savedFeed("Missed, but failed"), sinceMs, { missedSinceMs: sinceMs - dayMs }),
        outcome: { kind: "failed", message: "No." },
      }),
      section("Watched 1", { feed: watched(["a.example"]), readCount: 1 }),
      section("Watched 2", { feed: watched(["a.example", "b.example"]), readCount: 1234 }),
      section("Watched 3", { feed: watched(["a.example", "b.example", "c.example"]), readCount: 0 }),
      section("Ended", { outcome: { kind: "ended", untilMs: nowMs - 9 * dayMs } }),
    ];
    assertGolden("incomplete", textOf(sections, { kind: "sinceLast", lastMs: nowMs + 1 }, nowMs, 2));
    assertGolden("failed", textOf([failed], { kind: "lastDays", days: 1, sinceMs }, nowMs));
  });

  it("lists one event more than it shows", () => {
    const events = Array.from({ length: 51 }, (_, n) => ({ id: `evt_${n}`, title: `T${n}` }));
    const section: DigestSection = {
      feed: digestFeed(savedFeed("Many"), sinceMs),
      outcome: { kind: "complete" },
      events,
      retold: new Map(),
      readCount: 51,
      mutedCount: 0,
      malformedCount: 0,
      totals: [{ events: 51, withAmount: 0, amount: "0" }],
    };
    const period = { kind: "lastDays", days: 2, sinceMs } as const;
    assert.match(textOf([section], period, nowMs), /\n\n\[1 more event\]\(feed\//);
    assert.doesNotMatch(textOf([{ ...section, events: events.slice(1) }], period, nowMs), /more event/);
  });

  it("lists a bounded number of events, and counts all", () => {
    const feed = digestFeed(savedFeed("Many"), sinceMs);
    const events = Array.from({ length: 1234 }, (_, n) => ({
      id: `evt_${n}`,
      type: "funding",
      title: `T${n}`,
    }));
    const section: DigestSection = {
      feed,
      outcome: { kind: "complete" },
      events,
      retold: new Map(),
      readCount: 1234,
      mutedCount: 0,
      malformedCount: 2,
      totals: [{ type: "funding", events: 1234, withAmount: 0, amount: "0" }],
    };
    const text = textOf([section], { kind: "lastDays", days: 2, sinceMs }, nowMs);
    assert.match(text, /\*\*1,234 new events\*\*/);
    assert.match(text, /\| Funding \| 1,234 \|/);
    assert.match(text, /\[1,184 more events\]/);
    assert.match(text, /2 events couldn't be read and are not included\./);
    assert.equal(text.match(/\]\(feed\/\w+\/evt_\d+\.companyfeed\)/g)?.length, 50);
  });
});

describe("Texts in Markdown", () => {
  const markdown = new MarkdownIt({ html: true, linkify: true });

  /** What a viewer shows, without the invisible characters that keep texts from becoming links or reordering others. */
  function shown(html: string): string {
    return html
      .replace(/<[^>]*>/g, "")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&")
      .replace(/[\u2060\u2068\u2069]/g, "");
  }

  function assertPlain(text: string): void {
    const escaped = markdownText(text, 1000);
    const places: readonly (readonly [string, RegExp])[] = [
      [`- ${escaped}`, /^<ul>\n<li>([^]*)<\/li>\n<\/ul>\n$/],
      [`## ${escaped}`, /^<h2>([^]*)<\/h2>\n$/],
      [`[${escaped}](https://own.example)`, /^<p><a href="https:\/\/own\.example">([^]*)<\/a><\/p>\n$/],
      [`| a |\n| --- |\n| ${escaped} |`, /<tbody>\n<tr>\n<td>([^]*)<\/td>\n<\/tr>\n<\/tbody>\n<\/table>\n$/],
    ];
    for (const [source, shape] of places) {
      const html = markdown.render(source);
      const inner = shape.exec(html)?.[1];
      assert.ok(inner !== undefined, `${source}\n${html}`);
      assert.doesNotMatch(inner, /<(?!\/?$)/, `${source}\n${html}`);
      assert.equal(shown(inner).trim(), oneLine(text, 1000), source);
    }
  }

  it("are shown as they are", () => {
    [
      hostileTitle,
      "https://evil.example/a?b=c",
      "see example.com, www.example.com, //evil.com and ftp://evil.com",
      "mail me@evil.com or mailto:me@evil.com",
      "1. a list",
      "- a list",
      "+ a list",
      "=== a heading",
      "a\\|b",
      "$42M and $50M",
      "it's 42.5 million (up 3.1%)",
      "***",
      "[ ] todo",
      "# a",
      "a #",
      "~~~",
      "\u0645\u0631\u062d\u0628\u0627 [x](y)",
    ].forEach(assertPlain);
  });

  it("are shown as they are, whatever they are", () => {
    const parts = fc.constantFrom(
      ...Array.from("[]()<>*_`~#|!\\&$:/.@-+=1a \n\t\"'{}^"),
      "http://",
      "www.",
      ".com",
      "evil",
      "command:",
      "<b>",
      "&amp;",
      "mailto:",
      "**",
      "](",
    );
    const texts = fc.array(parts, { minLength: 1, maxLength: 14 }).map((list) => `a${list.join("")}z`);
    fc.assert(fc.property(texts, assertPlain), { numRuns: 3000 });
  });
});
