import assert from "node:assert/strict";
import fc from "fast-check";
import { ApiError, type Failure } from "../../../../src/service/errors";
import type { ChangeRequest, Collection } from "../../../../src/service/types";
import {
  deletionText,
  environmentsOf,
  environmentsText,
  isTyped,
  refusalOf,
  requestText,
  textToType,
  unknownText,
} from "../../../../src/collections/changes/changeText";
import { pathNamesOf } from "../../../../src/collections/model/pathNames";
import { page } from "../../../support/services/scriptedAnswers";
import { ScriptedService } from "../../../support/services/scriptedService";
import { testClient, testKey } from "../../../support/services/testClient";

describe("The request that a dialog shows", () => {
  let service: ScriptedService;

  before(async () => {
    service = await ScriptedService.start();
  });

  after(() => service.dispose());

  const names = [
    "research",
    "a b",
    "50%",
    "../etc",
    "a/b",
    "x?y#z",
    "%2F",
    "日本 🚀",
    "q".repeat(255),
    "שלום",
  ];
  const changes = (name: string): ChangeRequest[] => [
    { kind: "createCollection", collection: name },
    { kind: "createCollection", collection: name, description: 'two\n"lines" \u202e' },
    { kind: "deleteCollection", collection: name },
    { kind: "changeEnvironment", collection: name, environment: "staging" },
    { kind: "deleteAllDocuments", collection: name },
    { kind: "deleteDocument", collection: name, documentId: `${name}.pdf` },
  ];

  it("is the one that is sent: method, URL and body, without the key", async () => {
    const client = testClient({ baseUrl: service.origin });
    for (const change of names.flatMap(changes)) {
      const shown = requestText(service.origin, change);
      let body = "";
      service.answer(async (response, request) => {
        for await (const chunk of request) {
          body += String(chunk);
        }
        await page({})(response, request);
      });
      await client.change(change);
      const { method, path, query } = service.last;
      const [shownMethod = "", shownUrl = "", ...shownBody] = shown.split(" ");
      assert.equal(`${shownMethod} ${shownUrl}`, `${method} ${service.origin}${path}${query}`);
      assert.deepEqual(
        shownBody.length > 0 ? JSON.parse(shownBody.join(" ")) : undefined,
        body === "" ? undefined : JSON.parse(body),
      );
      assert.ok(!shown.includes(testKey));
    }
  });

  it("is one line in which nothing is hidden or reordered", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), (text) => {
        fc.pre(text !== "." && text !== ".." && text.isWellFormed());
        for (const change of changes(text)) {
          assert.doesNotMatch(
            requestText("https://api.example.com", change),
            /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b]/u,
          );
        }
      }),
    );
  });
});

describe("The text to type before something is deleted", () => {
  it("is the name, however it is typed", () => {
    const name = "Caf\u00e9 \u202ereports\u202c\u200b";
    assert.ok(isTyped("Cafe\u0301 reports ", textToType(name, "col_1")));
    assert.ok(!isTyped("Cafe reports", textToType(name, "col_1")));
    assert.ok(!isTyped("", textToType(name, "col_1")));
    assert.ok(!isTyped("RESEARCH", textToType("research", "col_1")));
    assert.equal(textToType("q".repeat(255), "col_1"), "q".repeat(255));
  });

  it("is the ID if nothing of the name can be seen, and a word if there is none either", () => {
    assert.equal(textToType("\u200b\u202e", "col_1"), "col_1");
    assert.equal(textToType("\u200b", "\u200b"), "delete");
    assert.ok(!isTyped("", textToType("\u200b", "\u200b")));
  });

  it("can be typed, and is never empty", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (name, id) => {
        const text = textToType(name, id);
        assert.notEqual(text, "");
        assert.ok(isTyped(text, text) && !isTyped("", text));
      }),
    );
  });
});

describe("What a dialog says of a change", () => {
  const collection = (values: Partial<Collection>): Collection => ({ id: "col_1", ...values });

  it("offers each name once", () => {
    const namesOf = (values: Partial<Collection>) =>
      pathNamesOf(collection(values)).map(({ field }) => field);
    assert.deepEqual(namesOf({ databaseName: "a", collectionName: "a" }), ["database_name"]);
    assert.deepEqual(namesOf({ databaseName: "a", collectionName: "b" }), [
      "database_name",
      "collection_name",
    ]);
    assert.deepEqual(namesOf({ databaseName: "", collectionName: "b" }), ["collection_name"]);
    assert.deepEqual(namesOf({}), []);
  });

  it("names the environments that are seen", () => {
    const text = (...environments: (string | undefined)[]) =>
      environmentsText(
        environmentsOf(
          environments.map((environment) => ({
            value: collection(environment === undefined ? {} : { environment }),
            json: "{}",
          })),
        ),
      );
    assert.equal(text(), "The environment of its collections isn't known.");
    assert.equal(text(undefined, ""), "The environment of its collections isn't known.");
    assert.equal(text("production", "production"), "Environment of its collections: production.");
    assert.equal(text("a", "b", "a"), "Environments of its collections: a, b.");
    assert.equal(text("a", "b", "c", "d", "e"), "Environments of its collections: a, b, c and 2 more.");
  });

  it("counts what is deleted", () => {
    assert.match(deletionText("deleteCollection", undefined), /with all its documents\.$/);
    assert.match(deletionText("deleteCollection", 1), /with its 1 document\.$/);
    assert.match(deletionText("deleteCollection", 4210), /with its 4,210 documents\.$/);
    assert.match(deletionText("deleteCollection", 0), /It has no documents\.$/);
    assert.match(deletionText("deleteAllDocuments", 0), /deletes all documents.*stays\.$/);
  });

  it("says what may have happened after a lost answer, and what the list shows now", () => {
    const error = new ApiError({ kind: "interrupted" }, "The response from x was cut off.", true);
    assert.equal(
      unknownText(error, { kind: "deleteCollection", collection: "research" }, "notListed"),
      'The response from x was cut off. The collection "research" may have been deleted. ' +
        "The list was refreshed: the collection is not in it.",
    );
  });

  it("lets the user try again unless the thing is gone, the operation is missing or the connection is not the same", () => {
    const status = 400;
    const expected: [Failure, ReturnType<typeof refusalOf>][] = [
      [{ kind: "rejected", status }, "tryAgain"],
      [{ kind: "forbidden", status: 403 }, "tryAgain"],
      [{ kind: "unauthorized", status: 401 }, "tryAgain"],
      [{ kind: "unavailable", status: 429 }, "tryAgain"],
      [{ kind: "unreachable" }, "tryAgain"],
      [{ kind: "untrusted" }, "tryAgain"],
      [{ kind: "notFound", status: 404, missing: "collection" }, "missing"],
      [{ kind: "notOffered", status: 501 }, "notOffered"],
      [{ kind: "connectionChanged" }, "ended"],
      [{ kind: "changesNotAllowed" }, "ended"],
      [{ kind: "noKey" }, "ended"],
    ];
    for (const [failure, refusal] of expected) {
      assert.equal(refusalOf(new ApiError(failure, "")), refusal, failure.kind);
    }
  });
});
