import assert from "node:assert/strict";
import fc from "fast-check";
import { formatEventLink, formatFeedLink, parseEventReference, parseLink } from "../../../src/panel/links";
import { feedQuerySchema, sameQuery } from "../../../src/shared/feedQuery";
import { parseOrUndefined } from "../../../src/shared/schemas";

/** Opens a link like VS Code, which decodes path and query once. */
function opened(link: string): ReturnType<typeof parseLink> {
  const [, path = "", query = ""] = /^[^:]+:\/\/[^/]+([^?]*)\??(.*)$/.exec(link) ?? [];
  return parseLink({ path: decodeURIComponent(path), query: decodeURIComponent(query) });
}

const notALink = "This isn't a link to an event.";
const noSpaces = "An event ID has no spaces or line breaks. Enter one ID, such as evt_8f14e45f.";

describe("Links to an event", () => {
  it("support any ID, and can be pasted", () => {
    const ids = fc
      .string({ unit: "binary", minLength: 1, maxLength: 60 })
      .filter((id) => id.isWellFormed() && id !== "." && id !== "..");
    fc.assert(
      fc.property(ids, (id) => {
        const link = formatEventLink(id, "vscode");
        assert.deepEqual(opened(link), { event: { id } });
        assert.deepEqual(parseEventReference(` ${link}\n`), { id });
      }),
    );
  });

  it("are rejected with a reason if invalid", () => {
    const refusals: readonly (readonly [string, string])[] = [
      ["vscode://company-feed.company-feed/event", notALink],
      ["vscode://company-feed.company-feed/event?days=7", notALink],
      ["vscode://company-feed.company-feed/event?id=a&id=b", notALink],
      ["vscode://company-feed.company-feed/event?id=a&connection=b", notALink],
      ["vscode://company-feed.company-feed/event?id=", "Enter the ID of an event, or paste a link to it."],
      ["vscode://company-feed.company-feed/event?id=..", "This isn't the ID of an event."],
      [`vscode://company-feed.company-feed/event?id=${"x".repeat(1001)}`, "This isn't the ID of an event."],
    ];
    for (const [link, reason] of refusals) {
      assert.equal(opened(link), reason, link);
    }
  });
});

describe("An entered event", () => {
  it("may be an ID or a link, with white space around it", () => {
    const accepted: Readonly<Record<string, string>> = {
      evt_1: "evt_1",
      "  evt_1\n": "evt_1",
      "0d8c2f1e-9a4b-4c7d-8e21-5f6a7b8c9d0e": "0d8c2f1e-9a4b-4c7d-8e21-5f6a7b8c9d0e",
      "a/b?c=%2F#é": "a/b?c=%2F#é",
      "vscode://company-feed.company-feed/event?id=evt_1": "evt_1",
      "VSCode-Insiders://Company-Feed.company-feed/event?id%3Devt_1": "evt_1",
    };
    for (const [text, id] of Object.entries(accepted)) {
      assert.deepEqual(parseEventReference(text), { id }, text);
    }
  });

  it("is rejected with a reason otherwise", () => {
    const refused: Readonly<Record<string, string>> = {
      "": "Enter the ID of an event, or paste a link to it.",
      "   ": "Enter the ID of an event, or paste a link to it.",
      "evt_1 evt_2": noSpaces,
      "evt_1\nevt_2": noSpaces,
      "evt\u0000": noSpaces,
      "..": "This isn't the ID of an event.",
      "\ud800": "This isn't the ID of an event.",
      "https://example.com/": notALink,
      "vscode://company-feed.company-feed/event?id=%": notALink,
      "https://": notALink,
      "vscode://company-feed.company-feed/feed?days=7": notALink,
      "vscode://someone.else/event?id=evt_1": notALink,
    };
    for (const [text, reason] of Object.entries(refused)) {
      assert.equal(parseEventReference(text), reason, text);
    }
  });
});

const instant = fc
  .date({ min: new Date(0), max: new Date("2100-01-01T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString());
const text = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
  .filter((t) => t.trim() !== "" && t.isWellFormed());

const queries = fc
  .record(
    {
      window: fc.oneof(
        fc.record({ kind: fc.constant("last"), days: fc.integer({ min: 1, max: 3650 }) }),
        fc.record({ kind: fc.constant("fixed"), since: instant }),
        fc.tuple(instant, instant).map(([a, b]) => ({
          kind: "fixed",
          ...(a < b ? { since: a, until: b } : { since: b, until: `${a.slice(0, -5)}.999Z` }),
        })),
      ),
      types: fc.array(text, { maxLength: 5 }),
      sector: text,
      minAmount: fc.double({ min: 0, max: 1e15, noNaN: true }).map((n) => Math.round(n * 100) / 100),
    },
    { requiredKeys: ["window", "types"] },
  )
  .map((query) => parseOrUndefined(feedQuerySchema, query))
  .filter((query) => query !== undefined);

describe("Links to a feed", () => {
  it("support any query", () => {
    fc.assert(
      fc.property(queries, (query) => {
        const read = opened(formatFeedLink(query, "vscode"));
        assert.ok(typeof read === "object" && "query" in read, JSON.stringify([query, read]));
        assert.ok(sameQuery(read.query, query), JSON.stringify([query, read]));
      }),
    );
  });

  it("support amounts of any size", () => {
    const query = { window: { kind: "last", days: 7 }, types: [], minAmount: 1e-7 } as const;
    assert.deepEqual(opened(formatFeedLink(query, "vscode")), { query });
  });

  it("are rejected with a sentence if they are invalid or contain more than a query", () => {
    for (const [path, query] of [
      ["/elsewhere", "days=7"],
      ["/feed", ""],
      ["/feed", "days=abc"],
      ["/feed", "days=0x10"],
      ["/feed", "days=7&connection=Production"],
      ["/feed", "days=7&baseUrl=https%3A%2F%2Fevil.example"],
      ["/feed", "days=7&min_amount=-1"],
      ["/feed", "since=yesterday"],
      ["/feed", "days=7&until=nonsense"],
      ["/feed", "days=7&days=9"],
      ["/feed", "days=7&since=2026-11-01T00%3A00%3A00.000Z"],
      ["/feed", "since=%2B010000-01-01T00%3A00%3A00.000Z"],
      ["/feed", `days=7&${"type=a&".repeat(60)}`],
      ["/feed", "days=7&name=a&name=b"],
      ["/feed", "days=7&company=a.example"],
      ["/feed", `days=7&sector=${"x".repeat(30_000)}`],
    ] as const) {
      const read = parseLink({ path, query });
      assert.ok(typeof read === "string" && read.endsWith("."), `${path}?${query.slice(0, 80)}`);
    }
  });

  it("never make the parser throw", () => {
    fc.assert(fc.property(fc.string(), fc.string(), (path, query) => void parseLink({ path, query })));
  });
});
