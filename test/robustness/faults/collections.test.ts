import assert from "node:assert/strict";
import { createServiceClient } from "../../../src/api/client";
import { CollectionList } from "../../../src/collections/model/collectionList";
import { collections } from "../../support/services/collectionService";
import { FakeClock } from "../../support/fakes/fakeClock";
import { failing, odd } from "../../support/services/faults";
import { FaultyService } from "../../support/services/faultyService";
import { listSource } from "../../support/services/listSource";

const key = "sk_test_7f3a9Zq-XYZ";
const timeoutMs = 30_000;
const sent = collections(6);
const all = sent.map((collection) => collection["collection_id"]);

describe("every fault, under the collections", () => {
  let clock: FakeClock;
  let faulty: FaultyService;
  let pages: CollectionList;

  beforeEach(async () => {
    clock = new FakeClock();
    faulty = await FaultyService.start({ source: listSource([], sent), key, now: () => clock.now() });
    const client = createServiceClient(
      { baseUrl: faulty.origin, dataset: "companydata", key },
      { timeoutMs, typesFormat: "comma", attempts: 1 },
      { clock, random: () => 0.5, log: () => undefined },
    );
    pages = new CollectionList(client, () => 2);
    await loadMore();
    assert.deepEqual(ids(), all.slice(0, 2));
  });

  afterEach(async () => {
    pages.dispose();
    assert.deepEqual(clock.pending, [], "a timer was left");
    await faulty.dispose();
  });

  const ids = (): string[] => pages.state.items.map(({ value }) => value.id);

  async function loadMore(): Promise<void> {
    await pages.loadMore();
    await pages.settled();
  }

  for (const fault of failing) {
    it(`${fault.name}: the rows stay, the reason is told, and nothing is missing or doubled afterwards`, async () => {
      for (const act of [() => pages.loadMore(), () => pages.refresh(), () => pages.loadAll()]) {
        const before = faulty.service.requests.length;
        faulty.faults = [fault];
        const acting = act();
        if (fault.hangs) {
          await faulty.service.received(before + 1);
          clock.advance(timeoutMs);
        }
        await acting;
        await pages.settled();
        faulty.faults = [];
        assert.deepEqual(ids(), all.slice(0, 2));
        assert.match(pages.state.failure?.message ?? "", fault.sentence);
        assert.equal(pages.state.busy, false);
      }
      await pages.refresh();
      await pages.loadAll();
      await pages.settled();
      assert.equal(pages.state.failure, undefined);
      assert.deepEqual(ids(), all);
    });
  }

  for (const fault of odd.filter(({ list }) => list === "collections")) {
    it(`${fault.name}: what can be shown is shown, each once`, async () => {
      faulty.faults = [fault];
      await pages.refresh();
      await pages.settled();
      assert.equal(pages.state.failure, undefined);
      assert.equal(new Set(ids()).size, ids().length);
      assert.ok(ids().length >= 2 - fault.malformed);
      faulty.faults = [];
      await pages.refresh();
      await pages.loadAll();
      await pages.settled();
      assert.deepEqual(ids(), all);
    });
  }
});
