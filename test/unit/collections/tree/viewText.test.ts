import assert from "node:assert/strict";
import { serviceArrangement } from "../../../../src/collections/model/arrangement";
import { CollectionLists } from "../../../../src/collections/tree/collectionLists";
import {
  collectionsContext,
  documentsText,
  viewDescription,
  viewMessage,
} from "../../../../src/collections/tree/viewText";
import { sampleConnection } from "../../../../src/connections/connection";
import { ApiError, type Failure } from "../../../../src/service/errors";
import type { CollectionDocument, OffsetPage } from "../../../../src/service/types";
import { fakeClient } from "../../../support/fakes/unusedClient";
import { CollectionService, collections } from "../../../support/services/collectionService";

const outage = { kind: "unavailable", status: 503 } as const;

describe("The view Collections", () => {
  let service: CollectionService;
  let lists: CollectionLists;
  let readDocuments: () => Promise<OffsetPage<CollectionDocument>>;

  async function open(count: number): Promise<void> {
    service = new CollectionService(collections(count));
    const client = fakeClient({
      listCollections: (request, options) => service.listCollections(request, options),
      listDocuments: () => readDocuments(),
    });
    const state = { connection: sampleConnection, blockingError: undefined };
    lists = new CollectionLists({ ...client, ...state }, () => 100);
    await lists.collections.loadMore();
  }

  afterEach(() => {
    lists.dispose();
    service.dispose();
  });

  const message = (retryInMs = 0, arrangement = serviceArrangement) =>
    viewMessage(lists, arrangement, retryInMs);

  it("shows only how much is loaded if all is well", async () => {
    await open(250);
    assert.equal(viewDescription(lists), "100 of 250");
    assert.equal(message(), "");
    assert.equal(
      message(0, { ...serviceArrangement, sort: "name" }),
      "Only loaded collections are grouped and sorted. To include the rest, run Load All Collections.",
    );
    await lists.collections.loadAll();
    assert.equal(viewDescription(lists), "250");
    assert.equal(message(0, { ...serviceArrangement, sort: "name" }), "");
  });

  it("says that there are no collections only once that is certain", async () => {
    await open(0);
    assert.equal(message(), "No collections found.");
    service.list = [{}];
    await lists.collections.refresh();
    assert.equal(message(), "Skipped 1 entry with a missing or duplicate ID.");
  });

  it("explains why loading failed, counts down to the retry, and offers a fix", async () => {
    await open(250);
    const refresh = " Refresh to try again.";
    const helps: [Failure, string, string][] = [
      [{ kind: "unauthorized", status: 401 }, "key", ""],
      [{ kind: "forbidden", status: 403 }, "connection", ""],
      [{ kind: "malformed" }, "service", refresh],
      [outage, "unavailable", refresh],
    ];
    for (const [failure, context, todo] of helps) {
      service.failNext(failure, "Acme is unavailable (503)");
      await lists.collections.refresh();
      assert.equal(message(), `Acme is unavailable (503).${todo}`);
      assert.equal(collectionsContext(lists.collections.state), context);
    }
    assert.equal(message(30_000), "Acme is unavailable (503). Retrying in 30\u00a0s.");
    const blockingError = new ApiError({ kind: "unauthorized", status: 401 }, "Acme rejected the API key");
    Object.assign(lists.client, { blockingError });
    assert.equal(message(0), "Acme rejected the API key.");
    assert.equal(collectionsContext(lists.state), "key");
  });

  it("leaves a missing key to the welcome content, and names the connection", async () => {
    await open(0);
    service.failNext({ kind: "noKey" }, "No API key is stored.");
    await lists.collections.refresh();
    assert.deepEqual([collectionsContext(lists.collections.state), message()], ["noKey", ""]);
    assert.equal(viewDescription(lists), "Sample data");
  });

  it("says if a list of collections or documents changed, and why documents fail to load", async () => {
    await open(250);
    service.list.splice(0, 3);
    await lists.collections.loadMore();
    const changed = "The list changed while loading. Refresh to see all of it.";
    assert.equal(message(), changed);
    await lists.collections.refresh();
    const [first] = lists.collections.state.items;
    assert.ok(first);
    const page = { items: [], malformed: 0, totalCount: 5 };
    readDocuments = () => Promise.resolve(page);
    const documents = lists.documentsOf(first.value);
    await documents.loadMore();
    assert.equal(message(), `Documents of "name-3": ${changed}`);
    const failures: [Failure, string, string][] = [
      [outage, "couldn't be loaded", 'Documents of "name-3": No.'],
      [{ kind: "notOffered", status: 404 }, "none, or not offered", ""],
      [{ kind: "notOffered", status: 501 }, "not offered", ""],
    ];
    for (const [failure, text, sentence] of failures) {
      readDocuments = () => Promise.reject(new ApiError(failure, "No."));
      await documents.refresh();
      assert.equal(documentsText(first.value, lists), text);
      assert.ok(message().startsWith(sentence));
      documents.isStale = true;
      assert.deepEqual([documentsText(first.value, lists), message()], ["", ""], "to be read again");
      documents.isStale = false;
    }
  });
});
