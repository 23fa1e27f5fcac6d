import assert from "node:assert/strict";
import fc from "fast-check";
import type { ChangeRequest, Collection } from "../../../src/api/types";
import type { PagedList, PagedListState } from "../../../src/collections/model/pagedList";
import { sampleConnection } from "../../../src/connections/connection";
import { ConnectionClient } from "../../../src/connections/connectionClient";
import { KeyStore } from "../../../src/connections/keyStore";
import type { SampleRequest, SampleResponse } from "../../../src/sample/http";
import { documentAt } from "../../../src/sample/sampleDocuments";
import { FakeClock } from "../../support/fakes/fakeClock";
import { MemorySecrets } from "../../support/fakes/memorySecrets";
import { listSource } from "../../support/services/listSource";
import { changingOperations, operationOf } from "../../support/services/operations";
import { answer, SampleBackend } from "../../support/services/sampleBackend";
import { testClient } from "../../support/services/testClient";
import { ServiceModel } from "./serviceModel";
import { ShownTree } from "./shownTree";

const environments = ["development", "staging", "production"] as const;

/** Some have two names, and some only a number of files, as older services do. */
const source = Array.from({ length: 17 }, (_, n) => ({
  collection_id: `col_${n}`,
  database_name: `name ${n}`,
  ...(n % 3 !== 0 && { collection_name: n % 3 === 1 ? `other/${n}` : `name ${n}` }),
  file_count: (n * 5) % 13,
  ...(n % 4 !== 0 && { document_count: (n * 5) % 13 }),
  environment: environments[n % 3] ?? "",
}));

function initialModel(): ServiceModel {
  return new ServiceModel(
    source.map((collection) => ({
      name: collection.database_name,
      otherName: collection.collection_name ?? collection.database_name,
      environment: collection.environment,
      documents: Array.from({ length: collection.file_count }, (_, n) => documentAt(collection, n).file_id),
    })),
  );
}

/** What happens to the first request of a command that reads, or that changes something. */
type Fault = "refused" | "unavailable" | "reset" | "lost" | "unreadable";

/** What the service has, and what is known about the tree. */
class Model {
  readonly service = initialModel();
  /** The service was changed by another window, or a change may have been made, since the list was last read. */
  isStale = false;
  /** The same for the documents of collections with these IDs. */
  readonly staleDocuments = new Set<string>();
  /**
   * Pages were read while a change was made: one that the service sent after the change, but arrived before its answer, has the
   * change counted twice until the next read.
   */
  isCountUncertain = false;
  /** Names of collections that were created here. */
  readonly created = new Set<string>();
  /** Names of collections that were created here and removed in another window: shown until the whole list is read. */
  readonly goneElsewhere = new Set<string>();
  /** IDs of collections and documents that were removed here. */
  readonly removed = new Set<string>();
  /** Requests that change something. */
  sent = 0;
}

class Real {
  pageSize = 4;
  readonly tree: ShownTree;

  constructor(readonly backend: SampleBackend) {
    const client = new ConnectionClient(
      { ...sampleConnection, allowChanges: true },
      new KeyStore(new MemorySecrets(), new FakeClock()),
      (target) => Promise.resolve(testClient(target)),
      () => Promise.resolve(backend),
    );
    this.tree = new ShownTree(client, () => this.pageSize);
  }

  get rows(): readonly Collection[] {
    return this.tree.collections;
  }

  row(n: number): Collection | undefined {
    return this.rows[n % Math.max(1, this.rows.length)];
  }

  /** Lets the first request of each kind fail while `action` runs. */
  async failing(faults: Faults, action: () => Promise<unknown>): Promise<void> {
    const seen = new Set<string>();
    this.backend.intercept = (request) => {
      const kind = isChange(request) ? "change" : "read";
      const fault = seen.has(kind) ? undefined : faults[kind];
      seen.add(kind);
      return fault && this.fail(fault, request);
    };
    try {
      await action();
      await this.tree.settled();
    } finally {
      this.backend.intercept = undefined;
    }
  }

  private fail(fault: Fault, request: SampleRequest): SampleResponse {
    switch (fault) {
      case "refused":
        return answer(403, { detail: "This key may not do that." });
      case "unavailable":
        return answer(503, { status: "error", message: "Try again later." });
      case "reset":
        throw new Error("The connection is reset.");
      case "lost":
        return this.backend.loseAnswer(request);
      case "unreadable":
        return { ...this.backend.handle(request), headers: { "content-type": "text/html" }, body: "<html>" };
    }
  }
}

