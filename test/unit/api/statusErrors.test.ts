import assert from "node:assert/strict";
import type { Failure } from "../../../src/api/errors";
import { statusError } from "../../../src/api/statusErrors";
import type { Operation, ServiceClient } from "../../../src/api/types";
import { status } from "../../support/services/scriptedAnswers";
import { Bench, failing } from "./fixture";

const host = "api.example.com";
const reads: readonly Operation[] = ["readEvent", "listDocuments", "readDocument"];
const changes: readonly Operation[] = [
  "createCollection",
  "deleteCollection",
  "changeEnvironment",
  "deleteAllDocuments",
  "deleteDocument",
];

describe("An operation that a service may lack", () => {
  const errorOf = (status: number, operation: Operation, reason?: string) =>
    statusError(host, status, reason, undefined, operation);
  const failureOf = (...parameters: Parameters<typeof errorOf>): Failure => errorOf(...parameters).failure;

  for (const operation of [...reads, ...changes]) {
    it(`is not offered after 405 and 501: ${operation}`, () => {
      for (const status of [405, 501]) {
        const { failure, message } = errorOf(status, operation, "Method Not Allowed");
        assert.deepEqual(failure, { kind: "notOffered", status });
        assert.match(message, new RegExp(`^${host} doesn't offer .+ \\(${status}\\): Method Not Allowed$`));
      }
    });
  }

  /** What routers say, and the service itself. */
  const unspecific = [
    undefined,
    "Not Found",
    "404 page not found",
    "Cannot DELETE /v2/collections/documents",
    "no Route matched with those values",
    "The requested URL /v2/collections/x/documents was not found on this server.",
    "No endpoint DELETE /v2/collections/a/documents/b.",
    "Collection route not found",
    "Resource not found",
  ];
  const specific: readonly [Operation, string, string][] = [
    ["deleteCollection", "collection", "Collection 'papers' not found"],
    ["changeEnvironment", "collection", "database papers does not exist"],
    ["deleteAllDocuments", "collection", "no such collection"],
    ["listDocuments", "collection", "Collection not found: papers"],
    ["deleteDocument", "document", "Document doc_1 not found in collection papers"],
    ["readDocument", "document", "File not found."],
    ["readEvent", "event", "Event evt_1 does not exist"],
    ["readEvent", "event", 'There is no event with the ID "evt_x".'],
  ];

  for (const reason of unspecific) {
    it(`is missing or lacks its thing after a 404 that says ${JSON.stringify(reason)}`, () => {
      for (const [operation] of specific) {
        const { failure, message } = errorOf(404, operation, reason);
        assert.deepEqual(failure, { kind: "notOffered", status: 404 });
        assert.match(
          message,
          /has no such (event|collection|document), or doesn't offer this operation \(404\)/,
        );
      }
      assert.match(
        errorOf(404, "createCollection", reason).message,
        /doesn't offer creating collections \(404\)/,
      );
    });
  }

  for (const [operation, missing, reason] of specific) {
    it(`lacks its thing after a 404 that says so: ${reason}`, () => {
      const { failure, message } = errorOf(404, operation, reason);
      assert.deepEqual(failure, { kind: "notFound", status: 404, missing });
      const saysMore = /papers/.test(reason.replace(/'[^']*'/, ""));
      assert.equal(message, `${host} has no such ${missing} (404)${saysMore ? `: ${reason}` : "."}`);
      assert.deepEqual(failureOf(410, operation), { kind: "notFound", status: 410, missing });
    });
  }

  it("has a conflict after a 409 only if it changes something", () => {
    for (const operation of changes) {
      assert.deepEqual(failureOf(409, operation), { kind: "conflict", status: 409 });
    }
    for (const operation of [...reads, "listCollections", "readFeed"] as const) {
      assert.deepEqual(failureOf(409, operation), { kind: "unavailable", status: 409 });
    }
  });

  it("is neither the list of collections nor the feed", () => {
    for (const operation of ["listCollections", "readFeed"] as const) {
      assert.deepEqual(failureOf(404, operation, "Collection not found"), { kind: "notFound", status: 404 });
      assert.deepEqual(failureOf(405, operation), { kind: "rejected", status: 405 });
      assert.deepEqual(failureOf(501, operation), { kind: "unavailable", status: 501 });
    }
  });

  const sent: readonly [string, (client: ServiceClient) => Promise<unknown>][] = [
    ["reading an event by its ID", (client) => client.readEvent("evt_1")],
    ["listing documents", (client) => client.listDocuments("papers", { limit: 10, offset: 0 })],
    ["reading a document", (client) => client.readDocument("papers", "doc_1")],
  ];
  for (const [name, send] of sent) {
    it(`is named in the error of its request: ${name}`, async () => {
      const bench = await Bench.start();
      try {
        bench.service.answer(status(405));
        const { message } = await failing(send(bench.client), { kind: "notOffered", status: 405 });
        assert.match(message, new RegExp(`doesn't offer ${name} \\(405\\)`));
      } finally {
        await bench.dispose();
      }
    });
  }
});
