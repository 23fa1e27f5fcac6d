import assert from "node:assert/strict";
import * as vscode from "vscode";
import { createServiceClient } from "../../../src/api/serviceClient";
import type { ServiceClient, ServiceTarget } from "../../../src/api/types";
import type { Connection } from "../../../src/connections/connection";
import { ConnectionList } from "../../../src/connections/connectionList";
import { Connections } from "../../../src/connections/connections";
import { KeyStore } from "../../../src/connections/keyStore";
import { extensionId, settings } from "../../../src/ids";
import { createWebviewPanel } from "../../../src/panel/feedPanel";
import { FeedPanels, LastVisits } from "../../../src/panel/feedPanels";
import type { SampleEvent } from "../../../src/sample/sampleSource";
import type { FeedQuery } from "../../../src/shared/feedQuery";
import { nextTurn } from "../../../src/util/slices";
import { FakeClock } from "../../support/fakeClock";
import { failing } from "../../support/faults";
import { FaultyService } from "../../support/faultyService";
import { memento } from "../../support/memento";
import { MemorySecrets } from "../../support/memorySecrets";
import { quietFeed } from "../../support/quietFeed";
import { event, listSource } from "../../unit/sample/listSource";
import { CountedPanel } from "./countedPanel";

/** How often everything happens. */
const rounds = 12;
const minute = 60_000;
/** As seldom as hidden panels poll. */
const pollMs = 5 * minute;
const wrongKey = "sk_test_wrong";
const silent = failing.filter(({ name }) => name === "headers that never come");
const lastWeek: FeedQuery = { window: { kind: "last", days: 7 }, types: [] };

/** A service with a key of its own, whose events grow in number. */
class Place {
  readonly events: SampleEvent[] = [];
  readonly key: string;
  service!: FaultyService;

  constructor(
    readonly name: string,
    private readonly clock: FakeClock,
  ) {
    this.key = `sk_test_${name}`;
    for (let n = 60; n > 0; n--) {
      this.arrive(n * minute);
    }
  }

  arrive(agoMs = 0): void {
    const id = `${this.name}_${String(this.events.length).padStart(4, "0")}`;
    this.events.push(event(id, this.clock.now() - agoMs));
  }

  async start(): Promise<void> {
    this.service = await FaultyService.start({
      source: {
        dayBefore: (ms, now) => listSource(this.events).dayBefore(ms, now),
        eventsOn: (start, now) => listSource(this.events).eventsOn(start, now),
        collections: () => [],
      },
      key: this.key,
      now: () => this.clock.now(),
      freshConnections: true,
    });
  }

  get requests(): number {
    return this.service.service.requests.length;
  }

  /** What the service has, newest first. */
  get ids(): string[] {
    return this.events.map(({ id }) => id).reverse();
  }

  /** Keys that the service was shown. */
  get keysSeen(): Set<string | undefined> {
    return new Set(this.service.service.requests.map(({ headers }) => headers.authorization));
  }

  /** A connection that leads here. */
  connection(name: string): Connection {
    const { origin } = this.service;
    return { name, baseUrl: origin, origin, dataset: "companydata", sample: false };
  }
}