interface Faults {
  readonly read?: Fault;
  readonly change?: Fault;
}

function isChange(request: SampleRequest): boolean {
  return changingOperations.some((operation) => operation === operationOf(request));
}

type Load = "more" | "all" | "refresh";

/** A load of the collections, or of the documents of one of them. */
interface LoadAction {
  readonly load: Load;
  /** A row; the collections without it. */
  readonly documentsOf?: number;
}

/** A change to the collection or document in a row. */
interface ChangeAction {
  readonly kind: ChangeRequest["kind"];
  readonly row: number;
  readonly document: number;
  readonly name: string;
  readonly environment: (typeof environments)[number];
  readonly byOtherName: boolean;
}

/** One step: loads and changes that run at the same time. */
class Step implements fc.AsyncCommand<Model, Real> {
  constructor(
    private readonly loads: readonly LoadAction[],
    private readonly change: ChangeAction | undefined,
    private readonly inAnotherWindow: boolean,
    private readonly faults: Faults,
    private readonly pageSize: number,
  ) {}

  check(): boolean {
    return true;
  }

  async run(model: Model, real: Real): Promise<void> {
    real.pageSize = this.pageSize;
    const request = this.change && requestOf(this.change, real);
    const target =
      this.change && this.change.kind !== "createCollection" ? real.row(this.change.row) : undefined;
    if (request && this.inAnotherWindow) {
      changeElsewhere(request, target, model, real);
    }
    await real.failing(this.faults, () =>
      Promise.all([
        ...this.loads.map((action) => load(action, this.loads.length === 1, model, real)),
        request && !this.inAnotherWindow
          ? change(request, target, this.faults.change, model, real)
          : undefined,
      ]),
    );
    if (this.loads.length > 0) {
      model.isCountUncertain ||= request !== undefined && !this.inAnotherWindow;
    }
    check(model, real);
  }

  toString(): string {
    return JSON.stringify(this);
  }
}

function requestOf(action: ChangeAction, real: Real): ChangeRequest | undefined {
  const { kind, environment } = action;
  if (kind === "createCollection") {
    return { kind, collection: action.name };
  }
  const row = real.row(action.row);
  const collection = (action.byOtherName ? row?.collectionName : undefined) ?? row?.databaseName;
  if (!row || collection === undefined) {
    return undefined;
  }
  if (kind === "changeEnvironment") {
    return { kind, collection, environment };
  }
  if (kind !== "deleteDocument") {
    return { kind, collection };
  }
  const documents = real.tree.documents(row);
  const documentId = documents[action.document % Math.max(1, documents.length)]?.id;
  return documentId === undefined ? undefined : { kind, collection, documentId };
}

/** Sends a change and compares its outcome. */
async function change(
  request: ChangeRequest,
  target: Collection | undefined,
  fault: Fault | undefined,
  model: Model,
  real: Real,
): Promise<void> {
  model.sent++;
  // What was not made by the service, the model does not make either.
  const isMade = fault === undefined || fault === "lost" || fault === "unreadable";
  const status = isMade ? model.service.apply(request) : fault === "refused" ? 403 : undefined;
  const outcome = await real.tree.change(request, target);
  if (status === undefined || fault === "lost") {
    assert.equal(outcome.kind, "unknown");
  } else if (status < 300) {
    assert.deepEqual([outcome.kind, outcome.kind === "done" && outcome.response.status], ["done", status]);
    if (request.kind === "createCollection" && status === 201) {
      model.created.add(request.collection);
    } else if (target && (request.kind === "deleteCollection" || request.kind === "changeEnvironment")) {
      model.removed.add(target.id);
    } else if (request.kind === "deleteDocument") {
      model.removed.add(request.documentId);
    }
  } else {
    const failure = outcome.kind === "refused" ? outcome.error.failure : undefined;
    assert.equal(failure && "status" in failure && failure.status, status);
  }
  if (outcome.kind === "unknown" || status === 404) {
    // The tree has read the list again.
    model.isStale = real.tree.input.list.state.failure !== undefined;
    const documents = target && real.tree.input.findDocuments(target.id);
    if (target && documents) {
      setStale(model, target.id, documents.state.failure !== undefined);
    }
  }
}

