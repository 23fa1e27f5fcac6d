import assert from "node:assert/strict";
import fc from "fast-check";
import type { ChangeRequest } from "../../../../src/service/types";
import {
  failureText,
  isTyped,
  requestText,
  summaryText,
  textToType,
} from "../../../../src/collections/changes/changeText";
import { ApiError } from "../../../../src/service/errors";
import { ScriptedService } from "../../../support/services/scriptedService";

describe("The request that a dialog shows", () => {
  let service: ScriptedService;

  before(async () => {
    service = await ScriptedService.start();
  });

  after(() => service.dispose());

  const changes = (name: string): ChangeRequest[] => [
    { kind: "createCollection", collection: name },
    { kind: "createCollection", collection: name, description: 'two\n"lines" \u202e' },
    { kind: "deleteCollection", collection: name },
    { kind: "changeEnvironment", collection: name, environment: "staging" },
    { kind: "deleteAllDocuments", collection: name },
    { kind: "deleteDocument", collection: name, documentId: `${name}.pdf` },
  ];

  it("is one line without hidden or reordered characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), (text) => {
        fc.pre(text !== "." && text !== ".." && text.isWellFormed());
        for (const change of changes(text)) {
          assert.doesNotMatch(
            requestText({ baseUrl: "https://api.example.com", dataset: "companydata" }, change),
            /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b]/u,
          );
        }
      }),
    );
  });
});

describe("The text to type before something is deleted", () => {
  it("is the visible part of the name, in any Unicode form", () => {
    const name = "Caf\u00e9 \u202ereports\u202c\u200b";
    assert.ok(isTyped("Cafe\u0301 reports ", textToType(name, "col_1")));
    assert.ok(!isTyped("Cafe reports", textToType(name, "col_1")));
    assert.ok(isTyped("Q3 2026 reports", textToType("Q3\u00a02026\u3000reports", "col_1")));
    assert.ok(!isTyped("", textToType(name, "col_1")));
    assert.ok(!isTyped("RESEARCH", textToType("research", "col_1")));
    assert.equal(textToType("q".repeat(255), "col_1"), "q".repeat(255));
  });

  it("is the ID if the name is invisible, or a word if there is no ID either", () => {
    assert.equal(textToType("\u200b\u202e", "col_1"), "col_1");
    assert.equal(textToType("\u200b", "\u200b"), "delete");
    assert.ok(!isTyped("", textToType("\u200b", "\u200b")));
  });

  it("can always be typed, and is never empty", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (name, id) => {
        const text = textToType(name, id);
        assert.notEqual(text, "");
        assert.ok(isTyped(text, text) && !isTyped("", text));
      }),
    );
  });
});

describe("The report of documents that were not deleted", () => {
  it("names the document that was refused or is uncertain, and why", () => {
    const refused = new ApiError({ kind: "rejected", status: 409 }, "Being indexed (409)");
    const lost = new ApiError({ kind: "interrupted" }, "The answer was lost", true);
    assert.equal(failureText("a.pdf", refused), "a.pdf was not deleted: Being indexed (409).");
    assert.equal(failureText("a.pdf", lost), "a.pdf may have been deleted: The answer was lost.");
  });

  it("says how many were deleted, and how many were not attempted", () => {
    assert.equal(summaryText(1, 0, "Refused."), "Refused.");
    assert.equal(summaryText(1, 0, undefined), "The document was not deleted.");
    assert.equal(summaryText(5, 1, "Refused."), "Deleted 1 of 5 documents. Refused.");
    assert.equal(summaryText(5, 2, undefined), "Deleted 2 of 5 documents.");
  });
});
