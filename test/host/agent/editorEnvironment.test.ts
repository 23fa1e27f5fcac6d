import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import * as vscode from "vscode";
import manifest from "../../../package.json";
import { AgentTools, EditorEnvironment } from "../../../src/agent/editor/loadedOnFirstCall";
import type { AgentPanels } from "../../../src/agent/editor/environment";
import { languageModelTool } from "../../../src/agent/editor/languageModelTool";
import type { ToolAnswer, ToolCall } from "../../../src/agent/tools/agentTools";
import { type ToolName, toolNames } from "../../../src/agent/tools/toolNames";
import { createServiceClient } from "../../../src/api/client";
import { ConnectionList } from "../../../src/connections/connectionList";
import { Connections } from "../../../src/connections/connections";
import { KeyStore } from "../../../src/connections/keyStore";
import type { Feed } from "../../../src/feed/feed";
import type { LoadedFeed } from "../../../src/feed/loadedFeed";
import { settings } from "../../../src/ids";
import { parseEventLink } from "../../../src/panel/eventLink";
import { parseFeedLink } from "../../../src/panel/feedLink";
import type { FeedPreview } from "../../../src/panel/feedPanels";
import { SavedFeedList } from "../../../src/savedFeeds/savedFeedList";
import { Settings } from "../../../src/settings";
import type { FeedQuery } from "../../../src/shared/feedQuery";
import { systemClock } from "../../../src/util/clock";
import { DisposableStore } from "../../../src/util/disposable";
import { memento } from "../../support/fakes/memento";
import { MemorySecrets } from "../../support/fakes/memorySecrets";
import { silence, status } from "../../support/services/scriptedAnswers";
import { ScriptedService } from "../../support/services/scriptedService";

const lastWeek: FeedQuery = { window: { kind: "last", days: 7 }, types: [] };

/** Input that is right for each tool. */
const inputs: Readonly<Record<ToolName, object>> = {
  companyfeed_search_events: { period: "7d" },
  companyfeed_summarize_events: { period: "7d" },
  companyfeed_get_event: { id: "evt_1" },
  companyfeed_list_collections: {},
  companyfeed_open_feed: { period: "7d" },
};
const readingTools = toolNames.filter((name) => name !== "companyfeed_open_feed");

