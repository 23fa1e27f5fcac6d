import assert from "node:assert/strict";
import type { Failure } from "../../../../src/service/errors";
import { CollectionList } from "../../../../src/collections/model/collectionList";
import { AutomaticLoad } from "../../../../src/collections/model/automaticLoad";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { CollectionService, collections } from "../../../support/services/collectionService";

const outage = { kind: "unavailable", status: 503 } as const;

describe("Loading the collections by themselves", () => {
  let service: CollectionService;
  let list: CollectionList;
  let clock: FakeClock;
  let automaticLoad: AutomaticLoad;
  let loading: Promise<void>;

  beforeEach(async () => {
    service = await CollectionService.start(collections(3));
    list = new CollectionList(service, () => 100);
    clock = new FakeClock();
    loading = Promise.resolve();
    automaticLoad = new AutomaticLoad(list, () => void (loading = list.loadMore()), clock);
  });

  afterEach(() => {
    automaticLoad.dispose();
    list.dispose();
    service.dispose();
  });

  async function show(failure?: Failure): Promise<void> {
    if (failure) {
      service.failNext(failure, "Down.");
    }
    automaticLoad.setVisible(true);
    await loading;
  }

  /** In seconds, from now. */
  function wait(): number | undefined {
    const { nextAttemptMs } = automaticLoad;
    assert.equal(clock.pending.length, nextAttemptMs === undefined ? 0 : 1);
    return nextAttemptMs && (nextAttemptMs - clock.now()) / 1000;
  }

  async function advance(seconds: number): Promise<void> {
    clock.advance(seconds * 1000);
    await loading;
  }

  it("starts when they are shown, and only once", async () => {
    assert.equal(service.requests.length, 0);
    await show();
    automaticLoad.setVisible(false);
    await show();
    await list.settled();
    assert.equal(list.state.items.length, 3);
    assert.equal(service.requests.filter(({ offset }) => offset === 0).length, 1);
    assert.equal(wait(), undefined);
  });

  it("is repeated after an outage, later each time, until it succeeds", async () => {
    await show(outage);
    const waits = [];
    for (let attempt = 0; attempt < 6; attempt++) {
      service.failNext(outage, "Down.");
      const seconds = wait() ?? assert.fail("It is not repeated.");
      waits.push(seconds);
      await advance(seconds - 1);
      assert.equal(service.requests.length, attempt + 1, "not before");
      await advance(1);
    }
    assert.deepEqual(waits, [30, 60, 120, 240, 300, 300]);
    service.nextResponse = undefined;
    await advance(300);
    assert.equal(list.state.items.length, 3);
    assert.equal(wait(), undefined);
  });

  it("waits as long as the service advises", async () => {
    await show({ ...outage, retryAfterMs: 1_000_000 });
    assert.equal(wait(), 1000);
  });

  it("waits while they are hidden, and goes on when they are shown again", async () => {
    await show(outage);
    automaticLoad.setVisible(false);
    assert.equal(wait(), undefined);
    await advance(10);
    automaticLoad.setVisible(true);
    assert.equal(wait(), 20);
    automaticLoad.setVisible(false);
    await advance(3600);
    assert.equal(service.requests.length, 1);
    automaticLoad.setVisible(true);
    await advance(0);
    assert.equal(list.state.items.length, 3);
  });

  for (const failure of [
    { kind: "unauthorized" },
    { kind: "noKey" },
    { kind: "notFound" },
    { kind: "malformed" },
  ] as Failure[]) {
    it(`is not repeated after "${failure.kind}", which does not pass by itself`, async () => {
      await show(failure);
      assert.equal(wait(), undefined);
      automaticLoad.setVisible(false);
      automaticLoad.setVisible(true);
      assert.equal(service.requests.length, 1);
    });
  }

  it("is left to the user who cancels another attempt", async () => {
    await show(outage);
    const cancellation = new AbortController();
    service.onRequest = () => cancellation.abort();
    await list.loadAll(cancellation.signal);
    assert.equal(list.state.failure, undefined);
    assert.equal(wait(), undefined);
    assert.equal(service.requests.length, 2);
  });

  it("does not interfere with what the user loads meanwhile", async () => {
    await show(outage);
    await list.loadMore();
    assert.equal(wait(), undefined);
    await advance(3600);
    assert.equal(service.requests.filter(({ offset }) => offset === 0).length, 2);
  });

  it("repeats what failed later, starting with the shortest wait", async () => {
    await show(outage);
    await advance(30);
    await list.settled();
    service.failNext(outage, "Down.");
    await list.refresh();
    assert.deepEqual([list.state.failed, list.state.items.length], ["refresh", 3]);
    assert.equal(wait(), 30);
    await advance(30);
    assert.equal(list.state.failure, undefined);
  });

  it("waits no longer than it was to when the clock is set back", async () => {
    const back = (hours: number): void => clock.set(clock.now() - hours * 3_600_000);
    await show({ ...outage, retryAfterMs: 60_000 });
    automaticLoad.setVisible(false);
    back(2);
    automaticLoad.setVisible(true);
    assert.equal(wait(), 60);
    await advance(60);
    assert.equal(list.state.items.length, 3);
  });
});
