import assert from "node:assert/strict";
import fc from "fast-check";
import { redactor } from "../../../../src/api/http/headers";
import { errorMessageFromBody } from "../../../../src/api/http/errorBody";
import { key } from "../fixture";

const redact = redactor(key);
const said = (body: unknown, type = "application/json") =>
  errorMessageFromBody(typeof body === "string" ? body : JSON.stringify(body), type, redact);

describe("the service's own sentence", () => {
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
    it(`is found in ${JSON.stringify(body)}`, () => assert.equal(said(body), sentence));
  }

  it("is taken from plain text that is announced as such", () => {
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
    it(`is not found in ${JSON.stringify(body)}`, () => assert.equal(said(body), undefined));
  }

  it("is one short line without controls and reordering marks", () => {
    assert.equal(said({ detail: "a\r\n\u001b[31mred\u0000\u202egnp" }), "a [31mred gnp");
    const long = said({ detail: "lorem ".repeat(1000) }) ?? "";
    assert.ok(long.length <= 200 && long.endsWith("…"));
  });

  it("never holds the key, however it is echoed", () => {
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
        // Not the most of it either, where the line is cut.
        assert.ok(!sentence.includes(key.slice(0, 8)));
      }),
    );
  });

  it("never holds the key with what is not seen between any two of its characters, in any spelling that is looked for", () => {
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

  it("gives up at once on a long text that almost holds the key", () => {
    const long = `${key.slice(0, -1)}\u200b`.repeat(3000);
    assert.equal(redact(long), long);
  });

  it("takes any JSON for what it is", () => {
    fc.assert(fc.property(fc.json(), (body) => (said(body)?.length ?? 0) <= 200));
  });
});