/** Another window makes a change, of which this one knows nothing. */
function changeElsewhere(
  request: ChangeRequest,
  target: Collection | undefined,
  model: Model,
  real: Real,
): void {
  const { status } = real.backend.handle(handled(request, real.backend));
  assert.equal(status, model.service.apply(request));
  if (status < 300) {
    model.isStale = true;
    const name = target?.databaseName ?? "";
    if (model.created.has(name) && !model.service.find(name)) {
      model.goneElsewhere.add(name);
    }
    if (target) {
      model.staleDocuments.add(target.id);
    }
  }
}

function handled(change: ChangeRequest, { baseUrl, key }: SampleBackend): SampleRequest {
  const path = `/v2/collections/${encodeURIComponent(change.collection)}`;
  const request = (method: string, target: string, body?: object): SampleRequest => ({
    method,
    target,
    headers: {
      host: new URL(baseUrl).host,
      authorization: `Bearer ${key}`,
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: Buffer.from(JSON.stringify(body)) }),
  });
  switch (change.kind) {
    case "createCollection":
      return request("PUT", path, {});
    case "deleteCollection":
      return request("DELETE", path);
    case "changeEnvironment":
      return request("PATCH", `${path}/environment`, { new_environment: change.environment });
    case "deleteAllDocuments":
      return request("DELETE", `${path}/documents`);
    case "deleteDocument":
      return request("DELETE", `${path}/documents/${change.documentId}`);
  }
}

/** @param isOnly no other load can cancel it */
async function load(
  { load, documentsOf }: LoadAction,
  isOnly: boolean,
  model: Model,
  real: Real,
): Promise<void> {
  const row = documentsOf === undefined ? undefined : real.row(documentsOf);
  if (documentsOf !== undefined && !row) {
    return;
  }
  const list: PagedList<{ id: string }> = row ? real.tree.input.documentsOf(row) : real.tree.input.list;
  await (load === "more" ? list.loadMore() : load === "all" ? list.loadAll() : list.refresh());
  if (load === "refresh" && isOnly && !list.state.failure) {
    if (row) {
      setStale(model, row.id, false);
    } else {
      model.isStale = false;
    }
  }
}

function setStale(model: Model, id: string, isStale: boolean): void {
  if (isStale) {
    model.staleDocuments.add(id);
  } else {
    model.staleDocuments.delete(id);
  }
}

/** Compares everything that the tree shows with what the service has. */
function check(model: Model, real: Real): void {
  const { tree } = real;
  const { collections } = model.service;
  checkList(
    tree.input.list.state,
    real.rows,
    ({ databaseName = "" }) => databaseName,
    collections.map(({ name }) => name),
    model.isStale,
    model,
  );
  for (const row of real.rows) {
    const truth = model.service.find(row.databaseName ?? "");
    const isRead = row.documentCount !== undefined || row.fileCount !== undefined;
    if (!model.isStale && truth) {
      assert.ok(isRead || model.created.has(truth.name), "its count is known");
      for (const count of [row.documentCount, row.fileCount]) {
        assertCount(count, truth.documents.length, model);
      }
    }
    const documents = tree.input.findDocuments(row.id);
    if (documents && !documents.isUnread) {
      const isStale = model.isStale || model.staleDocuments.has(row.id);
      const expected = truth?.documents ?? [];
      checkList(documents.state, tree.documents(row), ({ id }) => id, expected, isStale, model);
      if (!isStale) {
        assertCount(tree.documentCount(row), expected.length, model);
      }
    }
  }
  assert.equal(real.backend.requests.filter(isChange).length, model.sent, "each change is sent once");
}

function checkList<T extends { readonly id: string }>(
  state: PagedListState<T>,
  rows: readonly T[],
  nameOf: (value: T) => string,
  truth: readonly string[],
  isStale: boolean,
  model: Model,
): void {
  const { created, goneElsewhere, removed } = model;
  const ids = rows.map(({ id }) => id);
  const shown = rows.map(nameOf);
  assert.equal(state.busy, false);
  assert.equal(new Set(ids).size, ids.length, "nothing is shown twice");
  assert.deepEqual(
    ids.filter((id) => removed.has(id)),
    [],
    "what was removed stays away",
  );
  if (isStale) {
    return;
  }
  assert.deepEqual(
    shown.filter((name) => !truth.includes(name) && !goneElsewhere.has(name)),
    [],
    "everything shown exists",
  );
  assertCount(state.totalCount, truth.length, model);
  // The place of a new collection is unknown until it is read.
  const located = shown.filter((name) => !created.has(name));
  const expected = truth.filter((name) => !created.has(name));
  if (state.changed) {
    assert.deepEqual(
      located,
      expected.filter((name) => located.includes(name)),
      "in the service's order",
    );
  } else {
    assert.deepEqual(located, expected.slice(0, located.length), "nothing is missing");
    if (state.hasMore === "no") {
      assert.deepEqual([...shown].sort(), [...truth].sort(), "all are shown");
      assert.ok(model.isCountUncertain || !state.countMismatch);
    }
  }
}

