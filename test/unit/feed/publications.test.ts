/** A whole feed of publications and its client. */
import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Feed } from "../../../src/feed/feed";
import type { ServiceTarget } from "../../../src/service/types";
import { queryFor } from "../../../src/shared/feedQuery";
import { FakeClock } from "../../support/fakes/fakeClock";
import { checkForUpdates, createFeed, eventIds, lastWeek } from "../../support/feeds";
import { ScriptedService } from "../../support/services/scriptedService";
import { testClient } from "../../support/services/testClient";

const hourMs = 3_600_000;
const feedPath = "/base/v2/reports/latest";
const parameters = ["since", "until", "cursor", "page_size", "fields"];

/** The service has only publications, in fields with names of its own. */
describe("A feed of publications", () => {
  const clock = new FakeClock();
  let service: ScriptedService;
  let feed: Feed;
  let refused: string[];
  let reports: readonly { readonly id: string; readonly title: string; readonly dated: string }[];

  const report = (id: string, hoursAgo: number) => ({
    id,
    title: `Title of ${id}`,
    url: "https://news.example.com/2026-01-01",
    dated: new Date(clock.now() - hoursAgo * hourMs).toISOString(),
    links: [{ name: "Acme", entity_id: "ent_1" }],
  });

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? "", "http://localhost");
    const [, article] = /^\/base\/v2\/report\/([^/]+)\/text$/.exec(url.pathname) ?? [];
    const names = [...url.searchParams.keys()];
    const isFeed = url.pathname === feedPath && names.every((name) => parameters.includes(name));
    const isArticle = article !== undefined && names.length === 0;
    if (request.method !== "GET" || (!isFeed && !isArticle)) {
      refused.push(`${request.method} ${request.url}`);
    }
    response.setHeader("date", new Date(clock.now()).toUTCString());
    response.statusCode = article === "r2" ? 404 : 200;
    response.end(JSON.stringify(isArticle ? articleOf(article) : pageOf(url.searchParams)));
  };

  const articleOf = (id: string) => ({
    report: { id, title: `${id} in full`, text: `First.\n\nText of ${id}` },
  });

  const pageOf = (query: URLSearchParams) => {
    const cursor = query.get("cursor");
    const inWindow = reports.filter(({ dated }) => dated >= (query.get("since") ?? ""));
    const rest = inWindow.slice(cursor === null ? 0 : Number(cursor));
    const list = rest.slice(0, Number(query.get("page_size")));
    const next = inWindow.length - rest.length + list.length;
    const hasMore = next < inWindow.length;
    return {
      warnings: [],
      reports:
        query.get("fields") === "ids" ? list.map(({ id, title, dated }) => ({ id, title, dated })) : list,
      has_more: hasMore,
      next_cursor: hasMore ? String(next) : null,
    };
  };

  const open = (target: Partial<ServiceTarget>): void => {
    const client = testClient({ baseUrl: `${service.origin}/base`, ...target }, { clock });
    // Restored state may contain filters.
    const query = {
      ...queryFor("publications", lastWeek),
      types: ["funding"],
      sector: "Fintech",
      minAmount: 1,
    };
    feed = createFeed(client, clock, { query });
  };

  const paths = { publicationsPath: "v2/reports/latest", articlePath: "/v2/report/{id}/text" };

  /** Selects a publication, and returns its details after any request has ended. */
  const detailsOf = async (id: string) => {
    feed.details.show({ id });
    clock.advance(1000);
    while (feed.details.eventRead?.kind === "reading") {
      await new Promise((resolve) => setImmediate(resolve));
    }
    const details = feed.details.get({ id });
    assert.ok(details.kind === "known");
    return details;
  };

  beforeEach(async () => {
    refused = [];
    reports = Array.from({ length: 25 }, (_, index) => report(`r${index + 1}`, index + 1));
    service = await ScriptedService.start({ fallback: answer });
  });

  afterEach(async () => {
    feed.dispose();
    await service.dispose();
  });

  it("is paged, polled and read in full with requests to its own paths only", async () => {
    open(paths);
    await feed.start();
    assert.deepEqual(eventIds(feed).slice(0, 2), ["r1", "r2"]);
    await feed.loadWindow();
    assert.equal(eventIds(feed).length, 25);
    const [first] = [...feed.events.inView()];
    assert.equal(first?.value.publishedMs, clock.now() - hourMs, "dated by the first field with an instant");
    reports = [report("new", 0), ...reports];
    await checkForUpdates(feed);
    assert.equal(eventIds(feed)[0], "new");
    assert.equal(feed.state.newEventCount, 1);
    const { event, json, titleOnly } = await detailsOf("r1");
    assert.deepEqual(JSON.parse(json), articleOf("r1").report);
    assert.equal(titleOnly, undefined);
    assert.equal(event.publishedMs, first.value.publishedMs, "an article without a date keeps its place");
    assert.deepEqual(eventIds(feed).slice(0, 2), ["new", "r1"]);
    assert.deepEqual(refused, []);
  });

  it("ends where the time range begins, even if the service ignores that", async () => {
    service.fallback = (request, response) => {
      request.url = request.url?.replace(/since=[^&]+&/, "");
      answer(request, response);
    };
    open(paths);
    reports = Array.from({ length: 20_000 }, (_, index) => report(`r${index}`, index));
    await feed.start();
    await checkForUpdates(feed);
    assert.equal(service.requests.length, 5);
    await feed.loadWindow();
    assert.deepEqual([service.requests.length, feed.state.completeness.kind], [7, "complete"]);
  });

  it("reads an article after one that was missing", async () => {
    open(paths);
    await feed.start();
    assert.deepEqual(JSON.parse((await detailsOf("r2")).json), reports[1]);
    assert.deepEqual(JSON.parse((await detailsOf("r1")).json), articleOf("r1").report);
  });

  it("keeps the text of an article, and the listed title, when its publication is listed again", async () => {
    open(paths);
    await feed.start();
    reports = [report("new", 0), ...reports];
    await checkForUpdates(feed);
    const { json } = await detailsOf("new");
    assert.deepEqual(JSON.parse(json), articleOf("new").report);
    reports = [report("new", 0), report("late", 0.1), ...reports.slice(1)];
    await checkForUpdates(feed);
    assert.deepEqual(eventIds(feed).slice(0, 2), ["new", "late"]);
    assert.equal((await detailsOf("new")).json, json);
    await feed.refresh();
    assert.equal((await detailsOf("new")).json, json);
    assert.equal([...feed.events.inView()][0]?.value.title, "Title of new");
  });

  it("shows listed data and requests no articles if their path isn't set", async () => {
    open({ publicationsPath: paths.publicationsPath });
    await feed.start();
    const { json } = await detailsOf("r1");
    assert.deepEqual(JSON.parse(json), reports[0]);
    assert.equal(feed.details.eventRead, undefined, "nothing failed");
    assert.deepEqual(new Set(service.requests.map(({ path }) => path)), new Set([feedPath]));
    assert.deepEqual(refused, []);
  });

  it("requests nothing if its path isn't set, and says so", async () => {
    open({});
    await feed.start();
    clock.advance(3 * hourMs);
    await feed.refresh();
    assert.equal(
      feed.state.problem?.message,
      "The path of the publication feed isn't set for this connection.",
    );
    assert.equal(feed.state.live.kind, "off");
    assert.deepEqual(service.requests, []);
  });
});
