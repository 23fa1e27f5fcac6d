import assert from "node:assert/strict";
import { ApiError, type FailureKind } from "../../../src/api/errors";
import type { ChangeRequest, RequestLogEntry, ServiceClient } from "../../../src/api/types";
import { FakeClock } from "../../support/fakes/fakeClock";
import { type ErrorFault, errorFaults } from "../../support/services/faults";
import { page } from "../../support/services/scriptedAnswers";
import { ScriptedService } from "../../support/services/scriptedService";
import { testClient, testKey as key } from "../../support/services/testClient";

const timeoutMs = 30_000;
const changeTimeoutMs = 120_000;
const bodyTimeoutMs = 10_000;
const day = 24 * 60 * 60_000;
const collection = "research papers";

const reads: Readonly<Record<string, (client: ServiceClient) => Promise<unknown>>> = {
  readEvent: (client) => client.readEvent("evt_1"),
  listDocuments: (client) => client.listDocuments(collection, { limit: 100, offset: 0 }),
  readDocument: (client) => client.readDocument(collection, "doc_1"),
};

const changes: readonly ChangeRequest[] = [
  { kind: "createCollection", collection },
  { kind: "deleteCollection", collection },
  { kind: "changeEnvironment", collection, environment: "staging" },
  { kind: "deleteAllDocuments", collection },
  { kind: "deleteDocument", collection, documentId: "doc_1" },
];

/** A good answer to each of the operations. */
const answer = { id: "evt_1", title: "T", documents: [{ file_id: "doc_1" }], success: true };
const long = JSON.stringify({ ...answer, filler: Array.from({ length: 4000 }, (_, n) => n * 2_654_435_761) });

describe("Every fault of an operation on documents, changes or one event", () => {
  const clock = new FakeClock();
  let service: ScriptedService;
  let elsewhere: ScriptedService;
  let client: ServiceClient;
  let log: RequestLogEntry[];

  beforeEach(async () => {
    service = await ScriptedService.start();
    elsewhere = await ScriptedService.start();
    log = [];
    client = testClient(
      { baseUrl: service.origin, key },
      { clock, timeoutMs, log: (entry) => log.push(entry) },
    );
  });
  afterEach(async () => {
    assert.deepEqual(elsewhere.requestLines, [], "another origin was asked");
    assert.deepEqual(clock.pending, [], "a timer was left");
    await Promise.all([service.dispose(), elsewhere.dispose()]);
  });

  function answerWith(fault: ErrorFault, target: string): void {
    const normal = {
      list: "events",
      page: answer,
      long,
      target,
      nth: 1,
      elsewhere: elsewhere.origin,
    } as const;
    const faulty = fault.answer(normal);
    // More often than any operation may ask.
    service.answer(...Array.from({ length: 10 }, () => faulty));
  }

  function checkSecrecy(error: unknown): void {
    const told = error instanceof ApiError ? [error.message, error.stack, error.failure] : [];
    assert.ok(!JSON.stringify([...told, log]).includes(key), "the key was told");
  }

  for (const [operation, read] of Object.entries(reads)) {
    for (const fault of errorFaults) {
      // Any object is a document.
      if (operation === "readDocument" && fault.name === "a list of another type") {
        continue;
      }
      it(`${operation}: ${fault.name}, and the next request succeeds`, async () => {
        answerWith(fault, "/v2/collections/research%20papers/documents");
        const call = read(client).then(
          () => assert.fail("did not fail"),
          (error: unknown) => error,
        );
        if (fault.hangs) {
          await service.received(1);
          clock.advance(timeoutMs);
        }
        const error = await call;
        assert.ok(error instanceof ApiError, String(error));
        assert.equal(error.kind, fault.kind === "notFound" ? "notOffered" : fault.kind);
        assert.equal(error.mayHaveBeenApplied, false);
        assert.equal(log.at(-1)?.failure, error.kind);
        checkSecrecy(error);
        await service.dispose();
        service = await ScriptedService.start();
        service.answer(page(answer));
        await read(testClient({ baseUrl: service.origin, key }, { clock, timeoutMs }));
      });
    }
  }

  for (const change of changes) {
    for (const fault of errorFaults) {
      const expected = outcomeOf(fault);
      it(`${change.kind}: ${fault.name} is ${textOf(expected)}, after one request`, async () => {
        answerWith(fault, "/v2/collections/research%20papers");
        const call = client.change(change).catch((error: unknown) => error);
        if (fault.hangs) {
          await service.received(1);
          const waits = expected === "made" ? bodyTimeoutMs : changeTimeoutMs;
          await clock.timerOf(waits);
          clock.advance(waits);
        }
        const outcome = await call;
        if (expected === "made") {
          assert.deepEqual(outcome, { status: 200 });
        } else {
          assert.ok(outcome instanceof ApiError, String(outcome));
          assert.deepEqual([outcome.kind, outcome.mayHaveBeenApplied], expected);
        }
        checkSecrecy(outcome);
        clock.advance(day);
        await new Promise((resolve) => setImmediate(resolve));
        assert.equal(service.requestLines.length, 1, service.requestLines.join());
        assert.equal(log.length, 1);
      });
    }
  }
});

type Outcome = "made" | readonly [kind: FailureKind, mayHaveBeenApplied: boolean];

/** What a fault means for a change: the status decides, if there is one. */
function outcomeOf({ name, kind }: ErrorFault): Outcome {
  switch (kind) {
    case "malformed":
    case "interrupted":
    case "tooLarge":
      // All of them come with 200.
      return "made";
    case "notFound":
      return ["notOffered", false];
    case "unavailable":
      return [kind, /^5/.test(name)];
    case "unreachable":
      return [/reset/.test(name) ? "interrupted" : kind, true];
    case "timeout":
      return /body/.test(name) ? "made" : [kind, true];
    case "redirected":
      return [kind, true];
    default:
      return [kind, false];
  }
}

function textOf(outcome: Outcome): string {
  return outcome === "made" ? outcome : `${outcome[0]}${outcome[1] ? ", and may have been made" : ""}`;
}
