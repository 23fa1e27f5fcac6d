import assert from "node:assert/strict";
import { ApiError } from "../../../../src/service/errors";
import type { ServiceClient } from "../../../../src/service/client";
import type { Collection } from "../../../../src/service/types";
import { DocumentList } from "../../../../src/collections/model/documentList";
import { SampleService } from "../../../../src/sample/sampleService";
import { fakeClient } from "../../../support/fakes/unusedClient";
import { listSource } from "../../../support/services/listSource";
import { testClient } from "../../../support/services/testClient";

const raw = { collection_id: "col_1", database_name: "Verträge/2025 ?#", document_count: 250 };
const collection: Collection = { id: raw.collection_id, databaseName: raw.database_name };

describe("DocumentList", () => {
  let service: SampleService;
  let client: ServiceClient;
  let requests: string[];
  let lists: DocumentList[];

  beforeEach(async () => {
    service = new SampleService({ source: listSource([], [raw]) });
    const real = testClient(await service.start());
    requests = [];
    lists = [];
    client = fakeClient({
      listDocuments: (name, request, options) => {
        requests.push(name);
        return real.listDocuments(name, request, options);
      },
    });
  });

  afterEach(() => {
    lists.forEach((list) => {
      list.dispose();
    });
    service.dispose();
  });

  function open(of: Collection = collection, through = client): DocumentList {
    const list = new DocumentList(through, of, () => 100);
    lists.push(list);
    return list;
  }

  const notFound = () => new ApiError({ kind: "notOffered", status: 404 }, "Nothing there.");

  it("uses the collection's other name if the service rejects the first, and remembers it", async () => {
    const list = open({ ...collection, databaseName: "unknown", collectionName: raw.database_name });
    await list.loadMore();
    assert.equal(list.collectionName, raw.database_name);
    await list.loadAll();
    assert.equal(requests.filter((name) => name === "unknown").length, 1);
    assert.equal(list.state.items.length, 250);
  });

  it("reports the first name's error if the service knows neither, or offers no documents", async () => {
    let count = 0;
    const refusing = fakeClient({
      listDocuments: () => {
        count++;
        return Promise.reject(notFound());
      },
    });
    const list = open({ ...collection, collectionName: "other" }, refusing);
    await list.loadMore();
    assert.equal(list.notOfferedStatus, 404);
    assert.equal(list.collectionName, raw.database_name);
    assert.equal(count, 2);
    assert.equal(list.isNeverLoaded, false);
  });
});
