import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import * as vscode from "vscode";
import type { Connection } from "../../../src/connections/connection";
import type { ConnectionClient } from "../../../src/connections/connectionClient";
import type { Connections } from "../../../src/connections/connections";
import { KeyStore } from "../../../src/connections/keyStore";
import { extensionId, feedPanelType } from "../../../src/ids";
import { JsonDocuments } from "../../../src/jsonDocuments/jsonDocuments";
import { FeedPanels } from "../../../src/panel/feedPanels";
import type { SavedFeedProvider } from "../../../src/panel/savedFeedController";
import { Emitter } from "../../../src/shared/emitter";
import { nodeFileSystem } from "../../../src/util/fileSystem";
import { MemoryConnectionList, testConnections } from "../../support/connections";
import { FakeClock } from "../../support/fakes/fakeClock";
import { MemorySecrets } from "../../support/fakes/memorySecrets";
import { feedDefaults, lastWeek } from "../../support/feeds";
import { PagingService } from "../../support/services/pagingService";

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const savedFeeds: SavedFeedProvider = {
  onDidChange: new Emitter<void>().event,
  onDidRename: new Emitter<never>().event,
  find: () => ({ feed: { name: "News", query: lastWeek, companies: [] } }),
  unreadEvents: () => [],
  markRead: () => Promise.resolve(undefined),
  undoMarkRead: () => Promise.resolve(false),
};

describe("Feed panels that open after a delay", () => {
  let service: PagingService;
  let acme: Connection;
  let list: MemoryConnectionList;
  let keys: KeyStore;
  let connections: Connections;
  let documents: JsonDocuments;
  let panels: FeedPanels;
  /** Runs while the saved feeds are being loaded. */
  let meanwhile: () => Promise<void>;

  beforeEach(async () => {
    const clock = new FakeClock();
    service = await PagingService.start([{ id: "evt_1", ms: clock.now() }]);
    const { origin } = service.service;
    acme = { name: "Acme", baseUrl: origin, origin, dataset: "companydata", sample: false };
    list = new MemoryConnectionList([acme]);
    keys = new KeyStore(new MemorySecrets(), clock);
    connections = testConnections(list, keys);
    documents = new JsonDocuments("", nodeFileSystem, clock);
    meanwhile = () => Promise.resolve();
    const extension = vscode.extensions.getExtension(extensionId);
    assert.ok(extension);
    panels = new FeedPanels(
      {
        ...feedDefaults,
        clock,
        log,
        documents,
        extensionUri: extension.extensionUri,
        pageSize: () => 10,
        typesFormat: () => "comma",
        defaultQuery: () => lastWeek,
        onDidCheck: () => undefined,
        loadSavedFeeds: async () => {
          await meanwhile();
          return savedFeeds;
        },
      },
      connections,
    );
    await keys.store(acme, "sk_1");
  });

  afterEach(async () => {
    panels.dispose();
    documents.dispose();
    connections.dispose();
    keys.dispose();
    await service.dispose();
  });

  /** A client that has already used its key. */
  async function usedClient(): Promise<ConnectionClient> {
    const client = connections.clientFor("Acme");
    assert.ok(client);
    await client.requireKey();
    return client;
  }

  async function replaceKey(): Promise<void> {
    const client = connections.clientFor("Acme");
    await keys.store(acme, "sk_2");
    while (connections.clientFor("Acme") === client) {
      await setImmediate();
    }
  }

  async function firstPage(): Promise<void> {
    while (panels.focusedLast?.feed.state.content !== "current") {
      await setImmediate();
    }
  }

  it("use a key that was set meanwhile", async () => {
    const client = await usedClient();
    meanwhile = async () => {
      meanwhile = () => Promise.resolve();
      await replaceKey();
    };
    await panels.open(client, { savedFeed: "News" });
    await firstPage();
    const panel = panels.focusedLast;
    assert.ok(panel);
    assert.notEqual(panel.client, client);
    assert.equal(panel.client, connections.clientFor("Acme"));
    assert.equal(panel.feed.state.problem, undefined);
    assert.deepEqual(
      service.requests.map(({ headers }) => headers.authorization),
      ["Bearer sk_2"],
    );
  });

  it("use the new settings of a connection that was edited meanwhile", async () => {
    const client = await usedClient();
    list.set([{ ...acme, dataset: "other" }]);
    await panels.open(client, {});
    await firstPage();
    assert.equal(panels.focusedLast?.connection.dataset, "other");
    assert.equal(service.requests.length, 1);
  });

  it("say if the connection was removed meanwhile", async () => {
    const client = await usedClient();
    list.set([]);
    await panels.open(client, {});
    const panel = panels.focusedLast;
    assert.match(panel?.webviewPanel.title ?? "", /Acme \(removed\)/);
    await assert.rejects(async () => panel?.requestAs("curl"), {
      message: 'The connection "Acme" was removed.',
    });
    assert.equal(service.requests.length, 0);
  });

  it("aren't the target of commands if they are restored without focus", async () => {
    await panels.open(await usedClient(), {});
    const focused = panels.focusedLast;
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const restored = vscode.window.createWebviewPanel(feedPanelType, "Event Feed", column);
    // VS Code reports a new panel as active at first.
    while (restored.active) {
      await setImmediate();
    }
    panels.restore(restored, {});
    assert.equal(panels.focusedLast, focused);
  });

  it("say why publications can't be linked to", async () => {
    await panels.open(await usedClient(), { source: "publications" });
    const copied = panels.focusedLast?.bridge.copy({ ids: ["evt_1"], format: "link" });
    await assert.rejects(async () => copied, { message: /^Publications can't be/ });
  });
});
