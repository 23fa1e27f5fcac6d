import assert from "node:assert/strict";
import type * as vscode from "vscode";
import type { Connection } from "../../../src/connections/connection";
import { serviceArrangement } from "../../../src/collections/model/arrangement";
import { CollectionNode } from "../../../src/collections/tree/collectionNodes";
import { CollectionTreeDataProvider } from "../../../src/collections/tree/collectionTreeDataProvider";
import { CollectionTreeInput } from "../../../src/collections/tree/collectionTreeInput";
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

describe("CollectionTreeDataProvider", () => {
  let service: CollectionService;
  let input: CollectionTreeInput;
  let provider: CollectionTreeDataProvider;
  let refreshed: unknown[];

  beforeEach(async () => {
    service = await CollectionService.start([...list]);
    input = new CollectionTreeInput(Object.assign(service, { connection: acme }), () => 2);
    provider = new CollectionTreeDataProvider();
    refreshed = [];
    provider.onDidChangeTreeData((node) => refreshed.push(node));
    provider.update(input, serviceArrangement);
    input.list.onDidChange(() => provider.update(input, serviceArrangement));
  });

  afterEach(() => {
    provider.dispose();
    input.dispose();
    service.dispose();
  });

  /** The elements below the event feed. */
  const elements = () => provider.getChildren();
  const items = () => elements().map((node) => provider.getTreeItem(node));

  it("loads nothing when it is asked for elements", () => {
    provider.getChildren();
    assert.equal(service.requests.length, 0);
  });

  it("is empty without a connection, so that VS Code shows the view's welcome content", () => {
    provider.update(undefined, serviceArrangement);
    assert.deepEqual(provider.getChildren(), []);
  });

  it("shows a page and Load more", async () => {
    await input.list.loadMore();
    const [first, second, more] = items();
    assert.equal(first?.label, "legal-contracts");
    assert.match(String(first.description), /^4\D?210 documents · contracts$/);
    assert.equal((first.iconPath as vscode.ThemeIcon).id, "globe");
    assert.equal(first.contextValue, "collection");
    assert.equal(first.resourceUri, undefined);
    assert.equal(second?.description, "inactive · qa-eu");
    assert.equal(second.resourceUri?.scheme, "companyfeed-inactive");
    assert.equal(more?.label, "Load more");
    assert.equal(more.description, "2 of 3");
    assert.equal(more.command?.command, "companyFeed.loadMoreCollections");
  });

  it("offers no Load more while it is loading, and refreshes only that element", async () => {
    await input.list.loadMore();
    const more = provider.getChildren().at(-1);
    assert.ok(more);
    refreshed.length = 0;
    const loading = input.list.loadMore();
    await new Promise<void>((resolve) => setImmediate(resolve));
    assert.deepEqual(refreshed, [more]);
    assert.equal(provider.getTreeItem(more).command, undefined);
    await loading;
    assert.deepEqual(refreshed, [more, undefined]);
    assert.equal(items().length, 3);
  });

  it("keeps IDs across a refresh and another arrangement", async () => {
    await input.list.loadAll();
    const ids = new Set(items().map((item) => item.id));
    await input.list.refresh();
    assert.deepEqual(new Set(items().map((item) => item.id)), ids);
    provider.update(input, { ...serviceArrangement, byEnvironment: true });
    const grouped = elements().flatMap((node) => provider.getChildren(node));
    assert.deepEqual(new Set(grouped.map((node) => provider.getTreeItem(node).id)), ids);
    assert.deepEqual(
      items().map((item) => item.label),
      ["production", "qa-eu", "staging"],
    );
  });

  it("shows a collection's fields below it, and in a plain tooltip once that is resolved", async () => {
    await input.list.loadMore();
    const node = provider.find("col_1");
    assert.ok(node);
    const fields = provider.getChildren(node);
    assert.ok(fields.every((field) => provider.getParent(field) === node));
    const region = fields.map((field) => provider.getTreeItem(field)).find((item) => item.label === "region");
    assert.equal(region?.description, "[x](command:y) $(zap)");
    const item = provider.getTreeItem(node);
    assert.equal(item.tooltip, undefined);
    const { tooltip } = provider.resolveTreeItem(item, node);
    assert.equal(typeof tooltip, "string");
    assert.match(tooltip as string, /Created: Jan \d, 2025, \d\d:\d\d:05 \S+/);
  });

  it("shows an error below what was loaded, with a short reason, and what to do about it", async () => {
    await input.list.loadMore();
    service.failNext({ kind: "unreachable" }, "Couldn't reach it.");
    await input.list.loadMore();
    const [failure, retry, test, edit] = items().slice(-4);
    assert.equal(failure?.label, "Not reachable");
    assert.equal(failure.description, "Couldn't reach it.");
    assert.equal(retry?.label, "Retry");
    assert.equal(retry.command?.command, "companyFeed.loadMoreCollections");
    assert.equal(test?.label, "Test Connection");
    assert.equal(test.command?.command, "companyFeed.testConnection");
    assert.equal(edit?.command?.command, "companyFeed.editConnection");
    assert.equal(new Set(items().map(({ id }) => id)).size, items().length);
    assert.ok(elements()[0] instanceof CollectionNode);
    service.failNext({ kind: "unauthorized", status: 401 }, "Refused.");
    await input.list.loadMore();
    assert.equal(items().at(-1)?.command?.command, "companyFeed.setApiKey");
  });

  it("shows the error of a refresh above the collections, which stay", async () => {
    await input.list.loadMore();
    const labels = items().map((item) => item.label);
    service.failNext({ kind: "unreachable" }, "Couldn't reach it.");
    await input.list.refresh();
    assert.deepEqual(
      items().map((item) => item.label),
      ["Not reachable", "Retry", "Test Connection", "Edit Connection…", ...labels.slice(0, -1)],
    );
    await input.list.loadMore();
    assert.deepEqual(
      items().map((item) => item.label),
      labels,
    );
  });

  it("ignores what arrives for an earlier input", async () => {
    const loading = input.list.loadMore();
    input.dispose();
    provider.update(undefined, serviceArrangement);
    await loading;
    assert.deepEqual(provider.getChildren(), []);
  });
});
