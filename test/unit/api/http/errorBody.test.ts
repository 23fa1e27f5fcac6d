import assert from "node:assert/strict";
import fc from "fast-check";
import { redactor } from "../../../../src/api/http/headers";
import { errorMessageFromBody } from "../../../../src/api/http/errorBody";
import { key } from "../fixture";

const redact = redactor(key);
const said = (body: unknown, type = "application/json") =>
  errorMessageFromBody(typeof body === "string" ? body : JSON.stringify(body), type, redact);

describe("errorMessageFromBody", () => {
  const shapes: [unknown, string][] = [
    [{ status: "error", message: "No such key." }, "No such key."],
    [{ detail: "No such key." }, "No such key."],
    [
      { detail: [{ loc: ["query", "page_size"], msg: "must be at most 500", type: "less_than" }] },
      "query.page_size: must be at most 500",
    ],
    [{ detail: [{ loc: ["query", "a", 0], msg: "bad" }, { msg: "worse" }] }, "query.a.0: bad; worse"],
    [{ error: "No such key." }, "No such key."],
    [{ error: { code: 7, message: "No such key." } }, "No such key."],
    [{ errors: ["One.", "Two."] }, "One.; Two."],
    [{ title: "Forbidden", status: 403 }, "Forbidden"],
    [{ detail: { message: { text: 1 } }, error: "Fallback" }, "Fallback"],
    ["No such key.".replace(/^/, '"').replace(/$/, '"'), "No such key."],
  ];
  for (const [body, sentence] of shapes) {
    it(`finds the message of ${JSON.stringify(body)}`, () => assert.equal(said(body), sentence));
  }

  it("uses text/plain bodies", () => {
    assert.equal(said("upstream connect error", "text/plain; charset=utf-8"), "upstream connect error");
    assert.equal(said("upstream connect error", "text/html"), undefined);
    assert.equal(said(" <html>x</html>", "text/plain"), undefined);
  });

  const silent = [
    "",
    "null",
    "[]",
    "{}",
    "7",
    '{"message":7}',
    '{"detail":""}',
    '{"detail":"***"}',
    "<html>",
    "{",
  ];
  for (const body of silent) {
    it(`finds no message in ${JSON.stringify(body)}`, () => assert.equal(said(body), undefined));
  }

  it("returns one short line without controls and reordering marks", () => {
    assert.equal(said({ detail: "a\r\n\u001b[31mred\u0000\u202egnp" }), "a [31mred gnp");
    const long = said({ detail: "lorem ".repeat(1000) }) ?? "";
    assert.ok(long.length <= 200 && long.endsWith("…"));
  });

  it("never returns the key, however it is echoed", () => {
    assert.equal(said({ detail: `Key ${key} is unknown` }), "Key [key] is unknown");
    assert.equal(said(`Key ${key} is unknown`, "text/plain"), "Key [key] is unknown");
    const mark = fc.constantFrom(
      "\u202e",
      "\u200e",
      "",
      "\u0000",
      "\u200b",
      "\u2060",
      "\u00ad",
      "\ufe0f",
      "\u0332",
      " ",
      "\n",
    );
    fc.assert(
      fc.property(fc.nat({ max: key.length }), mark, fc.nat({ max: 400 }), (at, inside, before) => {
        const echoed = `${"x".repeat(before)} ${key.slice(0, at)}${inside}${key.slice(at)} y`;
        const sentence = said({ detail: echoed }) ?? "";
        assert.ok(!sentence.includes(key));
        // Nor most of it, where the line is cut.
        assert.ok(!sentence.includes(key.slice(0, 8)));
      }),
    );
  });

  it("never returns the key with invisible characters between its own, in any encoding", () => {
    const spellings = [
      key,
      key.toUpperCase(),
      encodeURIComponent(`${key}+/=`),
      Buffer.from(key).toString("base64").replace(/=+$/, ""),
      Buffer.from(`Bearer ${key}`).toString("base64url"),
    ];
    const redactAll = redactor(key);
    const redactEncoded = redactor(`${key}+/=`);
    for (const between of ["\u200b", "\u200d\ufeff", "\u2063 ", "\u034f", "\u{e0020}", "\u0000"]) {
      for (const spelling of spellings) {
        const echoed = `Key ${Array.from(spelling).join(between)} is unknown`;
        const redacted = spelling.includes("%") ? redactEncoded(echoed) : redactAll(echoed);
        assert.equal(redacted, "Key [key] is unknown");
      }
    }
  });

  it("never returns the key in base64 for URLs, alone or with Bearer", () => {
    const keyForUrls = "sk_>>>???~~~";
    for (const text of [keyForUrls, `Bearer ${keyForUrls}`]) {
      const spelling = Buffer.from(text).toString("base64url");
      assert.match(spelling, /[-_]/);
      assert.equal(redactor(keyForUrls)(`Key ${spelling} is unknown`), "Key [key] is unknown");
    }
  });

  it("is fast for long text that almost contains the key", () => {
    const long = `${key.slice(0, -1)}\u200b`.repeat(3000);
    assert.equal(redact(long), long);
  });

  it("accepts any JSON", () => {
    fc.assert(fc.property(fc.json(), (body) => (said(body)?.length ?? 0) <= 200));
  });
});
