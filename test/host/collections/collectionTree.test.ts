import assert from "node:assert/strict";
import type * as vscode from "vscode";
import type { Connection } from "../../../src/connections/connection";
import { serviceArrangement } from "../../../src/collections/model/arrangement";
import { CollectionRow } from "../../../src/collections/tree/collectionRows";
import { CollectionTree, ShownCollections } from "../../../src/collections/tree/collectionTree";
import { CollectionService, type RawCollection } from "../../support/services/collectionService";

const list: RawCollection[] = [
  {
    database_name: "legal-contracts",
    collection_name: "contracts",
    collection_id: "col_1",
    document_count: 4210,
    environment: "production",
    is_active: true,
    created_at: "2025-01-02T03:04:05Z",
    region: "[x](command:y) $(zap)",
  },
  { database_name: "papers", collection_id: "col_2", environment: "qa-eu", is_active: false },
  { database_name: "third", collection_id: "col_3", environment: "staging" },
];

const acme: Connection = {
  name: "Acme",
  baseUrl: "https://api.example.com",
  origin: "https://api.example.com",
  dataset: "companydata",
  sample: false,
};

describe("the tree of collections", () => {
  let service: CollectionService;
  let shown: ShownCollections;
  let tree: CollectionTree;
  let painted: unknown[];

  beforeEach(async () => {
    service = await CollectionService.start([...list]);
    shown = new ShownCollections(Object.assign(service, { connection: acme }), () => 2);
    tree = new CollectionTree();
    painted = [];
    tree.onDidChangeTreeData((row) => painted.push(row));
    tree.show(shown, serviceArrangement);
    shown.pages.onDidChange(() => tree.show(shown, serviceArrangement));
  });

  afterEach(() => {
    tree.dispose();
    shown.dispose();
    service.dispose();
  });

  const items = () => tree.getChildren().map((row) => tree.getTreeItem(row));

  it("loads nothing when it is asked for rows", () => {
    tree.getChildren();
    assert.equal(service.requests.length, 0);
  });

  it("draws a page and Load more", async () => {
    await shown.pages.loadMore();
    const [first, second, more] = items();
    assert.equal(first?.label, "legal-contracts");
    assert.match(String(first.description), /^4\D?210 documents · contracts$/);
    assert.equal((first.iconPath as vscode.ThemeIcon).id, "rocket");
    assert.equal(first.contextValue, "collection");
    assert.equal(first.resourceUri, undefined);
    assert.equal(second?.description, "inactive · qa-eu");
    assert.equal(second.resourceUri?.scheme, "companyfeed-inactive");
    assert.equal(more?.label, "Load more");
    assert.equal(more.description, "2 of 3");
    assert.equal(more.command?.command, "companyFeed.loadMoreCollections");
  });

  it("cannot be told to load more while it does, and paints that one row alone", async () => {
    await shown.pages.loadMore();
    const more = tree.getChildren().at(-1);
    assert.ok(more);
    painted.length = 0;
    const loading = shown.pages.loadMore();
    await new Promise<void>((resolve) => setImmediate(resolve));
    assert.deepEqual(painted, [more]);
    assert.equal(tree.getTreeItem(more).command, undefined);
    await loading;
    assert.deepEqual(painted, [more, undefined]);
    assert.equal(items().length, 3);
  });

  it("keeps the id of a row over a refresh and another arrangement", async () => {
    await shown.pages.loadAll();
    const ids = new Set(items().map((item) => item.id));
    await shown.pages.refresh();
    assert.deepEqual(new Set(items().map((item) => item.id)), ids);
    tree.show(shown, { ...serviceArrangement, byEnvironment: true });
    const grouped = tree.getChildren().flatMap((row) => tree.getChildren(row));
    assert.deepEqual(new Set(grouped.map((row) => tree.getTreeItem(row).id)), ids);
    assert.deepEqual(
      items().map((item) => item.label),
      ["production", "qa-eu", "staging"],
    );
  });

  it("lists a collection's fields below it, and in a plain tooltip when that is asked for", async () => {
    await shown.pages.loadMore();
    const row = tree.find("col_1");
    assert.ok(row);
    const fields = tree.getChildren(row);
    assert.ok(fields.every((field) => tree.getParent(field) === row));
    const region = fields.map((field) => tree.getTreeItem(field)).find((item) => item.label === "region");
    assert.equal(region?.description, "[x](command:y) $(zap)");
    const item = tree.getTreeItem(row);
    assert.equal(item.tooltip, undefined);
    const { tooltip } = tree.resolveTreeItem(item, row);
    assert.equal(typeof tooltip, "string");
    assert.match(tooltip as string, /Created: .*\(2025-01-02T03:04:05\.000Z\)/);
  });

  it("says what went wrong under what was loaded, the reason first, and below it what to do", async () => {
    await shown.pages.loadMore();
    service.failNext({ kind: "unreachable" }, "Couldn't reach it.");
    await shown.pages.loadMore();
    const [failure, retry] = items().slice(-2);
    assert.equal(failure?.label, "Not reachable");
    assert.equal(failure.description, "Couldn't reach it.");
    assert.equal(retry?.label, "Retry");
    assert.equal(retry.command?.command, "companyFeed.loadMoreCollections");
    assert.ok(tree.getChildren()[0] instanceof CollectionRow);
    service.failNext({ kind: "unauthorized", status: 401 }, "Refused.");
    await shown.pages.loadMore();
    assert.equal(items().at(-1)?.command?.command, "companyFeed.setApiKey");
  });

  it("drops what comes late for a connection that is not shown any more", async () => {
    const loading = shown.pages.loadMore();
    shown.dispose();
    tree.show(undefined, serviceArrangement);
    await loading;
    assert.deepEqual(tree.getChildren(), []);
  });
});