describe("The editor's tools for agents", () => {
  let resources: DisposableStore;
  let service: ScriptedService;
  let keys: KeyStore;
  let connections: Connections;
  let environment: EditorEnvironment;
  let tools: AgentTools;
  let panels: AgentPanels["all"][number][];
  let previewed: FeedPreview[];

  beforeEach(async () => {
    resources = new DisposableStore();
    service = await ScriptedService.start();
    await configure([{ name: "Acme production", baseUrl: service.origin }]);
    const list = resources.add(new ConnectionList(new Settings(manifest)));
    keys = resources.add(new KeyStore(new MemorySecrets(), systemClock));
    const storage = { workspace: memento(), global: memento() };
    connections = resources.add(
      new Connections(
        list,
        keys,
        storage,
        (target) =>
          Promise.resolve(
            createServiceClient(target, {
              timeoutMs: 30_000,
              typesFormat: "comma",
              attempts: 1,
              clock: systemClock,
              random: () => 0.5,
              log: () => undefined,
            }),
          ),
        () => Promise.reject(new Error("There is no sample service here.")),
      ),
    );
    panels = [];
    previewed = [];
    const openPanels: AgentPanels = {
      get all() {
        return panels;
      },
      preview: (_client, preview) => {
        previewed.push(preview);
        return Promise.resolve();
      },
    };
    const savedFeeds = resources.add(new SavedFeedList(new Settings(manifest)));
    environment = resources.add(
      new EditorEnvironment({
        clock: systemClock,
        connections,
        collections: { loaded: undefined },
        panels: { load: () => Promise.resolve(openPanels), loaded: () => openPanels },
        savedFeeds: () => Promise.resolve(savedFeeds),
        overlapMs: () => 600_000,
      }),
    );
    tools = new AgentTools(environment);
  });

  afterEach(async () => {
    resources.dispose();
    await service.dispose();
    await configure(undefined);
  });

  async function configure(value: unknown): Promise<void> {
    await vscode.workspace
      .getConfiguration(settings.section)
      .update(settings.connections, value, vscode.ConfigurationTarget.Global);
  }

  async function connect(key?: string): Promise<void> {
    await connections.activate("Acme production");
    const connection = connections.active?.connection;
    assert.ok(connection);
    if (key !== undefined) {
      await keys.store(connection, key);
    }
  }

  async function invoke(
    name: ToolName,
    token = new vscode.CancellationTokenSource().token,
    call: (call: ToolCall) => Promise<ToolAnswer> = (each) => tools.call(each),
  ): Promise<string> {
    const tool = languageModelTool(name, { call, connectionName: () => environment.connection()?.name });
    const result = await tool.invoke({ input: inputs[name], toolInvocationToken: undefined }, token);
    assert.ok(result);
    const [part, ...others] = result.content;
    assert.ok(part instanceof vscode.LanguageModelTextPart && others.length === 0);
    return part.value;
  }

  it("say how to connect while nothing is", async () => {
    for (const name of toolNames) {
      assert.match(await invoke(name), /Company Feed: Connect…/);
    }
    assert.equal(service.requests.length, 0);
  });

  it("say that there is no key, without asking the service", async () => {
    await connect();
    for (const name of readingTools) {
      assert.match(await invoke(name), /API key/);
    }
    assert.equal(service.requests.length, 0);
  });

  it("say that the key was rejected, in every answer, and never show it", async () => {
    const key = "sk_rejected_7f3a9Zq";
    await connect(key);
    for (const name of readingTools) {
      service.answer(status(401, { error: { message: `Invalid key ${key}` } }));
      const text = await invoke(name);
      assert.match(text, /key/i);
      assert.ok(!text.includes(key) && !text.includes(service.origin), text);
    }
  });

  it("end their request when they are cancelled", async () => {
    await connect("sk_test_7f3a9Zq");
    for (const name of readingTools) {
      service.answer(silence());
      const source = new vscode.CancellationTokenSource();
      const before = service.requests.length;
      const answer = invoke(name, source.token);
      await service.received(before + 1);
      source.cancel();
      await assert.rejects(answer, vscode.CancellationError);
      await service.quiet();
      source.dispose();
    }
  });

  it("ask nothing if they are cancelled before", async () => {
    await connect("sk_test_7f3a9Zq");
    const source = new vscode.CancellationTokenSource();
    source.cancel();
    const none = (): Promise<ToolAnswer> => Promise.reject(new Error("It was called."));
    await assert.rejects(invoke("companyfeed_search_events", source.token, none), vscode.CancellationError);
    source.dispose();
  });

  it("name the connection while they run, and ask for no confirmation", async () => {
    const source = new vscode.CancellationTokenSource();
    const connectionName = (): string => "Acme\u202e\nproduction";
    const call = (each: ToolCall): Promise<ToolAnswer> => tools.call(each);
    const prepared = await languageModelTool("companyfeed_search_events", {
      call,
      connectionName,
    }).prepareInvocation({ input: {} }, source.token);
    assert.deepEqual(prepared, { invocationMessage: "Reading company events from Acme production…" });
    source.dispose();
  });

  it("have another connection once it was edited, or its key replaced", async () => {
    await connect("sk_test_7f3a9Zq");
    const first = environment.connection();
    assert.equal(environment.connection(), first);
    const client = connections.active;
    assert.ok(client);
    await client.findKeyFingerprint();
    await keys.store(client.connection, "sk_test_7f3a9Zq");
    await setImmediate();
    assert.equal(environment.connection(), first, "it is the same key");
    await keys.store(client.connection, "sk_test_other");
    await setImmediate();
    const second = environment.connection();
    assert.notEqual(second, first);
    assert.equal(first?.changed.aborted, true);
    assert.notEqual(second?.client, first.client);
    await configure([{ name: "Acme production", baseUrl: service.origin, dataset: "other" }]);
    assert.notEqual(environment.connection(), second);
  });

  it("see what panels on the same connection have loaded, while it has the same key, whatever the clock says", async () => {
    await connect("sk_test_7f3a9Zq");
    const client = connections.active;
    const connection = environment.connection();
    assert.ok(client && connection);
    const loaded = (startedMs: number): Pick<Feed, "loaded"> => {
      const feed: Partial<LoadedFeed> = { query: lastWeek, startedMs };
      return { loaded: feed as LoadedFeed };
    };
    await client.findKeyFingerprint();
    const removed = connections.removedConnectionClient("Acme production");
    const hourMs = 3_600_000;
    const [open, loading, other] = [loaded(Date.now()), { loaded: undefined }, loaded(Date.now())];
    panels.push({ client, feed: open }, { client, feed: loading }, { client: removed, feed: other });
    assert.deepEqual(environment.loadedFeeds(connection), [open.loaded]);
    // The same rows, as far as the key is concerned.
    await keys.delete("Acme production");
    await setImmediate();
    const without = environment.connection();
    assert.ok(without);
    assert.deepEqual(environment.loadedFeeds(without), [], "there is no key");
    await keys.store(client.connection, "sk_test_7f3a9Zq");
    await setImmediate();
    assert.deepEqual(environment.loadedFeeds(without), [open.loaded]);
    // The next key may be that of another organization. The clock was set back meanwhile.
    const earlier = loaded(Date.now() + hourMs);
    panels = [{ client, feed: earlier }];
    await keys.store(client.connection, "sk_test_other");
    await setImmediate();
    const [next, nextClient] = [environment.connection(), connections.active];
    assert.ok(next && nextClient);
    assert.deepEqual(environment.loadedFeeds(next), []);
    const reloaded = loaded(Date.now() - hourMs);
    panels.push({ client: nextClient, feed: reloaded });
    assert.deepEqual(environment.loadedFeeds(next), [reloaded.loaded]);
  });

  it("open a saved feed under its name, and nothing on a connection that was changed meanwhile", async () => {
    await connect();
    const connection = environment.connection();
    assert.ok(connection);
    const configuration = vscode.workspace.getConfiguration(settings.section);
    const { Global } = vscode.ConfigurationTarget;
    await configuration.update(settings.savedFeeds, [{ name: "Rounds", types: ["funding"] }], Global);
    try {
      const [saved] = await environment.savedFeeds();
      assert.deepEqual([saved?.name, saved?.query.types], ["Rounds", ["funding"]]);
      await environment.openFeed(connection, { query: lastWeek, savedFeed: "Rounds" });
      await environment.openFeed(connection, { query: lastWeek, eventId: "evt_1" });
      assert.match(previewed[0]?.savedFeed ?? "", /Rounds/);
      assert.deepEqual(previewed[1], { query: lastWeek, savedFeed: undefined, event: { id: "evt_1" } });
    } finally {
      await configuration.update(settings.savedFeeds, undefined, Global);
    }
    await configure([{ name: "Acme production", baseUrl: "https://other.example" }]);
    await assert.rejects(environment.openFeed(connection, { query: lastWeek }), {
      kind: "connectionChanged",
    });
    assert.equal(previewed.length, 2);
  });

  it("link to filters and events of any spelling", async () => {
    await connect();
    const connection = environment.connection();
    assert.ok(connection);
    const query: FeedQuery = {
      window: { kind: "fixed", since: "2026-11-16T00:00:00.000Z", until: "2026-11-23T00:00:00.000Z" },
      types: ["m&a", "100%", "a+b", "x=y", "100%25"],
      sector: "Öl & Gas #1? (EU) [x]",
      minAmount: 50_000_000,
    };
    // As VS Code passes it on.
    const uri = vscode.Uri.parse(environment.linkTo(connection, { query }), true);
    assert.deepEqual(parseFeedLink(uri), { query });
    const id = "evt/1%20&ü#?+";
    const link = vscode.Uri.parse(environment.linkTo(connection, { query: lastWeek, eventId: id }), true);
    assert.deepEqual(parseEventLink(link), { id });
    assert.match(environment.linkTo(connection, { query: lastWeek }), /\/feed\?days=7$/);
  });
});
