import assert from "node:assert/strict";
import { ApiError } from "../../../../src/service/errors";
import { serviceArrangement } from "../../../../src/collections/model/arrangement";
import {
  CollectionNode,
  CollectionNodes,
  EnvironmentNode,
  parentOf,
} from "../../../../src/collections/tree/collectionNodes";
import { DocumentNode } from "../../../../src/collections/tree/documentNodes";
import { deletableRows } from "../../../../src/collections/tree/selection";
import { ErrorNode, LoadMoreNode, RemedyNode } from "../../../../src/collections/tree/statusNodes";
import { item, state, unreadDocuments } from "../fixture";

describe("The elements of the tree", () => {
  let nodes: CollectionNodes;

  beforeEach(() => {
    nodes = new CollectionNodes(unreadDocuments);
  });

  it("end with Load more while there are more collections", () => {
    nodes.update(state([]), serviceArrangement);
    assert.equal(nodes.roots.length, 0);
    nodes.update(state([item("a")]), serviceArrangement);
    assert.ok(nodes.roots[1] instanceof LoadMoreNode);
    nodes.update(state([item("a")], { hasMore: false }), serviceArrangement);
    assert.equal(nodes.roots.length, 1);
  });

  it("end with an error and its remedies, below what was loaded", () => {
    const failure = new ApiError({ kind: "unreachable" }, "Gone.");
    nodes.update(state([item("a")], { failure }), serviceArrangement);
    const [first, ...others] = nodes.roots;
    assert.ok(first instanceof CollectionNode);
    assert.ok(others[0] instanceof ErrorNode);
    assert.equal(nodes.error, others[0]);
    assert.deepEqual(
      others.slice(1).map((node) => node instanceof RemedyNode && node.remedy),
      ["retry", "testConnection", "editConnection"],
    );
    assert.equal(nodes.update(state([item("a")], { failure }), serviceArrangement), "all");
    assert.deepEqual(nodes.roots.slice(1), others);
  });

  it("offer to edit and test a connection that finds nothing, but not that of the sample service", () => {
    const failure = new ApiError({ kind: "notFound", status: 404 }, "Nothing found.");
    const remediesIn = (isSample: boolean): readonly unknown[] => {
      const tree = new CollectionNodes(unreadDocuments, isSample);
      tree.update(state([], { failure }), serviceArrangement);
      return tree.roots.flatMap((node) => (node instanceof RemedyNode ? [node.remedy] : []));
    };
    assert.deepEqual(remediesIn(false), ["editConnection", "testConnection"]);
    assert.deepEqual(remediesIn(true), ["retry"]);
  });

  it("show the error of a refresh above what was loaded, until it succeeds", () => {
    const failure = new ApiError({ kind: "unreachable" }, "Gone.");
    const items = [item("a")];
    nodes.update(state(items, { failure, failed: "refresh" }), serviceArrangement);
    const [error, ...others] = nodes.roots;
    const collection = others.pop();
    assert.ok(error instanceof ErrorNode);
    assert.ok(others.length > 0 && others.every((node) => node instanceof RemedyNode));
    assert.ok(collection instanceof CollectionNode);
    assert.equal(nodes.update(state(items, { failure }), serviceArrangement), "all");
    assert.ok(nodes.roots[0] instanceof CollectionNode);
    nodes.update(state(items), serviceArrangement);
    assert.equal(nodes.error, undefined);
    assert.ok(nodes.roots[1] instanceof LoadMoreNode);
  });

  it("are none when nothing could be loaded without a key", () => {
    const failure = new ApiError({ kind: "noKey" }, "No API key is stored.");
    nodes.update(state([], { failure, hasMore: true }), serviceArrangement);
    assert.equal(nodes.roots.length, 0);
    assert.equal(nodes.update(state([], { hasMore: true }), serviceArrangement), "all");
    nodes.update(state([item("a")], { failure }), serviceArrangement);
    assert.ok(nodes.roots[1] instanceof ErrorNode);
  });

  it("are refreshed as far as they changed", () => {
    const items = [item("a")];
    assert.equal(nodes.update(state(items), serviceArrangement), "all");
    assert.equal(nodes.update(state(items, { busy: true }), serviceArrangement), nodes.roots[1]);
    assert.equal(nodes.update(state([...items, item("b")]), serviceArrangement), "all");
  });

  it("know their parents and children", () => {
    nodes.update(state([item("a", { environment: "x" }), item("b")]), {
      ...serviceArrangement,
      byEnvironment: true,
    });
    const [environment] = nodes.roots;
    assert.ok(environment instanceof EnvironmentNode);
    const collection = nodes.find("a");
    assert.ok(collection);
    assert.equal(parentOf(collection), environment);
    assert.ok(nodes.childrenOf(environment).includes(collection));
    const [field] = nodes.childrenOf(collection);
    assert.ok(field);
    assert.equal(parentOf(field), collection);
    assert.equal(nodes.childrenOf(collection)[0], field);
    assert.equal(nodes.find("c"), undefined);
  });

  it("decide what the Delete key is for: one collection, or documents only", () => {
    nodes.update(state([item("a"), item("b")], { hasMore: false }), serviceArrangement);
    const [a, b] = nodes.roots;
    assert.ok(a instanceof CollectionNode && b instanceof CollectionNode);
    const documents = nodes.documentsOf(a);
    const [first, second] = ["1", "2"].map(
      (id, index) => new DocumentNode({ value: { id }, json: "{}" }, documents, index),
    );
    assert.ok(first && second);
    assert.equal(deletableRows([]), "other");
    assert.equal(deletableRows([documents]), "other", "all documents are not deleted by a key");
    assert.equal(deletableRows([a]), "collection");
    assert.equal(deletableRows([a, b]), "other");
    assert.equal(deletableRows([first, second]), "documents");
    assert.equal(deletableRows([first, a]), "other");
  });
});