/** @param count undefined if the tree does not know it */
function assertCount(count: number | undefined, truth: number, { isCountUncertain }: Model): void {
  const tolerated = isCountUncertain ? [truth, truth - 1, truth + 1] : [truth];
  assert.ok(
    count === undefined || tolerated.includes(count),
    `${count ?? 0} are shown, and there are ${truth}`,
  );
}

const loads = fc.record(
  {
    load: fc.constantFrom<Load>("more", "more", "all", "refresh"),
    documentsOf: fc.nat(16),
  },
  { requiredKeys: ["load"] },
);
const changes = fc.record({
  kind: fc.constantFrom<ChangeRequest["kind"]>(
    "createCollection",
    "deleteCollection",
    "changeEnvironment",
    "deleteAllDocuments",
    "deleteDocument",
    "deleteDocument",
    "deleteDocument",
  ),
  row: fc.nat(16),
  document: fc.nat(12),
  // Also names of collections that are there, or were.
  name: fc.constantFrom("new", "a?b", "%2F", "🦊", "name 0", "name 5", "name 16"),
  environment: fc.constantFrom(...environments),
  byOtherName: fc.boolean(),
});
const fault = fc.constantFrom<Fault>("refused", "unavailable", "reset", "lost", "unreadable");
const steps = fc
  .record({
    loads: fc.array(loads, { maxLength: 2 }),
    change: fc.option(changes, { nil: undefined }),
    inAnotherWindow: fc.nat(4).map((n) => n === 0),
    faults: fc.oneof(
      { weight: 3, arbitrary: fc.constant<Faults>({}) },
      { weight: 1, arbitrary: fc.record({ read: fault, change: fault }, { requiredKeys: [] }) },
    ),
    pageSize: fc.constantFrom(1, 2, 4, 7, 100),
  })
  .map(
    ({ loads, change, inAnotherWindow, faults, pageSize }) =>
      new Step(loads, change, inAnotherWindow, faults, pageSize),
  );

describe("The collections and documents of a service that changes", () => {
  let backend: SampleBackend;

  before(async () => {
    backend = await SampleBackend.start("key", () => Date.UTC(2026, 2, 11), listSource([], source));
  });

  after(() => backend.stop());

  it("are those of the service, each change is sent once, and nothing comes back or gets lost", async function () {
    this.timeout(600_000);
    await fc.assert(
      fc.asyncProperty(fc.commands([steps], { maxCommands: 30, size: "max" }), async (commands) => {
        backend.undoChanges();
        backend.requests.length = 0;
        const model = new Model();
        const real = new Real(backend);
        try {
          await fc.asyncModelRun(() => ({ model, real }), commands);
          await readAll(model, real);
        } finally {
          real.tree.dispose();
        }
      }),
      // The same steps each time, unless another seed is given.
      {
        numRuns: Number(process.env["COMPANY_FEED_RUNS"] ?? 40),
        seed: Number(process.env["COMPANY_FEED_SEED"] ?? 14),
        includeErrorInReport: true,
      },
    );
  });

  /** In the end, everything is read again: then the tree shows exactly what the service has. */
  async function readAll(model: Model, real: Real): Promise<void> {
    const { input } = real.tree;
    await input.list.refresh();
    await input.list.loadAll();
    const opened = input.loadedDocuments.flatMap((id) => input.findDocuments(id) ?? []);
    for (const list of opened) {
      await list.refresh();
      await list.loadAll();
    }
    await real.tree.settled();
    model.isStale = false;
    model.isCountUncertain = false;
    model.staleDocuments.clear();
    model.created.clear();
    model.goneElsewhere.clear();
    check(model, real);
    assert.deepEqual(
      real.rows.map(({ databaseName }) => databaseName),
      model.service.collections.map(({ name }) => name),
    );
    for (const id of input.loadedDocuments) {
      const row = real.rows.find((one) => one.id === id);
      assert.ok(row);
      assert.deepEqual(
        real.tree.documents(row).map((document) => document.id),
        model.service.find(row.databaseName ?? "")?.documents,
      );
    }
  }
});
