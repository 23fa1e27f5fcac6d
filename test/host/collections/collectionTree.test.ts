import assert from "node:assert/strict";
import * as vscode from "vscode";
import { ListQuickPick } from "../../../src/collections/find/listQuickPick";
import { serviceArrangement } from "../../../src/collections/model/arrangement";
import type { DocumentList } from "../../../src/collections/model/documentList";
import { CollectionLists } from "../../../src/collections/tree/collectionLists";
import { CollectionTree } from "../../../src/collections/tree/collectionTree";
import type { CollectionTreeRow } from "../../../src/collections/tree/rows";
import { sampleConnection } from "../../../src/connections/connection";
import { commands } from "../../../src/ids";
import { ApiError } from "../../../src/service/errors";
import { SampleService } from "../../../src/sample/sampleService";
import { FakeClock } from "../../support/fakes/fakeClock";
import { listSource } from "../../support/services/listSource";
import { testClient } from "../../support/services/testClient";

const raw = [
  {
    database_name: "legal-contracts",
    collection_name: "contracts",
    collection_id: "col_1",
    document_count: 5,
    environment: "production",
    region: "[x](command:y) $(zap)",
  },
  { database_name: "papers", collection_id: "col_2", environment: "qa-eu", is_active: false },
  { database_name: "third", collection_id: "col_3", environment: "staging" },
];

describe("The tree of collections", () => {
  let service: SampleService;
  let lists: CollectionLists;
  let tree: CollectionTree;
  let refreshed: unknown[];
  let requested: DocumentList[];

  beforeEach(async () => {
    service = new SampleService({ source: listSource([], raw) });
    const client = testClient(await service.start());
    const state = { connection: sampleConnection, blockingError: undefined };
    lists = new CollectionLists({ ...client, ...state }, () => 2);
    requested = [];
    refreshed = [];
    tree = new CollectionTree((list) => requested.push(list));
    tree.onDidChangeTreeData((row) => refreshed.push(row));
    lists.collections.onDidChange(() => tree.update(lists, serviceArrangement));
    lists.onDidChangeDocuments((id) => tree.updateDocuments(id));
    tree.update(lists, serviceArrangement);
    await lists.collections.loadMore();
  });

  afterEach(() => {
    tree.dispose();
    lists.dispose();
    service.dispose();
  });

  const items = (row?: CollectionTreeRow) => tree.getChildren(row).map((child) => tree.getTreeItem(child));
  const labels = (row?: CollectionTreeRow) => items(row).map(({ label }) => label);

  function collection(): CollectionTreeRow {
    return tree.find("col_1") ?? assert.fail("It is not loaded.");
  }

  function documents(): CollectionTreeRow {
    return tree.getChildren(collection())[0] ?? assert.fail("There is no row.");
  }

  it("has a row for each collection, and Load more at the end", async () => {
    const [first, second, more] = items();
    assert.deepEqual(
      [first?.label, first?.description, first?.contextValue],
      ["legal-contracts", "5", "collection"],
    );
    assert.equal((first?.iconPath as vscode.ThemeIcon).id, "globe");
    assert.equal(second?.description, "inactive");
    assert.deepEqual([more?.label, more?.description], ["Load more", "2 of 3"]);
    assert.equal(more?.command?.command, commands.loadMoreCollections);
    await lists.collections.loadMore();
    assert.deepEqual(labels(), ["legal-contracts", "papers", "third"]);
    tree.update(undefined, serviceArrangement);
    assert.deepEqual(items(), []);
  });

  it("keeps row IDs after a refresh and a new arrangement", async () => {
    await lists.collections.loadAll();
    const ids = items().map(({ id }) => id);
    assert.equal(new Set(ids).size, 3);
    await lists.collections.refresh();
    assert.deepEqual(
      items().map(({ id }) => id),
      ids,
    );
    tree.update(lists, { ...serviceArrangement, byEnvironment: true });
    assert.deepEqual(labels(), ["production", "qa-eu", "staging"]);
    assert.deepEqual(
      tree.getChildren().flatMap((row) => items(row).map(({ id }) => id)),
      ids,
    );
  });

  it("shows documents and fields below a collection, and the full text in its tooltip", () => {
    assert.deepEqual(labels(collection()), [
      "Documents",
      "Collection ID",
      "Collection name",
      "Environment",
      "region",
    ]);
    assert.equal(items(collection()).at(-1)?.description, "[x](command:y) $(zap)");
    assert.ok(tree.getChildren(collection()).every((row) => tree.getParent(row) === collection()));
    const { tooltip } = tree.resolveTreeItem(tree.getTreeItem(collection()), collection());
    assert.equal(tooltip, "legal-contracts\ncontracts\nproduction\n5 documents\ncol_1");
  });

  it("requests documents when their row is expanded, and again after a refresh", async () => {
    assert.equal(requested.length, 0);
    assert.deepEqual(labels(documents()), []);
    const [list] = requested;
    assert.ok(list);
    refreshed.length = 0;
    await list.loadMore();
    assert.ok(refreshed.every((row) => row === collection()));
    const [first, second, more] = items(documents());
    assert.equal(new Set([first?.id, second?.id, more?.id]).size, 3);
    assert.equal(first?.iconPath, vscode.ThemeIcon.File);
    assert.deepEqual([more?.label, more?.description, requested.length], ["Load more", "2 of 5", 1]);
    const [row] = tree.getChildren(documents());
    assert.ok(row);
    const { command } = first;
    assert.deepEqual([command?.command, command?.arguments?.[0]], [commands.openDocument, row]);
    list.isStale = true;
    assert.equal(items(documents()).length, 3, "the old rows stay meanwhile");
    assert.deepEqual(requested, [list, list]);
  });

  it("doesn't say, while documents load for a search, that none match", () => {
    const list = lists.documentsOf({ id: "col_1", databaseName: "legal-contracts" });
    const texts = () => ({ name: "", others: [], label: "" });
    const options = { list, title: "", placeholder: "", noMatch: "None", textsOf: texts, pickItem: texts };
    const search = new ListQuickPick(options, new FakeClock(), console);
    void search.show();
    const { items } = Reflect.get(search, "pick") as vscode.QuickPick<vscode.QuickPickItem>;
    assert.deepEqual(items, []);
    search.dispose();
  });

  it("can't expand documents if the service doesn't offer them", async () => {
    const { None, Collapsed } = vscode.TreeItemCollapsibleState;
    const notOffered = new ApiError({ kind: "notOffered", status: 405 }, "Not offered (405).");
    Object.assign(lists.client, { listDocuments: () => Promise.reject(notOffered) });
    const list = lists.documentsOf({ id: "col_1", databaseName: "legal-contracts" });
    await list.loadMore();
    const { description, collapsibleState } = tree.getTreeItem(documents());
    assert.deepEqual([description, collapsibleState], ["not offered", None]);
    list.isStale = true;
    assert.equal(tree.getTreeItem(documents()).collapsibleState, Collapsed);
  });

  it("updates both counts at once after documents are deleted", async () => {
    const list = lists.documentsOf({ id: "col_1", databaseName: "legal-contracts" });
    await list.loadMore();
    const counts = () => [
      tree.getTreeItem(collection()).description,
      tree.getTreeItem(documents()).description,
    ];
    list.removed([list.state.items[0]?.value.id ?? ""]);
    assert.deepEqual(counts(), ["4", "4"]);
    list.isStale = true;
    list.removed("all");
    assert.deepEqual(counts(), ["0", "0"], "also while they were to be read again");
  });
});
