import assert from "node:assert/strict";
import { PagedList } from "../../../src/collections/model/pagedList";
import type { Collection } from "../../../src/service/types";
import { FakeClock } from "../../support/fakes/fakeClock";
import { collections } from "../../support/services/collectionService";
import { pageFaults } from "../../support/services/faults";
import { FaultyService } from "../../support/services/faultyService";
import { listSource } from "../../support/services/listSource";
import { testClient, testKey as key } from "../../support/services/testClient";

const sent = collections(6);
const all = sent.map((collection) => collection["collection_id"]);

describe("Collections of a faulty service", () => {
  let clock: FakeClock;
  let faulty: FaultyService;
  let list: PagedList<Collection>;

  beforeEach(async () => {
    clock = new FakeClock();
    faulty = await FaultyService.start({ source: listSource([], sent), key, now: () => clock.now() });
    const client = testClient({ baseUrl: faulty.origin }, { clock });
    list = new PagedList(
      (request, options) => client.listCollections(request, options),
      () => 2,
    );
    await list.loadMore();
    assert.deepEqual(ids(), all.slice(0, 2));
  });

  afterEach(async () => {
    list.dispose();
    assert.deepEqual(clock.pending, [], "a timer was left");
    await faulty.dispose();
  });

  const ids = (): string[] => list.state.items.map(({ value }) => value.id);

  for (const fault of pageFaults.filter(({ list }) => list === "collections")) {
    it(`${fault.name}: what can be read is shown once`, async () => {
      faulty.faults = [fault];
      await list.refresh();
      assert.equal(list.state.failure, undefined);
      assert.equal(new Set(ids()).size, ids().length);
      assert.ok(ids().length >= 2 - fault.malformed);
      faulty.faults = [];
      await list.refresh();
      await list.loadAll();
      assert.deepEqual(ids(), all);
    });
  }
});
