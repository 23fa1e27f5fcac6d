import assert from "node:assert/strict";
import { ApiError, type Failure } from "../../../../src/service/errors";
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
import { fakeClient } from "../../../support/fakes/unusedClient";

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
        signal: new AbortController().signal,
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

  it("asks the service nothing more once it is canceled", async () => {
    const canceled = new AbortController();
    const resolve = (): Promise<string[]> => {
      canceled.abort();
      return Promise.resolve([]);
    };
    await run({ resolve, signal: canceled.signal });
    assert.deepEqual(service.requests, []);
  });

  it("passes all steps if everything works", async () => {
    service.answer(
      page({ collections: [], total_count: 0 }),
      page({ events: [], has_more: false, next_cursor: null }),
    );
    assert.deepEqual(outcomes(await run()), [
      "Proxy: passed",
      "Name resolution: passed",
      "TLS: skipped",
      "Connection: passed",
      "API key: passed",
      "Redirects: passed",
      "Organization: passed",
      "Collections: passed",
      "Event feed: passed",
    ]);
    assert.equal(service.requests.length, 2);
  });

  it("says how many collections there are, if the service does, and whether there were events in the last hour", async () => {
    const event = { id: "evt_1", title: "A round", type: "funding", published_at: "1970-01-01T00:00:00Z" };
    const findings = async (...answers: Parameters<typeof service.answer>): Promise<string[]> => {
      service.answer(...answers);
      const steps = await run();
      return ["Collections", "Event feed"].map((name) => find(steps, name).finding);
    };
    assert.deepEqual(
      await findings(
        page({ collections: [], total_count: 1200 }),
        page({ events: [event], has_more: false, next_cursor: null }),
      ),
      ["The service lists collections (1,200 in total).", "The feed returns events."],
    );
    assert.deepEqual(
      await findings(page({ collections: [] }), page({ events: [], has_more: false, next_cursor: null })),
      ["The service lists collections.", "The feed responds, but has no events from the last hour."],
    );
    assert.equal(service.requests[0]?.parameters.get("limit"), "1");
    assert.equal(service.requests[1]?.parameters.get("since"), "1969-12-31T23:00:00.000Z");
  });

  it("shakes hands with the host and port of the base URL, and says what it finds", async () => {
    const asked: unknown[] = [];
    const handshake: TestEnvironment["handshake"] = (...address) => {
      asked.push(address);
      return Promise.resolve({ protocol: "TLSv1.3", issuer: "Acme CA", validTo: "Jan 1 2030" });
    };
    for (const baseUrl of ["https://api.example.com", "https://api.example.com:8443", "https://[::1]/v2"]) {
      service.answer(page({ collections: [] }), page({ events: [], has_more: false, next_cursor: null }));
      assert.deepEqual(find(await run({ handshake }, { baseUrl }), "TLS"), {
        name: "TLS",
        outcome: "passed",
        finding: "TLSv1.3, certificate issued by Acme CA, valid until Jan 1 2030.",
      });
    }
    assert.deepEqual(asked, [
      ["api.example.com", 443],
      ["api.example.com", 8443],
      ["::1", 443],
    ]);
  });

  it("leaves the name and the handshake to a proxy, and names it", async () => {
    service.answer(page({ collections: [] }), page({ events: [], has_more: false, next_cursor: null }));
    const steps = await run(
      { proxy: "proxy.corp:8080", resolve: () => Promise.reject(new Error("ENOTFOUND")) },
      { baseUrl: "https://api.example.com" },
    );
    assert.deepEqual(steps.slice(0, 3), [
      {
        name: "Proxy",
        outcome: "passed",
        finding: "proxy.corp:8080, from VS Code's settings or the environment.",
      },
      {
        name: "Name resolution",
        outcome: "skipped",
        finding: "api.example.com does not resolve on this machine. The proxy may resolve it.",
      },
      {
        name: "TLS",
        outcome: "skipped",
        finding: "Not checked separately: requests go through a proxy.",
      },
    ]);
  });

  it("fails with an error of the extension instead of reporting it as one of the service", async () => {
    const client = fakeClient({ listCollections: () => Promise.reject(new Error("A bug.")) });
    await assert.rejects(run({ client }), /^Error: A bug\.$/);
  });

  it("says whether an organization is sent, and that the service accepts it", async () => {
    for (const [organizationId, finding] of [
      [undefined, "Not set; determined by the key."],
      ["org-1", "The service accepts org-1."],
    ] as const) {
      service.answer(page({ collections: [] }), page({ events: [], has_more: false, next_cursor: null }));
      const steps = await run({}, organizationId === undefined ? {} : { organizationId });
      assert.equal(find(steps, "Organization").finding, finding);
    }
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
    assert.equal(
      find(steps, "API key").finding,
      `A key is stored for ${service.origin}, and the service accepts it.`,
    );
    assert.match(find(steps, "Organization").advice ?? "", /key is valid, but not for organization org-1/);
    assert.deepEqual(outcomes(steps).slice(-5), [
      "API key: passed",
      "Redirects: passed",
      "Organization: failed",
      "Collections: skipped",
      "Event feed: failed",
    ]);
    assert.equal(find(steps, "Collections").finding, "See Organization above.");
    assert.equal(find(steps, "Event feed").advice, "See Organization above.");
  });

  it("does not call the base URL right if neither the collections nor the feed are there", async () => {
    service.answer(status(404, {}), status(404, {}));
    const { advice } = find(await run(), "Event feed");
    assert.match(advice ?? "", /^Check the base URL \(\S+\) and the dataset \(companydata\)/);
  });

  it("sends no request without a key for the origin", async () => {
    for (const [keyProblem, finding, advice] of [
      [{ kind: "missing" }, "No API key is stored.", "Run Company Feed: Set API Key…"],
      [
        { kind: "otherOrigin", origin: "https://elsewhere.example" },
        `The stored key was entered for https://elsewhere.example and is not sent to ${service.origin}.`,
        "Enter a key for this URL with Company Feed: Set API Key…",
      ],
      [
        { kind: "unreadable", reason: "VS Code's secret storage failed." },
        "VS Code's secret storage failed.",
        "Enter the key again with Company Feed: Set API Key… If it can't be stored, you can keep it for this session.",
      ],
    ] as const) {
      const steps = await run({ keyProblem });
      assert.deepEqual(find(steps, "API key"), { name: "API key", outcome: "failed", finding, advice });
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

  it("stops at a host name that does not resolve, and at a redirect to another host", async () => {
    service.answer(redirect(302, "https://elsewhere.example/login"));
    const steps = await run(
      { resolve: () => Promise.reject(new Error("ENOTFOUND")) },
      { baseUrl: service.origin.replace("http:", "https:") },
    );
    assert.deepEqual(outcomes(steps).slice(1, 3), ["Name resolution: failed", "TLS: skipped"]);
    assert.match(find(steps, "Redirects").advice ?? "", /not sent to other hosts/);
    assert.equal(find(steps, "Organization").finding, "See Redirects above.");
    assert.equal(find(steps, "Collections").finding, "See Redirects above.");
  });

  for (const [code, finding, advice] of [
    ["CERT_HAS_EXPIRED", /certificate of \S+ is not trusted \(CERT_HAS_EXPIRED\)/, /date of this machine/],
    ["ERR_TLS_CERT_ALTNAME_INVALID", /is not trusted/, /for another host\. Check the base URL/],
    ["SELF_SIGNED_CERT_IN_CHAIN", /is not trusted/, /http\.systemCertificates/],
    ["EPROTO", /did not complete the TLS handshake \(EPROTO\)/, /may not support HTTPS on this port/],
    ["ERR_SSL_WRONG_VERSION_NUMBER", /TLS handshake/, /may not support HTTPS/],
    ["ECONNREFUSED", /^Couldn't connect to \S+ \(ECONNREFUSED\)\.$/, /VPN/],
    ["sk_live_5ecret", /^Couldn't connect to \S+ \(unknown error\)\.$/, /VPN/],
  ] as const) {
    it(`explains the failed handshake ${code}`, async () => {
      service.answer(page({ collections: [] }), page({ events: [], has_more: false, next_cursor: null }));
      const steps = await run(
        { handshake: () => Promise.reject(Object.assign(new Error(key), { code })) },
        { baseUrl: service.origin.replace("http:", "https:") },
      );
      assert.match(find(steps, "TLS").finding, finding);
      assert.match(find(steps, "TLS").advice ?? "", advice);
    });
  }

  it("recognizes a redirect loop", async () => {
    service.answer(...Array.from({ length: 6 }, () => redirect(302, "/v2/collections")));
    const step = find(await run(), "Redirects");
    assert.match(step.finding, /redirects in a loop/);
    assert.match(step.advice ?? "", /change the base URL/);
  });

  it("says that only the feed is denied, or not there, if the collections are listed", async () => {
    for (const [code, advice] of [
      [403, /valid for the collections, but not for the dataset companydata/],
      [404, /base URL works for the collections\. Check the dataset \(companydata\)/],
    ] as const) {
      service.answer(page({ collections: [], total_count: 0 }), status(code, {}));
      const steps = await run();
      assert.equal(find(steps, "Organization").outcome, "passed");
      assert.match(find(steps, "Event feed").advice ?? "", advice);
    }
  });

  it("finds the fault in the connection if there is no response, and checks nothing else", async () => {
    for (const failure of [
      { kind: "unreachable", code: "ECONNREFUSED" },
      { kind: "untrusted", code: "CERT_HAS_EXPIRED" },
      { kind: "timeout", timeoutMs: 1, responding: false },
    ] satisfies Failure[]) {
      const reject = () => Promise.reject(new ApiError(failure, "It failed."));
      const steps = await run({ client: fakeClient({ listCollections: reject }) });
      assert.deepEqual(outcomes(steps).slice(-6), [
        "Connection: failed",
        "API key: skipped",
        "Redirects: skipped",
        "Organization: skipped",
        "Collections: skipped",
        "Event feed: skipped",
      ]);
      assert.equal(find(steps, "Connection").finding, "It failed.");
      assert.ok(find(steps, "Connection").advice);
      assert.equal(
        find(steps, "API key").finding,
        `A key is stored for ${service.origin}. It is unknown whether the service accepts it.`,
      );
      assert.equal(find(steps, "Collections").finding, "Not checked: the service did not respond.");
    }
  });

  it("names only the first step that failed if the network keeps the service from responding", async () => {
    const error = new ApiError({ kind: "untrusted", code: "CERT_HAS_EXPIRED" }, "It failed.");
    const steps = await run(
      { client: fakeClient({ listCollections: () => Promise.reject(error) }) },
      { baseUrl: service.origin.replace("http:", "https:") },
    );
    assert.deepEqual(outcomes(steps).slice(2, 4), ["TLS: failed", "Connection: skipped"]);
    assert.equal(find(steps, "Connection").finding, "See TLS above.");
    const unresolved = await run({
      client: fakeClient({ listCollections: () => Promise.reject(error) }),
      resolve: () => Promise.reject(new Error("ENOTFOUND")),
    });
    assert.equal(find(unresolved, "Connection").finding, "See Name resolution above.");
  });

  it("does not judge the key and the organization by a response that does not tell", async () => {
    const failures: [Failure, string][] = [
      [{ kind: "timeout", timeoutMs: 1, responding: true }, "Unknown: the response is incomplete."],
      [{ kind: "interrupted" }, "Unknown: the response is incomplete."],
      [{ kind: "unavailable", status: 503 }, "Unknown: the service is unavailable."],
      [{ kind: "notFound", status: 404 }, "Unknown: the service does not list collections."],
    ];
    for (const [failure, finding] of failures) {
      const reject = () => Promise.reject(new ApiError(failure, "It failed."));
      const steps = await run({ client: fakeClient({ listCollections: reject, readFeed: reject }) });
      assert.equal(find(steps, "Connection").outcome, "passed");
      assert.equal(find(steps, "Organization").finding, finding);
      assert.equal(find(steps, "API key").outcome, "skipped");
    }
  });

  it("finds the fault in an organization ID that cannot be sent, not in the key", async () => {
    const client = testClient({ ...connection, key, organizationId: "a\nb" }, { timeoutMs: 5000 });
    const steps = await run({ client }, { organizationId: "a\nb" });
    assert.deepEqual(outcomes(steps).slice(-5), [
      "API key: skipped",
      "Redirects: skipped",
      "Organization: failed",
      "Collections: skipped",
      "Event feed: skipped",
    ]);
    assert.match(find(steps, "Organization").advice ?? "", /Edit Connection/);
    assert.equal(service.requests.length, 0);
  });

  it("finds the fault in a key that cannot be sent", async () => {
    const steps = await run({ client: testClient({ ...connection, key: "a\nb" }, { timeoutMs: 5000 }) });
    assert.deepEqual(outcomes(steps).slice(-6), [
      "Connection: skipped",
      "API key: failed",
      "Redirects: skipped",
      "Organization: skipped",
      "Collections: skipped",
      "Event feed: skipped",
    ]);
    assert.equal(find(steps, "Connection").finding, "Not checked: nothing was sent.");
    assert.match(find(steps, "API key").advice ?? "", /Set API Key/);
    assert.equal(find(steps, "Organization").finding, "See API key above.");
    assert.equal(service.requests.length, 0);
  });

  it("does not report that the service did not respond if the response was cut off", async () => {
    const cutOff = cutInBody(JSON.stringify({ collections: [] }).padEnd(1000), 200);
    service.answer(cutOff, cutOff);
    const steps = await run();
    assert.deepEqual(outcomes(steps).slice(-5), [
      "API key: skipped",
      "Redirects: passed",
      "Organization: skipped",
      "Collections: failed",
      "Event feed: failed",
    ]);
    assert.ok(!steps.some(({ finding }) => finding.includes("did not respond")));
    assert.equal(
      find(steps, "Collections").advice,
      "The service is reachable, but its responses are incomplete. Try again. A proxy or VPN may be the cause.",
    );
  });

  it("resolves an IPv6 address without its brackets", async () => {
    service.answer(page({ collections: [] }), page({ events: [], has_more: false, next_cursor: null }));
    const steps = await run(
      { resolve: (host) => Promise.resolve([host]) },
      { baseUrl: "http://[::1]:8080", origin: "http://[::1]:8080" },
    );
    assert.equal(find(steps, "Name resolution").finding, "::1 resolves to ::1.");
  });

  it("writes a report of each step, with what to do about it", async () => {
    const steps = await run({ keyProblem: { kind: "otherOrigin", origin: "https://elsewhere.example" } });
    assert.deepEqual(reportText(connection, steps, new Date(0)).split("\n"), [
      "Connection test of Acme",
      `Base URL      ${service.origin}`,
      "Dataset       companydata",
      "Organization  not set",
      "Changes       not allowed",
      "Started at    1970-01-01T00:00:00.000Z",
      "",
      "Failed: API key.",
      "",
      "✓ Proxy",
      "    None in VS Code's settings or the environment. A system proxy may be in use.",
      "✓ Name resolution",
      "    127.0.0.1 resolves to 127.0.0.1.",
      "– TLS",
      "    Not used: plain HTTP on this machine.",
      "– Connection",
      "    Not checked without an API key.",
      "✗ API key",
      "    The stored key was entered for https://elsewhere.example and is not sent to",
      `    ${service.origin}.`,
      "    → Enter a key for this URL with Company Feed: Set API Key…",
      "– Redirects",
      "    Not checked without an API key.",
      "– Organization",
      "    Not checked without an API key.",
      "– Collections",
      "    Not checked without an API key.",
      "– Event feed",
      "    Not checked without an API key.",
      "",
    ]);
  });

  it("writes which organization is sent, whether changes are allowed, and that all is well", () => {
    const tested = { ...connection, organizationId: "org-1", allowChanges: true };
    const step: TestStep = { name: "Proxy", outcome: "passed", finding: "None." };
    const lines = reportText(tested, [step], new Date(0)).split("\n");
    assert.deepEqual(
      [...lines.slice(3, 5), ...lines.slice(6, 9)],
      ["Organization  org-1", "Changes       allowed", "", "All checks passed.", ""],
    );
  });

  it("breaks long lines of a report between words, but no word", () => {
    const advice = `Check the base URL ${"or the proxy ".repeat(12)}${"x".repeat(100)}.`;
    const step: TestStep = { name: "Connection", outcome: "failed", finding: "It failed.", advice };
    const lines = reportText(connection, [step], new Date(0)).trimEnd().split("\n").slice(9);
    assert.equal(lines.length, 6);
    assert.ok(lines.slice(0, -1).every((line) => line.length <= 86));
    assert.equal(lines.slice(2).join(" ").replace(/ +/g, " "), ` → ${advice}`);
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
    service.answer(status(500), status(500));
    const failing = await run({}, { ...sampleConnection, baseUrl: service.origin });
    assert.equal(
      find(failing, "API key").finding,
      "The sample service has its own key. It is unknown whether the service accepts it.",
    );
  });
});