describe("feed panels whose connections, keys and services change again and again", () => {
  const clock = new FakeClock();
  const north = new Place("north", clock);
  const south = new Place("south", clock);
  const secrets = new MemorySecrets();
  const keys = new KeyStore(secrets, clock);
  let list: ConnectionList;
  let connections: Connections;
  let panels: FeedPanels;
  let acme: CountedPanel;
  let beta: CountedPanel;
  /** Calls that have not ended. */
  let calls = 0;
  let refusals = 0;

  function client(target: ServiceTarget): Promise<ServiceClient> {
    const real = createServiceClient(
      target,
      { timeoutMs: 30_000, typesFormat: "comma", attempts: 1 },
      { clock, random: () => 0.5, log: () => undefined },
    );
    const counted = async <T>(call: Promise<T>): Promise<T> => {
      calls++;
      try {
        return await call;
      } finally {
        calls--;
      }
    };
    return Promise.resolve({
      listCollections: (request, options) => counted(real.listCollections(request, options)),
      readFeed: (request, options) => counted(real.readFeed(request, options)),
    });
  }

  before(async () => {
    assert.equal(silent.length, 1);
    await Promise.all([north.start(), south.start()]);
    list = new ConnectionList();
    await list.save(north.connection("Acme"));
    await list.save(south.connection("Beta"));
    const noSample = (): Promise<never> => Promise.reject(new Error("No sample service here."));
    connections = new Connections(list, keys, { workspace: memento(), global: memento() }, client, noSample);
    connections.onKeyRefused(() => refusals++);
    await keys.store(north.connection("Acme"), north.key);
    await keys.store(south.connection("Beta"), south.key);
    const extension = vscode.extensions.getExtension(extensionId);
    assert.ok(extension);
    const { extensionUri } = extension;
    const complain = (message: string): never => {
      throw new Error(message);
    };
    panels = new FeedPanels(
      {
        ...quietFeed,
        extensionUri,
        clock,
        log: { debug: () => undefined, info: () => undefined, warn: complain, error: complain },
        pageSize: () => 200,
        live: { random: () => 0.5, intervalMs: () => pollMs, overlapMs: () => 10 * minute },
        visits: new LastVisits(memento()),
        defaultQuery: () => lastWeek,
        typesFormat: () => "comma",
      },
      connections,
    );
    acme = new CountedPanel(createWebviewPanel(extensionUri));
    panels.restore(acme.panel, { version: 1, connection: "Acme" });
    beta = new CountedPanel(createWebviewPanel(extensionUri));
    const there = beta.posted("snapshot");
    panels.restore(beta.panel, { version: 1, connection: "Beta" });
    await there;
    await settled();
  });

  after(async () => {
    panels.dispose();
    connections.dispose();
    keys.dispose();
    list.dispose();
    await Promise.all([north.service.dispose(), south.service.dispose()]);
    await vscode.workspace
      .getConfiguration(settings.section)
      .update(settings.connections, undefined, vscode.ConfigurationTarget.Global);
  });

  /** Resolves once no request is under way. */
  async function settled(): Promise<void> {
    do {
      await nextTurn();
    } while (calls > 0);
    await nextTurn();
  }

  async function pass(ms: number): Promise<void> {
    clock.advance(ms);
    await settled();
  }

  /** Has the connection lead to another place, as one that edits it does, and gives it the key of that place. */
  async function edit(name: string, place: Place): Promise<void> {
    const changed = new Promise<void>((resolve) => {
      const subscription = connections.onDidChangeList(() => {
        subscription.dispose();
        resolve();
      });
    });
    await list.save(place.connection(name));
    await changed;
    await settled();
    await keys.store(place.connection(name), place.key);
    await settled();
  }

  /** Switches to a connection and shows its panel; the other panel is hidden by it. */
  async function show(name: string, panel: CountedPanel): Promise<void> {
    const there = panel.posted("snapshot");
    await connections.activate(name);
    assert.ok(connections.active);
    await panels.show(connections.active);
    await there;
  }

  async function shown(panel: CountedPanel): Promise<string[]> {
    const reply = panel.posted("reply");
    panel.say({ type: "request", id: -1, name: "rows", params: { start: 0, end: 1000 } });
    const { result } = await reply;
    const { rows } = result as { rows: readonly { kind: string; id?: string }[] };
    return rows.flatMap(({ kind, id }) => (kind === "event" && id !== undefined ? [id] : []));
  }

  /** The tabs of feed panels. */
  function tabs(): vscode.Tab[] {
    const all = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    return all.filter(({ label }) => label.startsWith("Event Feed"));
  }

  /** All that must be the same after each round. */
  function standing(): Record<string, number> {
    return {
      listeners: acme.listeners + beta.listeners,
      timers: clock.pending.length,
      tabs: tabs().length,
      calls,
    };
  }

  /** All that must grow by the same with each round. */
  function growing(): Record<string, number> {
    return {
      north: north.requests,
      south: south.requests,
      snapshots: acme.snapshots + beta.snapshots,
      refusals,
    };
  }

  async function round(): Promise<void> {
    north.arrive();
    south.arrive();
    await show("Acme", acme);
    await pass(pollMs);
    // In the middle of a poll, which has to end by that.
    north.service.faults = silent;
    clock.advance(pollMs);
    await north.service.service.received(north.requests + 1);
    await edit("Acme", south);
    north.service.faults = [];
    assert.deepEqual(await shown(acme), south.ids);
    await show("Beta", beta);
    await edit("Acme", north);
    await keys.store(north.connection("Acme"), wrongKey);
    await pass(pollMs);
    await keys.store(north.connection("Acme"), north.key);
    await settled();
    assert.deepEqual(await shown(acme), north.ids);
    assert.deepEqual(await shown(beta), south.ids);
  }

  it("show what their service has, ask no more each time, and leave nothing", async function () {
    this.timeout(60_000);
    await round();
    const first = standing();
    let before = growing();
    let growth: Record<string, number> | undefined;
    for (let n = 1; n < rounds; n++) {
      await round();
      const after = growing();
      const grown = Object.fromEntries(
        Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)]),
      );
      assert.deepEqual(standing(), first);
      assert.deepEqual(grown, growth ?? grown);
      growth = grown;
      before = after;
    }
    assert.deepEqual(north.keysSeen, new Set([`Bearer ${north.key}`, `Bearer ${wrongKey}`]));
    assert.deepEqual(south.keysSeen, new Set([`Bearer ${south.key}`]));

    panels.dispose();
    await settled();
    assert.deepEqual(clock.pending, []);
    assert.deepEqual([acme.listeners, beta.listeners], [0, 0]);
    await Promise.all([north.service.service.quiet(), south.service.service.quiet()]);
    while (tabs().length > 0) {
      await new Promise<void>((resolve) => {
        const subscription = vscode.window.tabGroups.onDidChangeTabs(() => {
          subscription.dispose();
          resolve();
        });
      });
    }
  });
});
