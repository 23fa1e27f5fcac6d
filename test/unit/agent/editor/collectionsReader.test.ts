import assert from "node:assert/strict";
import { CollectionsReader } from "../../../../src/agent/editor/collectionsReader";
import { ApiError } from "../../../../src/api/errors";
import { CollectionList } from "../../../../src/collections/model/collectionList";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { collections, CollectionService } from "../../../support/services/collectionService";

const connection = { name: "Acme" };
const { signal } = new AbortController();

describe("The collections for agents", () => {
  let service: CollectionService;
  let clock: FakeClock;
  let list: CollectionList;
  let changedMs: number;
  let reader: CollectionsReader;

  beforeEach(async () => {
    service = await CollectionService.start(collections(2340));
    clock = new FakeClock();
    list = new CollectionList(service, () => 1000);
    changedMs = clock.now();
    reader = new CollectionsReader(() => ({ client: service, state: list.state, changedMs }), clock);
  });

  afterEach(() => {
    list.dispose();
    service.dispose();
  });

  const requests = (): number => service.requests.splice(0).length;

  it("are all read, and not again for the next question", async () => {
    const read = await reader.read(connection, service, signal);
    assert.deepEqual(
      [read.collections.length, read.total, read.readAtMs, read.incomplete],
      [2340, 2340, clock.now(), undefined],
    );
    requests();
    clock.advance(120_000);
    assert.equal((await reader.read(connection, service, signal)).readAtMs, read.readAtMs);
    assert.equal(requests(), 0);
    clock.advance(1);
    await reader.read(connection, service, signal);
    assert.ok(requests() > 0, "too old");
    await reader.read({ name: "Acme" }, service, signal);
    assert.ok(requests() > 0, "another key");
    clock.set(clock.now() - 3_600_000);
    await reader.read(connection, service, signal);
    assert.ok(requests() > 0, "read in the future, after the clock was set back");
  });

  it("are those of the tree if it has just loaded all", async () => {
    await list.loadMore();
    requests();
    await reader.read({}, service, signal);
    assert.ok(requests() > 0, "the tree has some");
    await list.loadAll();
    requests();
    assert.equal((await reader.read({}, service, signal)).collections.length, 2340);
    assert.equal(requests(), 0);
    const other = await CollectionService.start(collections(1));
    assert.equal((await reader.read({}, other, signal)).collections.length, 1);
    other.dispose();
    clock.advance(120_001);
    await reader.read({}, service, signal);
    assert.ok(requests() > 0, "the tree has loaded them long ago");
  });

  it("are told to be incomplete where they are, and read again then", async () => {
    let pages = 0;
    service.onRequest = () => {
      if (++pages === 2) {
        service.list = collections(2339, 1);
      }
    };
    const read = await reader.read(connection, service, signal);
    assert.equal(read.incomplete, "changed");
    requests();
    assert.equal((await reader.read(connection, service, signal)).incomplete, undefined);
    assert.ok(requests() > 0);
  });

  it("fail if nothing could be read, and end when they are cancelled", async () => {
    const busy = new ApiError({ kind: "unavailable", status: 503 }, "The service is busy.");
    service.nextResponse = () => Promise.reject(busy);
    await assert.rejects(reader.read(connection, service, signal), busy);
    const cancellation = new AbortController();
    service.onRequest = () => cancellation.abort();
    await assert.rejects(reader.read(connection, service, cancellation.signal), { kind: "aborted" });
  });

  it("keep what was read before a failure, and say so", async () => {
    const busy = new ApiError({ kind: "unavailable", status: 503 }, "The service is busy.");
    let pages = 0;
    service.onRequest = () => {
      if (++pages === 2) {
        service.nextResponse = () => Promise.reject(busy);
      }
    };
    const read = await reader.read(connection, service, signal);
    // The sample service sends at most 100 at a time.
    assert.deepEqual([read.collections.length, read.incomplete], [100, busy]);
  });
});
