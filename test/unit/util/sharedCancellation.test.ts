import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { CollectionList } from "../../../src/collections/model/collectionList";
import { SharedCancellation } from "../../../src/util/sharedCancellation";
import { CollectionService, collections } from "../../support/services/collectionService";

const listeners = ({ signal }: AbortController): number => getEventListeners(signal, "abort").length;

describe("SharedCancellation", () => {
  it("cancels once all callers have, each as often as it joined", () => {
    const [one, two] = [new AbortController(), new AbortController()];
    const shared = new SharedCancellation();
    [one, two, two].forEach(({ signal }) => shared.add(signal));
    two.abort();
    assert.equal(shared.signal.aborted, false);
    one.abort();
    assert.equal(shared.signal.aborted, true);
  });

  it("never cancels if a caller cannot", () => {
    const one = new AbortController();
    const shared = new SharedCancellation();
    shared.add(undefined);
    shared.add(one.signal);
    one.abort();
    assert.equal(shared.signal.aborted, false);
  });

  it("leaves no listener on a caller's signal when the operation ends, is canceled, or has ended before", () => {
    const caller = new AbortController();
    for (const end of ["dispose", "cancel"] as const) {
      const shared = new SharedCancellation();
      shared.add(caller.signal);
      assert.equal(listeners(caller), 1);
      shared[end]();
      shared.add(caller.signal);
      assert.equal(listeners(caller), 0);
    }
  });

  it("is over with each load of a list", async () => {
    const caller = new AbortController();
    const service = await CollectionService.start(collections(50));
    const list = new CollectionList(service, () => 10);
    for (let load = 0; load < 3; load++) {
      await list.refresh(caller.signal);
      assert.equal(listeners(caller), 0);
    }
    list.dispose();
    service.dispose();
  });
});
