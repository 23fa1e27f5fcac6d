import assert from "node:assert/strict";
import { createServiceClient } from "../../../../src/api/client";
import { type Connection, sampleConnection } from "../../../../src/connections/connection";
import {
  testConnection,
  type TestEnvironment,
  type TestStep,
} from "../../../../src/connections/diagnostics/connectionTest";
import { reportText } from "../../../../src/connections/diagnostics/reportText";
import { cutInBody, page, redirect, status } from "../../../support/services/scriptedAnswers";
import { ScriptedService } from "../../../support/services/scriptedService";
import { FakeClock } from "../../../support/fakes/fakeClock";

const key = "sk_live_5ecret";

describe("Test Connection", () => {
  let service: ScriptedService;

  beforeEach(async () => {
    service = await ScriptedService.start();
  });

  afterEach(() => service.dispose());

  function connection(more: Partial<Connection> = {}): Connection {
    return {
      name: "Acme",
      baseUrl: service.origin,
      origin: service.origin,
      dataset: "companydata",
      sample: false,
      ...more,
    };
  }

  async function run(more: Partial<TestEnvironment> = {}, to = connection()): Promise<readonly TestStep[]> {
    return testConnection(to, {
      resolve: () => Promise.resolve(["127.0.0.1"]),
      handshake: () => Promise.reject(Object.assign(new Error(key), { code: "CERT_HAS_EXPIRED" })),
      proxy: undefined,
      key: { kind: "found", key },
      now: () => 0,
      client: createServiceClient(
        { ...to, key },
        { timeoutMs: 5000, typesFormat: "comma", attempts: 1 },
        { clock: new FakeClock(), random: () => 0, log: () => undefined },
      ),
      ...more,
    });
  }

  function outcomes(steps: readonly TestStep[]): string[] {
    return steps.map(({ name, outcome }) => `${name}: ${outcome}`);
  }

  it("walks the whole way where everything works", async () => {
    service.answer(
      page({ collections: [], total_count: 0 }),
      page({ events: [], has_more: false, next_cursor: null }),
    );
    assert.deepEqual(outcomes(await run()), [
      "Proxy: passed",
      "Name resolution: passed",
      "TLS: skipped",
      "API key: passed",
      "Redirects: passed",
      "Organization: passed",
      "Collections: passed",
      "Event feed: passed",
    ]);
    assert.equal(service.requests.length, 2);
  });

  it("stops at a refused key and says what to do", async () => {
    service.answer(status(401, { detail: `bad key ${key}` }));
    const steps = await run();
    const refused = steps.find(({ name }) => name === "API key");
    assert.equal(refused?.outcome, "failed");
    assert.match(refused.advice ?? "", /Set API Key/);
    assert.deepEqual(outcomes(steps).slice(-4), [
      "Redirects: passed",
      "Organization: skipped",
      "Collections: skipped",
      "Event feed: skipped",
    ]);
    assert.equal(service.requests.length, 1);
  });

  it("tells a wrong organization from a wrong key", async () => {
    service.answer(status(403, { message: "no" }), status(403, { message: "no" }));
    const steps = await run({}, connection({ organizationId: "org-1" }));
    const organization = steps.find(({ name }) => name === "Organization");
    assert.match(organization?.advice ?? "", /key is valid, but not for organization org-1/);
    assert.deepEqual(outcomes(steps).slice(-5), [
      "API key: passed",
      "Redirects: passed",
      "Organization: failed",
      "Collections: skipped",
      "Event feed: failed",
    ]);
  });

  it("asks nothing of the service without a key for its origin", async () => {
    for (const lookUp of [
      { kind: "missing" },
      { kind: "otherOrigin", origin: "https://elsewhere.example" },
      { kind: "unreadable", reason: "VS Code's secret storage failed." },
    ] as const) {
      const steps = await run({ key: lookUp });
      assert.deepEqual(outcomes(steps).slice(-5), [
        "API key: failed",
        "Redirects: skipped",
        "Organization: skipped",
        "Collections: skipped",
        "Event feed: skipped",
      ]);
    }
    assert.equal(service.requests.length, 0);
  });

  it("reports names that do not resolve, certificates that are not trusted and redirects", async () => {
    service.answer(redirect(302, "https://elsewhere.example/login"));
    const secure = { ...connection(), baseUrl: service.origin.replace("http:", "https:") };
    const steps = await testConnection(secure, {
      resolve: () => Promise.reject(new Error("ENOTFOUND")),
      handshake: () => Promise.reject(Object.assign(new Error(key), { code: "CERT_HAS_EXPIRED" })),
      proxy: undefined,
      key: { kind: "found", key },
      now: () => 0,
      client: createServiceClient(
        { ...connection(), key },
        { timeoutMs: 5000, typesFormat: "comma", attempts: 1 },
        { clock: new FakeClock(), random: () => 0, log: () => undefined },
      ),
    });
    assert.deepEqual(outcomes(steps).slice(1, 3), ["Name resolution: failed", "TLS: failed"]);
    assert.match(steps[2]?.finding ?? "", /CERT_HAS_EXPIRED/);
    const redirects = steps.find(({ name }) => name === "Redirects");
    assert.match(redirects?.advice ?? "", /not sent to other addresses/);
  });

  it("does not say that a service did not answer which answered in part", async () => {
    const cut = cutInBody(JSON.stringify({ collections: [] }).padEnd(1000), 200);
    service.answer(cut, cut);
    const steps = await run();
    assert.deepEqual(outcomes(steps).slice(-5), [
      "API key: passed",
      "Redirects: passed",
      "Organization: skipped",
      "Collections: failed",
      "Event feed: failed",
    ]);
    assert.ok(!steps.some(({ finding }) => /did not respond/.test(finding)));
  });

  it("writes a report without the key, whatever the service says", async () => {
    service.answer(status(401, { message: `Your key ${key} is\u001b[31m [bad](command:quit)` }));
    const report = reportText(connection(), await run(), new Date(0));
    assert.ok(!report.includes(key));
    assert.ok(!report.includes("\u001b"));
    assert.match(report, /Failed: API key\./);
  });

  it("knows the sample service", async () => {
    service.answer(page({ collections: [] }), page({ events: [], has_more: false, next_cursor: null }));
    const steps = await run({}, { ...sampleConnection, baseUrl: service.origin });
    assert.ok(steps.every((step) => step.outcome !== "failed"));
    assert.equal(
      steps.find(({ name }) => name === "API key")?.finding,
      "The sample service has its own key, and the service accepts it.",
    );
  });
});
