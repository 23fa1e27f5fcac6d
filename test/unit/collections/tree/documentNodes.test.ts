import assert from "node:assert/strict";
import { ApiError } from "../../../../src/service/errors";
import type { CollectionDocument, DocumentPage, Item } from "../../../../src/service/types";
import { serviceArrangement } from "../../../../src/collections/model/arrangement";
import { DocumentList } from "../../../../src/collections/model/documentList";
import { CollectionNodes, parentOf } from "../../../../src/collections/tree/collectionNodes";
import {
  DocumentNode,
  DocumentRangeNode,
  DocumentsNode,
  NoteNode,
} from "../../../../src/collections/tree/documentNodes";
import { ErrorNode, LoadMoreNode, RemedyNode } from "../../../../src/collections/tree/statusNodes";
import { fakeClient } from "../../../support/fakes/unusedClient";
import { item, state } from "../fixture";

describe("The row Documents of a collection", () => {
  let ids: string[];
  let error: ApiError | undefined;
  let list: DocumentList;
  let nodes: CollectionNodes;

  const client = fakeClient({
    listDocuments: (_name, { limit, offset }): Promise<DocumentPage> =>
      error
        ? Promise.reject(error)
        : Promise.resolve({
            items: ids.slice(offset, offset + limit).map(document),
            malformed: 0,
            totalCount: ids.length,
            limit,
            offset,
          }),
  });
  const document = (id: string): Item<CollectionDocument> => ({ value: { id }, json: "{}" });

  beforeEach(() => {
    ids = Array.from({ length: 25 }, (_, index) => `file_${index}`);
    error = undefined;
    const lists = new Map<string, DocumentList>();
    nodes = new CollectionNodes((collection) => {
      list = lists.get(collection.id) ?? new DocumentList(client, collection, () => 10);
      lists.set(collection.id, list);
      return list;
    });
    nodes.update(state([item("a", { documentCount: 7 })]), serviceArrangement);
  });

  function row(): DocumentsNode {
    const collection = nodes.find("a");
    const [first] = collection ? nodes.childrenOf(collection) : [];
    assert.ok(first instanceof DocumentsNode);
    return first;
  }

  async function loadMore(): Promise<DocumentsNode> {
    row();
    await list.loadMore();
    await list.settled();
    return row();
  }

  it("is the first one, with the collection's count until the documents are counted", async () => {
    assert.equal(row().count, 7);
    assert.deepEqual(row().children, []);
    await loadMore();
    assert.equal(row().count, 25);
  });

  it("appends a page without creating the others anew, and ends with Load more while there are others", async () => {
    const node = await loadMore();
    assert.equal(node.update(), "all");
    const before = node.children;
    assert.equal(before.length, 11);
    assert.ok(before.at(-1) instanceof LoadMoreNode);
    await loadMore();
    assert.equal(node.update(), "all");
    assert.equal(node.children.length, 21);
    assert.deepEqual(node.children.slice(0, 10), before.slice(0, 10));
    assert.ok(node.children.slice(0, 10).every((child, index) => child === before[index]));
    assert.equal(node.children.at(-1), before.at(-1));
    assert.equal(node.update(), node.children.at(-1));
    await loadMore();
    node.update();
    assert.ok(node.children.every((child) => child instanceof DocumentNode && child.parent === node));
  });

  it("stays the same when the collections are refreshed, with a collection's new content", async () => {
    const node = await loadMore();
    node.update();
    const { children } = node;
    nodes.update(state([item("a", { documentCount: 8 })]), serviceArrangement);
    assert.equal(row(), node);
    assert.equal(node.parent, nodes.find("a"));
    assert.deepEqual(node.children, children);
  });

  it("no longer has deleted documents", async () => {
    const node = await loadMore();
    node.update();
    list.removed(["file_3", "file_9"]);
    assert.equal(node.update(), "all");
    assert.equal(node.find("file_3"), undefined);
    assert.equal(node.children.length, 9);
    assert.equal(node.count, 23);
    list.removed("all");
    node.update();
    assert.deepEqual(
      node.children.map((child) => child instanceof NoteNode && child.note.label),
      ["No documents"],
    );
  });

  it("puts documents beyond the first thousand into ranges, which stay the same while others are added", async () => {
    ids = Array.from({ length: 3_020 }, (_, index) => `file_${index}`);
    await loadMore();
    await list.loadAll();
    const node = row();
    node.update();
    const { children } = node;
    const ranges = children.slice(1000);
    assert.equal(children.length, 1003);
    assert.ok(ranges.every((range) => range instanceof DocumentRangeNode));
    assert.deepEqual(
      ranges.map((range) => [range.index, range.children.length]),
      [
        [1000, 1000],
        [2000, 1000],
        [3000, 20],
      ],
    );
    for (const [index, parent] of [
      [999, node],
      [1000, ranges[0]],
      [3019, ranges[2]],
    ] as const) {
      const found = node.find(`file_${index}`);
      assert.ok(found && parentOf(found) === parent, String(index));
      assert.ok(nodes.childrenOf(parent ?? node).includes(found));
    }
    list.removed(["file_5"]);
    node.update();
    assert.deepEqual(node.children.slice(1000), ranges);
    const moved = node.find("file_1000");
    assert.ok(moved && parentOf(moved) === node);
    list.removed(ids.slice(900));
    node.update();
    assert.ok(node.children.every((child) => child instanceof DocumentNode));
    assert.equal(node.children.length, 899);
  });

  for (const [status, expected] of [
    [405, "This service doesn't offer documents"],
    [501, "This service doesn't offer documents"],
    [404, "No documents found, or this service doesn't offer them"],
  ] as const) {
    it(`says quietly that a service has none (${status})`, async () => {
      error = new ApiError({ kind: "notOffered", status }, "Not offered.");
      const node = await loadMore();
      node.update();
      const [note, ...others] = node.children;
      assert.ok(note instanceof NoteNode);
      assert.equal(note.note.description, expected);
      assert.deepEqual(others, []);
      assert.equal(node.update(), undefined);
      error = undefined;
      await loadMore();
      node.update();
      assert.equal(node.children.length, 11);
    });
  }

  it("shows why loading failed, and what to do: below what was loaded, or above it after a refresh", async () => {
    const node = await loadMore();
    node.update();
    error = new ApiError({ kind: "unreachable" }, "Gone.");
    await loadMore();
    node.update();
    const kinds = () => node.children.map((child) => child.constructor);
    assert.deepEqual(kinds().slice(9, 12), [DocumentNode, ErrorNode, RemedyNode]);
    assert.ok(
      node.children.every((child) => child.parent === node),
      "an element belongs elsewhere",
    );
    await list.refresh();
    node.update();
    assert.deepEqual(kinds().slice(0, 2), [ErrorNode, RemedyNode]);
    assert.equal(kinds().at(-1), DocumentNode);
  });

  it("says that documents may be missing if the list changed while it was loaded", async () => {
    const node = await loadMore();
    ids.splice(2, 3);
    await loadMore();
    node.update();
    const notes = node.children.filter((child) => child instanceof NoteNode);
    assert.deepEqual(
      notes.map(({ note }) => note.label),
      ["May be incomplete"],
    );
  });
});
