import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { AutomaticLoad } from "../../../../src/collections/model/automaticLoad";
import { PagedList } from "../../../../src/collections/model/pagedList";
import { ApiError, type Failure } from "../../../../src/service/errors";
import type { Collection } from "../../../../src/service/types";
import { Emitter, type Event } from "../../../../src/shared/emitter";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { CollectionService, collections } from "../../../support/services/collectionService";

const outage = { kind: "unavailable", status: 503 } as const;

describe("Loading the collections automatically", () => {
  let service: CollectionService;
  let list: PagedList<Collection>;
  let clock: FakeClock;
  let automaticLoad: AutomaticLoad<Collection>;
  const keyStored = new Emitter<void>();
  const client: { blockingError: ApiError | undefined; readonly onDidChange: Event<void> } = {
    blockingError: undefined,
    onDidChange: keyStored.event,
  };
  const visibility = new Emitter<{ readonly visible: boolean }>();
  const view = { visible: false, onDidChangeVisibility: visibility.event };

  beforeEach(() => {
    service = new CollectionService(collections(3));
    list = new PagedList(
      (request, options) => service.listCollections(request, options),
      () => 100,
    );
    clock = new FakeClock();
    setVisible(false);
    const load = () => void list.refresh();
    automaticLoad = new AutomaticLoad(list, view, load, clock, client);
  });

  afterEach(() => {
    automaticLoad.dispose();
    list.dispose();
    service.dispose();
    assert.deepEqual(clock.pending, []);
  });

  function setVisible(visible: boolean): void {
    view.visible = visible;
    visibility.fire({ visible });
  }

  async function show(failure?: Failure): Promise<void> {
    if (failure) {
      service.failNext(failure, "Down.");
    }
    setVisible(true);
    await list.settled();
  }

  /** Seconds until the next attempt. */
  const wait = () => automaticLoad.retryInMs / 1000;

  async function advance(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      clock.advance(1000);
    }
    await list.settled();
  }

  it("starts when the view is shown, and only once", async () => {
    assert.equal(service.requests.length, 0);
    await show();
    setVisible(false);
    await show();
    assert.equal(list.state.items.length, 3);
    assert.deepEqual([service.requests.length, wait()], [1, 0]);
  });

  it("retries every 30 seconds after an outage, or as the service advises, until it succeeds", async () => {
    await show(outage);
    for (const attempt of [1, 2]) {
      service.failNext(outage, "Down.");
      assert.equal(wait(), 30);
      await advance(29);
      assert.deepEqual([service.requests.length, wait()], [attempt, 1]);
      await advance(1);
    }
    await advance(30);
    assert.deepEqual([list.state.items.length, wait()], [3, 0]);
    service.failNext({ ...outage, retryAfterMs: 1_000_000 }, "Down.");
    await list.refresh();
    assert.equal(wait(), 1000, "as the service advises");
  });

  it("waits while the view is hidden, and is due after the machine slept", async () => {
    await show(outage);
    setVisible(false);
    assert.equal(wait(), 0);
    await advance(10);
    setVisible(true);
    assert.equal(wait(), 20);
    clock.set(clock.now() + 3_600_000);
    await advance(1);
    assert.equal(list.state.items.length, 3);
  });

  it("starts again if a key is stored while loading", async () => {
    service.answer = () => {
      service.answer = (request, send) => send(request);
      keyStored.fire();
      return Promise.reject(new ApiError({ kind: "noKey" }, "No key."));
    };
    await show();
    await setImmediate();
    await list.settled();
    assert.deepEqual([list.state.error, list.state.items.length], [undefined, 3]);
  });

  it("continues loading if the same key is stored again", async () => {
    service.answer = (request, send) => {
      service.answer = (next, sendNext) => sendNext(next);
      // Once by the store, and once by the secret storage.
      keyStored.fire();
      keyStored.fire();
      return send(request);
    };
    await show();
    await setImmediate();
    await list.settled();
    assert.deepEqual([service.requests.length, list.state.items.length], [1, 3]);
  });

  it("doesn't retry after an error that needs the user, or after Cancel", async () => {
    for (const failure of [{ kind: "noKey" }, { kind: "connectionChanged", change: "edited" }] as const) {
      service.failNext(failure, "No.");
      await list.refresh();
      assert.equal(wait(), 0);
    }
    await show(outage);
    await list.refresh();
    client.blockingError = new ApiError({ kind: "unauthorized", status: 401 }, "No.");
    keyStored.fire();
    await advance(60);
    assert.deepEqual([service.requests.length, wait()], [3, 0], "another request found out");
    client.blockingError = undefined;
    keyStored.fire();
    await list.settled();
    assert.equal(list.state.error, undefined, "the connection has another key");
    const cancellation = new AbortController();
    service.answer = (request, send) => {
      cancellation.abort();
      return send(request);
    };
    await list.loadAll(cancellation.signal);
    setVisible(true);
    assert.equal(wait(), 0);
    await list.settled();
  });
});
