import assert from "node:assert/strict";
import { SampleService, type SampleEndpoint } from "../../../src/sample/sampleService";
import { feedPath, noon, SampleTester } from "./sampleTester";

describe("SampleService", () => {
  let service: SampleService;
  let endpoint: SampleEndpoint;

  beforeEach(async () => {
    service = new SampleService({ now: () => noon });
    endpoint = await service.start();
  });

  afterEach(() => service.dispose());

  function ask(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(endpoint.baseUrl + path, { headers: { authorization: `Bearer ${endpoint.key}` }, ...init });
  }

  it("starts once, on the loopback address, with a new key", async () => {
    assert.deepEqual(await Promise.all([service.start(), service.start()]), [endpoint, endpoint]);
    assert.match(endpoint.baseUrl, /^http:\/\/127\.0\.0\.1:\d+$/);
    const other = new SampleService();
    const { key } = await other.start();
    other.dispose();
    assert.ok(key !== endpoint.key && key.length >= 32);
  });

  it("responds over HTTP with type, length and date, but without CORS", async () => {
    const response = await ask(feedPath);
    const bytes = await response.text();
    assert.deepEqual(JSON.parse(bytes), { ...new SampleTester().feed(), next_cursor: nextCursor(bytes) });
    assert.match(response.headers.get("content-type") ?? "", /^application\/json/);
    assert.equal(response.headers.get("date"), "Wed, 11 Mar 2026 12:00:00 GMT");
    assert.equal(response.headers.get("content-length"), `${Buffer.byteLength(bytes)}`);
    assert.ok(![...response.headers.keys()].some((name) => name.startsWith("access-control")));
  });

  function nextCursor(body: string): unknown {
    return (JSON.parse(body) as { next_cursor: unknown }).next_cursor;
  }

  it("stops when it is disposed, and can't be started again", async () => {
    await ask(feedPath);
    service.dispose();
    service.dispose();
    await assert.rejects(ask(feedPath));
    await assert.rejects(service.start(), /was stopped/);
    const early = new SampleService();
    const starting = early.start();
    early.dispose();
    await assert.rejects(starting, /was stopped/);
  });
});
