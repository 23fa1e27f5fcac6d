import assert from "node:assert/strict";
import { type Connection } from "../../../src/connections/connection";
import { ConnectionClient } from "../../../src/connections/connectionClient";
import { reportText, testConnection, type TestStep } from "../../../src/connections/connectionTest";
import { KeyStore } from "../../../src/connections/keyStore";
import { testClientProvider } from "../../support/connections";
import { FakeClock } from "../../support/fakes/fakeClock";
import { MemorySecrets } from "../../support/fakes/memorySecrets";
import { page, reset, status } from "../../support/services/scriptedAnswers";
import { type Answer, ScriptedService } from "../../support/services/scriptedService";

const key = "sk_live_5ecret";
const collections = page({ collections: [], total_count: 1200 });

describe("Test Connection", () => {
  let service: ScriptedService;
  let connection: Connection;
  let keys: KeyStore;

  beforeEach(async () => {
    service = await ScriptedService.start();
    const { origin } = service;
    connection = { name: "Acme", baseUrl: origin, origin, dataset: "companydata", sample: false };
    keys = new KeyStore(new MemorySecrets(), new FakeClock());
    await keys.store(connection, key);
  });

  afterEach(async () => {
    keys.dispose();
    await service.dispose();
  });

  async function run(answers: readonly Answer[], tested = connection): Promise<readonly TestStep[]> {
    service.answer(...answers);
    const startSample = () => Promise.resolve({ baseUrl: service.origin, key: "sample_key" });
    const client = new ConnectionClient(tested, keys, testClientProvider({}, startSample));
    return testConnection(client, 0, new AbortController().signal);
  }

  function outcomes(steps: readonly TestStep[]): string[] {
    return steps.map(({ name, advice }) => `${name}: ${advice === undefined ? "passed" : "failed"}`);
  }

  function find(steps: readonly TestStep[], name: string): TestStep {
    return steps.find((step) => step.name === name) ?? assert.fail(name);
  }

  it("passes all steps if everything works", async () => {
    const event = { id: "evt_1", title: "A round", type: "funding", published_at: "1970-01-01T00:00:00Z" };
    const steps = await run([collections, page({ events: [event], has_more: false, next_cursor: null })]);
    assert.deepEqual(outcomes(steps), ["API key: passed", "Collections: passed", "Event feed: passed"]);
    assert.equal(find(steps, "Collections").finding, "The service lists collections (1,200 in total).");
    assert.equal(find(steps, "Event feed").finding, "The feed returns events.");
    assert.equal(service.requests[0]?.parameters.get("limit"), "1");
    assert.equal(service.requests[1]?.parameters.get("since"), "1969-12-31T23:00:00.000Z");
  });

  it("sends no request without a key, and says what to do", async () => {
    await keys.delete("Acme");
    const steps = await run([]);
    assert.deepEqual(outcomes(steps), ["API key: failed"]);
    assert.equal(find(steps, "API key").finding, 'No API key is stored for "Acme".');
    assert.match(find(steps, "API key").advice ?? "", /Set API Key…/);
    assert.equal(service.requests.length, 0);
  });

  it("stops at a rejected key, and doesn't repeat the key", async () => {
    const steps = await run([status(401, { detail: `bad key ${key}\u001b[31m` })]);
    assert.deepEqual(outcomes(steps), ["API key: failed"]);
    const report = reportText(connection, steps, new Date(0));
    assert.match(report, /rejected the API key \(401\)/);
    assert.ok(!report.includes(key) && !report.includes("\u001b"));
  });

  it("tests the feed even if collections are denied or missing", async () => {
    for (const code of [403, 404]) {
      const steps = await run([status(code, {}), status(code, {})]);
      assert.deepEqual(outcomes(steps), ["API key: passed", "Collections: failed", "Event feed: failed"]);
      assert.match(find(steps, "Event feed").advice ?? "", /^Edit Connection…$/);
    }
    const steps = await run([collections, status(404, {})]);
    assert.deepEqual(outcomes(steps).slice(1), ["Collections: passed", "Event feed: failed"]);
  });

  it("doesn't take an empty page for an empty feed", async () => {
    const steps = await run([collections, page({ events: [], has_more: true, next_cursor: "c1" })]);
    assert.equal(find(steps, "Event feed").finding, "The feed returns events.");
  });

  it("stops if the service doesn't respond", async () => {
    const steps = await run([reset()]);
    assert.deepEqual(outcomes(steps), ["API key: passed", "Collections: failed"]);
    assert.match(find(steps, "Collections").advice ?? "", /http\.proxy/);
  });

  it("reports each step with what to do", () => {
    const tested = { ...connection, baseUrl: "https://api.example", organizationId: "org-1" };
    const advice = `Check the base URL ${"or the proxy ".repeat(8)}${"x".repeat(100)}.`;
    const steps: TestStep[] = [
      { name: "API key", finding: "One." },
      { name: "Connection", finding: "It failed.", advice },
    ];
    assert.deepEqual(reportText(tested, steps, new Date(0)).split("\n"), [
      "Connection test of Acme",
      "Base URL: https://api.example",
      "Dataset: companydata",
      "Organization: org-1",
      "Started at: 1970-01-01T00:00:00.000Z",
      "",
      "Failed: Connection.",
      "",
      "✓ API key",
      "    One.",
      "✗ Connection",
      "    It failed.",
      "    → Check the base URL or the proxy or the proxy or the proxy or the proxy or the",
      "      proxy or the proxy or the proxy or the proxy",
      `      ${"x".repeat(100)}.`,
      "",
    ]);
  });
});
