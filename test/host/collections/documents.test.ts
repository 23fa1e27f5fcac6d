import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Connection } from "../../../src/connections/connection";
import { serviceArrangement } from "../../../src/collections/model/arrangement";
import type { TreeNode } from "../../../src/collections/tree/collectionNodes";
import { CollectionTreeDataProvider } from "../../../src/collections/tree/collectionTreeDataProvider";
import { CollectionTreeInput } from "../../../src/collections/tree/collectionTreeInput";
import { DocumentNode, DocumentsNode } from "../../../src/collections/tree/documentNodes";
import { neighborOfRemoved } from "../../../src/collections/tree/selection";
import { SampleService } from "../../../src/sample/sampleService";
import { listSource } from "../../support/services/listSource";
import { testClient } from "../../support/services/testClient";

const raw = { collection_id: "col_1", database_name: "papers", document_count: 5, file_count: 5 };
const others = ["col_2", "col_3"].map((id) => ({ collection_id: id, database_name: id }));

describe("The documents in the tree data provider", () => {
  let service: SampleService;
  let input: CollectionTreeInput;
  let provider: CollectionTreeDataProvider;
  let refreshed: unknown[];
  let requested: DocumentsNode[];
  let selection: readonly TreeNode[];

  beforeEach(async () => {
    service = new SampleService({ source: listSource([], [raw, ...others]) });
    const target = await service.start();
    const connection: Connection = {
      name: "Acme",
      baseUrl: target.baseUrl,
      origin: target.baseUrl,
      dataset: "companydata",
      sample: false,
      allowChanges: false,
    };
    input = new CollectionTreeInput(Object.assign(testClient(target), { connection }), () => 3);
    provider = new CollectionTreeDataProvider();
    refreshed = [];
    requested = [];
    provider.onDidChangeTreeData((node) => refreshed.push(node));
    provider.onDidRequestDocuments((node) => requested.push(node));
    selection = [];
    // As the view does it.
    const updateTree = (update: () => void) => {
      const neighbor = neighborOfRemoved(selection, provider, input);
      update();
      const node = neighbor?.();
      selection = node ? [node] : selection;
    };
    input.list.onDidChange(() => updateTree(() => provider.update(input, serviceArrangement)));
    input.onDidChangeDocuments((id) => updateTree(() => provider.updateDocuments(id)));
    provider.update(input, serviceArrangement);
    await input.list.loadMore();
    await input.list.settled();
  });

  afterEach(() => {
    provider.dispose();
    input.dispose();
    service.dispose();
  });

  function documentsRow(): DocumentsNode {
    const [row] = provider.getChildren(provider.find("col_1"));
    assert.ok(row instanceof DocumentsNode);
    return row;
  }

  async function loadMore(): Promise<DocumentNode[]> {
    await documentsRow().list.loadMore();
    await documentsRow().list.settled();
    return provider.getChildren(documentsRow()).filter((node) => node instanceof DocumentNode);
  }

  it("are requested when the row is opened, and only then", async () => {
    const row = documentsRow();
    assert.deepEqual(requested, []);
    assert.equal(provider.getTreeItem(row).description, "5");
    assert.deepEqual(provider.getChildren(row), []);
    assert.deepEqual(requested, [row]);
    refreshed.length = 0;
    await loadMore();
    assert.ok(refreshed.includes(row));
    assert.ok(!refreshed.includes(undefined), "the whole tree was refreshed");
    provider.getChildren(row);
    assert.deepEqual(requested, [row]);
  });

  it("have an icon of their type, a plain tooltip and a command once they are resolved, and unique IDs", async () => {
    await loadMore();
    const nodes = await loadMore();
    assert.equal(nodes.length, 5);
    const items = nodes.map((node) => provider.getTreeItem(node));
    assert.equal(new Set(items.map(({ id }) => id)).size, 5);
    const [item, node] = [items[0], nodes[0]];
    assert.ok(item && node);
    assert.equal(item.iconPath, vscode.ThemeIcon.File);
    assert.equal(item.command, undefined);
    const { command, tooltip } = provider.resolveTreeItem(item, node);
    assert.equal(command?.command, "companyFeed.openDocument");
    assert.ok(typeof tooltip === "string");
    assert.match(tooltip, /^File name: .*\n/);
    assert.equal(provider.getParent(node), documentsRow());
  });

  it("offer Load more for these documents", async () => {
    await loadMore();
    const more = provider.getChildren(documentsRow()).at(-1);
    assert.ok(more);
    const item = provider.getTreeItem(more);
    assert.deepEqual([item.label, item.description], ["Load more", "3 of 5"]);
    assert.deepEqual(item.command?.arguments, [more]);
    assert.equal(provider.getParent(more), documentsRow());
  });

  it("count a deletion at once, in both rows", async () => {
    const [first] = await loadMore();
    const collection = provider.find("col_1");
    assert.ok(first && collection);
    input.removedDocuments(collection.item.value, [first.item.value.id]);
    const now = provider.find("col_1");
    assert.ok(now);
    assert.equal(provider.getTreeItem(now).description, "4 documents");
    assert.equal(provider.getTreeItem(documentsRow()).description, "4");
    assert.equal(input.documentCountOf(now.item.value), 4);
    input.removedDocuments(collection.item.value, "all");
    assert.equal(provider.getTreeItem(documentsRow()).description, "0");
    await input.list.refresh();
    const read = provider.find("col_1");
    assert.equal(read && provider.getTreeItem(read).description, "5 documents");
  });

  it("are read again after they were closed", async () => {
    await loadMore();
    const row = documentsRow();
    input.closeDocuments("col_1");
    assert.equal(refreshed.at(-1), provider.find("col_1"));
    assert.notEqual(documentsRow(), row);
    provider.getChildren(documentsRow());
    assert.deepEqual(requested, [documentsRow()]);
  });

  describe("when the selected rows go", () => {
    it("give the selection to the next row, else the previous one, else the row above", async () => {
      await loadMore();
      const nodes = await loadMore();
      const [first, second, third, fourth, last] = nodes.map(({ item }) => item.value.id);
      const select = (...ids: (string | undefined)[]) => {
        selection = ids
          .map((id) => provider.findDocument("col_1", id ?? ""))
          .filter((node) => node !== undefined);
        assert.equal(selection.length, ids.length);
      };
      const selectedId = () => {
        const [node, ...more] = selection;
        assert.deepEqual(more, []);
        return node instanceof DocumentNode ? node.item.value.id : node;
      };
      const { list } = documentsRow();
      select(second);
      list.removed([second ?? ""]);
      assert.equal(selectedId(), third);
      select(last);
      list.removed([last ?? ""]);
      assert.equal(selectedId(), fourth);
      select(first, third);
      list.removed([first ?? ""]);
      assert.equal(selection.length, 2, "the rest of a selection stays");
      selection = selection.slice(1);
      list.removed([third ?? ""]);
      assert.equal(selectedId(), fourth);
      list.removed("all");
      assert.equal(selectedId(), documentsRow());
    });

    it("stay with the next collection", () => {
      const collection = provider.find("col_2");
      assert.ok(collection);
      selection = [collection];
      input.list.removed(["col_1"]);
      assert.deepEqual(selection, [collection]);
      input.list.removed(["col_2"]);
      assert.equal(selection[0], provider.find("col_3"));
    });
  });
});
