import assert from "node:assert/strict";
import { testClient } from "../../../support/services/testClient";
import { type Connection, sampleConnection } from "../../../../src/connections/connection";
import {
  testConnection,
  type TestEnvironment,
  type TestStep,
} from "../../../../src/connections/diagnostics/connectionTest";
import { reportText } from "../../../../src/connections/diagnostics/reportText";
import { cutInBody, page, redirect, status } from "../../../support/services/scriptedAnswers";
import { ScriptedService } from "../../../support/services/scriptedService";

const key = "sk_live_5ecret";

describe("Test Connection", () => {
  let service: ScriptedService;
  let connection: Connection;

  beforeEach(async () => {
    service = await ScriptedService.start();
    connection = {
      name: "Acme",
      baseUrl: service.origin,
      origin: service.origin,
      dataset: "companydata",
      sample: false,
    };
  });

  afterEach(() => service.dispose());

  async function run(
    environment: Partial<TestEnvironment> = {},
    changes: Partial<Connection> = {},
  ): Promise<readonly TestStep[]> {
    const steps: TestStep[] = [];
    const test = testConnection(
      { ...connection, ...changes },
      {
        resolve: () => Promise.resolve(["127.0.0.1"]),
        handshake: () => Promise.reject(Object.assign(new Error(key), { code: "CERT_HAS_EXPIRED" })),
        proxy: undefined,
        keyProblem: undefined,
        now: () => 0,
        client: testClient({ ...connection, key }, { timeoutMs: 5000 }),
        ...environment,
      },
    );
    for await (const step of test) {
      steps.push(step);
    }
    return steps;
  }

  function outcomes(steps: readonly TestStep[]): string[] {
    return steps.map(({ name, outcome }) => `${name}: ${outcome}`);
  }

  function find(steps: readonly TestStep[], name: string): TestStep {
    const step = steps.find((candidate) => candidate.name === name);
    assert.ok(step, name);
    return step;
  }

  it("passes all steps if everything works", async () => {
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

  it("stops at a rejected key and explains what to do", async () => {
    service.answer(status(401, { detail: `bad key ${key}` }));
    const steps = await run();
    assert.match(find(steps, "API key").advice ?? "", /Set API Key/);
    assert.deepEqual(outcomes(steps).slice(-5), [
      "API key: failed",
      "Redirects: passed",
      "Organization: skipped",
      "Collections: skipped",
      "Event feed: skipped",
    ]);
    assert.equal(service.requests.length, 1);
  });

  it("distinguishes a wrong organization from a wrong key", async () => {
    service.answer(status(403, { message: "no" }), status(403, { message: "no" }));
    const steps = await run({}, { organizationId: "org-1" });
    assert.match(find(steps, "Organization").advice ?? "", /key is valid, but not for organization org-1/);
    assert.deepEqual(outcomes(steps).slice(-5), [
      "API key: passed",
      "Redirects: passed",
      "Organization: failed",
      "Collections: skipped",
      "Event feed: failed",
    ]);
  });

  it("sends no request without a key for the origin", async () => {
    for (const keyProblem of [
      { kind: "missing" },
      { kind: "otherOrigin", origin: "https://elsewhere.example" },
      { kind: "unreadable", reason: "VS Code's secret storage failed." },
    ] as const) {
      assert.deepEqual(outcomes(await run({ keyProblem })).slice(-5), [
        "API key: failed",
        "Redirects: skipped",
        "Organization: skipped",
        "Collections: skipped",
        "Event feed: skipped",
      ]);
    }
    assert.equal(service.requests.length, 0);
  });

  it("reports unknown host names, untrusted certificates and redirects", async () => {
    service.answer(redirect(302, "https://elsewhere.example/login"));
    const steps = await run(
      { resolve: () => Promise.reject(new Error("ENOTFOUND")) },
      { baseUrl: service.origin.replace("http:", "https:") },
    );
    assert.deepEqual(outcomes(steps).slice(1, 3), ["Name resolution: failed", "TLS: failed"]);
    assert.match(find(steps, "TLS").finding, /CERT_HAS_EXPIRED/);
    assert.match(find(steps, "Redirects").advice ?? "", /not sent to other addresses/);
  });

  it("does not report that the service did not respond if the response was cut off", async () => {
    const cutOff = cutInBody(JSON.stringify({ collections: [] }).padEnd(1000), 200);
    service.answer(cutOff, cutOff);
    const steps = await run();
    assert.deepEqual(outcomes(steps).slice(-5), [
      "API key: passed",
      "Redirects: passed",
      "Organization: skipped",
      "Collections: failed",
      "Event feed: failed",
    ]);
    assert.ok(!steps.some(({ finding }) => finding.includes("did not respond")));
  });

  it("writes a report without the key or control characters, regardless of what the service sends", async () => {
    service.answer(status(401, { message: `Your key ${key} is\u001b[31m [bad](command:quit)` }));
    const report = reportText(connection, await run(), new Date(0));
    assert.ok(!report.includes(key));
    assert.ok(!report.includes("\u001b"));
    assert.match(report, /Failed: API key\./);
  });

  it("tests the sample service", async () => {
    service.answer(page({ collections: [] }), page({ events: [], has_more: false, next_cursor: null }));
    const steps = await run({}, { ...sampleConnection, baseUrl: service.origin });
    assert.ok(steps.every((step) => step.outcome !== "failed"));
    assert.equal(
      find(steps, "API key").finding,
      "The sample service has its own key, and the service accepts it.",
    );
  });
});
