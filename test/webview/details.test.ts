import { strict as assert } from "node:assert";
import type { Locator } from "playwright-core";
import { indentJson } from "../../src/shared/jsonText";
import type { EventRead, EventRow, Row } from "../../src/shared/feedState";
import { detailsOf, eventRow, manyRows, noRows, rowsOf } from "../support/page/fakePanelHost";
import { FeedPages, type OpenOptions } from "../support/page/feedPage";
import { gridWhen } from "../support/page/gridView";
import { becomes, boxesSettle } from "../support/page/waiting";

const hostile =
  'A <img src=x onerror="alert(1)"> <b>bold</b> [link](command:x) $(zap) \u202Egnp.exe\u0007\u001b[31m\ud800 https://evil.example';
/** The hostile text as displayed: invisible characters appear as escapes. */
const hostileShown =
  'A <img src=x onerror="alert(1)"> <b>bold</b> [link](command:x) $(zap) \\u202egnp.exe\u2407\u241b[31m\ufffd https://evil.example';

const hasFocus = (element: Locator) =>
  becomes(() => element.evaluate((it) => it === document.activeElement), true);

describe("Details of an event", () => {
  const pages = FeedPages.use();

  async function open(options: OpenOptions = {}) {
    const opened = await pages.open({ prepare: (host) => (host.rows = manyRows(500)), ...options });
    const { page } = opened;
    return { ...opened, details: page.getByRole("region", { name: "Event details" }) };
  }

  it("show every field in a fixed order, and the raw JSON last and collapsed", async () => {
    const { page, details } = await open({ timeZone: "America/New_York" });
    await page.locator("[data-event-id=evt_480]").click();
    await details.getByText("Round").waitFor();
    const text = await details.innerText();
    const inOrder = [
      "Event 480:",
      "Led by Terra Ventures",
      "$6.93M ($6,925,600)",
      "Series B",
      "Terra Ventures, Blue Harbor, Kestrel",
      "$310M",
      "Use of funds",
      "Expansion",
      "Nov 14, 2026, 13:00:00 America/New_York",
      "Nov 14, 2026, 18:00:00 UTC",
      "Funding",
      "Fintech",
      "evt_480",
      "Primary subject",
      "novagrid.example",
      "ent_9f8e7d",
      "alt_evt_480",
      "Raw JSON",
    ];
    let from = 0;
    for (const part of inOrder) {
      const at = text.indexOf(part, from);
      assert.ok(at >= 0, `${part} after ${text.slice(from, from + 80)}`);
      from = at;
    }
    assert.equal(await details.getByText("Event ID", { exact: true }).count(), 1, "of `event_id`");
    assert.equal(await details.locator("pre").count(), 0);
    await details.getByText("Raw JSON").click();
    assert.equal(await details.locator("pre").innerText(), indentJson(detailsOf(eventRow(480)).json));
    assert.equal(await details.locator("a").count(), 0, "text of the service is never a link");
  });

  it("show the fields of `event_data` below the headline, in the order sent", async () => {
    const { page, host, details } = await open();
    const data = {
      closed_at: "2026-11-14T23:30:00Z",
      price: 25_000_000,
      valuation: "42350000",
      amount: 42_000_000,
      runway: 9007.25,
      nothing: null,
      none: [],
      founded: 2019,
      exclusive: true,
      investors: ["Kestrel", null, "Terra Ventures"],
      target: { name: "Quoriva", amount: 7, offices: [{ city: "Oslo" }] },
    };
    host.details = (id) => ({
      kind: "known",
      event: { id, type: "acquisition", title: "NovaGrid buys Quoriva", subhead: "For cash" },
      json: JSON.stringify({ id, type: "acquisition", event_data: data }),
    });
    await page.locator("[data-event-id=evt_480]").click();
    await details.getByText("Closed at").waitFor();
    await host.caughtUp();
    await becomes(
      async () => (await details.locator("dl").first().innerText()).replace(/\n+/g, "|"),
      "Closed at|2026-11-14T23:30:00Z|Price|25,000,000|Valuation|$42.4M ($42,350,000)|Amount|$42M|Runway|9007.25|Founded|2019|" +
        "Exclusive|Yes|Investors|Kestrel, Terra Ventures|Target|Name|Quoriva|Amount|7|Offices|City|Oslo",
    );
    const lists = details.locator("dl");
    const [outer = 0, inner = 0] = await Promise.all(
      [lists.first(), lists.nth(1)].map(async (list) => (await list.boundingBox())?.x),
    );
    assert.ok(inner > outer, "objects are indented");
    const followsHeadline = await details
      .locator(".event-data")
      .evaluate((list) => list.previousElementSibling?.textContent === "For cash");
    assert.ok(followsHeadline);
  });

  it("never interpret text from the service", async () => {
    const row: EventRow = {
      ...eventRow(7),
      title: hostile,
      subhead: hostile,
      company: hostile,
      sector: hostile,
      type: hostile,
    };
    const { page, host, details } = await open({
      prepare: (it) => (it.rows = rowsOf([{ kind: "day", day: "2026-11-14" }, row])),
    });
    await host.setPanel({
      query: { window: { kind: "last", days: 7 }, types: [hostile], sector: hostile },
      problem: { kind: "service", message: hostile, action: "older" },
      completeness: { kind: "stopped", message: hostile },
      facets: { types: [{ value: hostile, count: 1 }], sectors: [{ value: hostile, count: 1 }] },
    });
    await page.locator("[data-event-id]").click();
    await details.getByText("Raw JSON").click();
    assert.equal(await details.locator("h2").innerText(), hostileShown);
    assert.equal(await page.locator(".row.event .title bdi").first().innerText(), hostileShown);
    assert.equal(await page.locator(".row.event .company bdi").innerText(), hostileShown);
    assert.equal(await page.locator(".failure-text").innerText(), `${hostileShown}.`);
    assert.equal(await page.locator("img, b, a, script:not([src], [type='application/json'])").count(), 0);
    const directions = await page
      .locator(".row.event bdi, .details .text")
      .evaluateAll((all) => all.map((element) => getComputedStyle(element).unicodeBidi));
    assert.deepEqual([...new Set(directions)], ["isolate"], "right-to-left text moves nothing around it");
    const visible = await page.locator("main").evaluate((main) => main.textContent);
    assert.ok(!/[\u202e\u0007\u001b]/.test(visible));
  });

  it("stay usable with megabytes of text and thousands of fields", async () => {
    const { page, host, details } = await open();
    host.details = (id) => {
      const { event } = detailsOf(eventRow(499));
      const long = "long ".repeat(1_000_000);
      const wide = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`field ${i}`, i]));
      let deep: unknown = "bottom";
      for (let i = 0; i < 2000; i++) {
        deep = { deep };
      }
      return {
        kind: "known",
        event: { ...event, id, title: long, subhead: long },
        json: JSON.stringify({ long, wide, deep }),
      };
    };
    await page.locator("[data-event-id=evt_499]").click();
    // Three texts, the list of fields, and the nesting are cut off.
    await details.getByText("… more: see the raw JSON").nth(4).waitFor();
    await details.getByText("Raw JSON", { exact: true }).click();
    await details.getByText("Only the first 500,000 characters are shown.").waitFor();
    assert.ok((await details.evaluate((region) => region.textContent.length)) < 700_000);
  });

  it("show fields of an unexpected type unchanged, and tolerate invalid JSON", async () => {
    const { page, host, details } = await open();
    host.details = (id) => ({
      kind: "known",
      event: { id },
      json: '{"id":"x","title":5,"company":"NovaGrid","event_data":[1,{"a":null}],"big":12345678901234567890}',
    });
    await page.locator("[data-event-id=evt_499]").click();
    await details.getByText("12,345,678,901,234,567,890", { exact: true }).waitFor();
    await details.getByText("No title").waitFor();
    await details.getByText("No date").waitFor();
    assert.match(await details.innerText(), /Title\s+5[\s\S]*Company\s+NovaGrid/);
    host.details = (id) => ({ kind: "known", event: { id, title: "Still here" }, json: "<html>" });
    await page.keyboard.press("ArrowDown");
    await details.getByText("Still here").waitFor();
  });

  it("stay visible, and say if filters hide the event or if it is no longer in the feed", async () => {
    const { page, host, details } = await open();
    await page.locator("[data-event-id=evt_480]").click();
    await details.getByText("Round").waitFor();
    const saved = { window: { kind: "last", days: 30 }, types: ["ipo"], minAmount: 100 } as const;
    await host.setPanel({ query: saved, defaultQuery: saved });
    await host.setRows(manyRows(100));
    await details.getByText("Hidden by the current filters.").waitFor();
    await details.getByRole("button", { name: "Reset filters" }).click();
    const { query } = await host.heard("setQuery");
    assert.deepEqual(query, { ...saved, types: [] }, "without the filter that excludes it");
    await page.locator("[data-event-id=evt_90]").click();
    await details.locator("h2", { hasText: "Event 90:" }).waitFor();
    await host.setRows(manyRows(80));
    await details.getByText("No longer in the feed.").waitFor();
    host.details = () => ({ kind: "unknown", missing: "gone" });
    await host.setRows(manyRows(81));
    await host.caughtUp();
    await details.locator("h2", { hasText: "Event 90:" }).waitFor();
    await page.locator("[data-event-id=evt_80]").click();
    await details.locator("h2").waitFor({ state: "detached" });
  });

  it("say that the event isn't loaded if other filters include it, but it is further down", async () => {
    const { page, host, details } = await open();
    await page.locator("[data-event-id=evt_480]").click();
    await details.getByText("Round").waitFor();
    host.details = () => ({ ...detailsOf(eventRow(480)), missing: "notLoaded" });
    await host.setPanel({ query: { window: { kind: "last", days: 7 }, types: ["funding"] } });
    await host.setRows(manyRows(100));
    await details.getByText("Not loaded.").waitFor();
    await details.getByRole("button", { name: "Show in feed" }).click();
    assert.equal((await host.heard("showAround")).id, "evt_480");
  });

  it("disappear when the feed switches services, and are requested again", async () => {
    const { page, host, details } = await open();
    await page.locator("[data-event-id=evt_499]").click();
    await details.locator("h2", { hasText: "Event 499:" }).waitFor();
    await host.caughtUp();
    const announced = host.messages("detailsEvent").length;
    host.details = () => ({ kind: "unknown", missing: "gone" });
    host.rows = noRows;
    host.panel = { ...host.panel, content: "none" };
    await host.post({ type: "snapshot", panel: host.panel, rows: host.rowsUpdate });
    await details.getByText("No longer in the feed.").waitFor();
    assert.equal(await details.locator("h2").count(), 0);
    assert.equal((await host.heardNth("detailsEvent", announced + 1)).event?.id, "evt_499");
  });

  describe("opened by ID", () => {
    const old = { ...eventRow(480), id: "evt_old", publishedMs: Date.UTC(2024, 2, 1, 12) };
    const outside = { ...detailsOf(old), missing: "outsideTimeRange" } as const;
    const done = { id: "evt_old", kind: "done", event: { id: "evt_old" } } as const;

    it("appear at once, and offer a time range around the event", async () => {
      const { page, host, details } = await open({ timeZone: "UTC" });
      host.details = (id) =>
        id === "evt_old" ? { kind: "unknown", missing: "notLoaded" } : { kind: "unknown", missing: "gone" };
      await host.setPanel({ eventRead: { id: "evt_old", kind: "reading" } });
      await host.post({ type: "showEvent", event: { id: "evt_old" } });
      assert.deepEqual((await host.heard("detailsEvent")).event, { id: "evt_old" });
      await details.getByText("Loading…").waitFor();
      await host.caughtUp();
      assert.equal(await details.getByText("Not loaded.").count(), 0);
      await hasFocus(details);
      host.details = () => outside;
      await host.setPanel({ eventRead: done });
      await details.getByText("Not in this time range.").waitFor();
      for (const name of ["Copy ID", "Copy link to this event", "Copy JSON", "Open as JSON"]) {
        await details.getByRole("button", { name }).waitFor();
      }
      await details.getByRole("button", { name: "Show around it" }).click();
      assert.deepEqual(await host.heard("showAround"), {
        type: "showAround",
        id: "evt_old",
        publishedMs: old.publishedMs,
        query: {
          window: { kind: "fixed", since: "2024-02-27T00:00:00.000Z", until: "2024-03-05T00:00:00.000Z" },
          types: [],
        },
      });
      host.details = () => detailsOf(old);
      await host.setPanel({ query: (await host.heard("showAround")).query ?? host.panel.query });
      await host.setRows(rowsOf([{ kind: "day", day: "2024-03-01" }, old]));
      await page.locator("[data-event-id=evt_old][aria-selected=true]").waitFor();
      await details.getByText("Not in this time range.").waitFor({ state: "detached" });
    });

    it("show the event even if the ID is its second one, without the focus if an agent opens it", async () => {
      const { page, host } = await open();
      await host.post({ type: "showEvent", event: { id: "alt_evt_480" } });
      await host.setPanel({ eventRead: { id: "alt_evt_480", kind: "done", event: { id: "evt_480" } } });
      await host.heard("detailsEvent", ({ event }) => event?.id === "evt_480");
      await page.locator("[data-event-id=evt_480][aria-selected=true]").waitFor();
      await host.setPanel({ eventRead: { id: "alt_evt_479", kind: "done", event: { id: "evt_479" } } });
      const search = page.getByLabel("Search loaded events");
      await search.focus();
      await host.post({ type: "showEvent", event: { id: "alt_evt_479" }, preserveFocus: true });
      await page.locator("[data-event-id=evt_479][aria-selected=true]").waitFor();
      await hasFocus(search);
    });

    it("say why the event couldn't be read, and offer a retry", async () => {
      const { page, host, details } = await open();
      host.details = (id) => ({
        kind: "known",
        event: { id, title: "Alone" },
        json: `{"id":"${id}"}`,
        titleOnly: true,
      });
      await page.locator("[data-event-id=evt_480]").click();
      await details.getByText("Only the title is available.").waitFor();
      const read = (eventRead: EventRead) => host.setPanel({ eventRead });
      await read({ id: "evt_480", kind: "reading" });
      await details.getByText("Loading…").waitFor();
      await read({ id: "evt_480", kind: "failed", message: `It failed: ${hostile}`, canRetry: true });
      await details.getByRole("alert").getByText(`It failed: ${hostileShown}`).waitFor();
      await details.getByRole("button", { name: "Retry" }).click();
      assert.equal((await host.heard("readEvent")).id, "evt_480");
      await read({ id: "evt_480", kind: "failed", message: "Not offered.", canRetry: false });
      await details.getByText("Not offered.").waitFor();
      assert.equal(await details.getByRole("button", { name: "Retry" }).count(), 0);
      host.details = () => ({ kind: "unknown", missing: "notLoaded" });
      await page.locator("[data-event-id=evt_479]").click();
      await details.getByText("Not offered.").waitFor({ state: "detached" });
      await host.post({ type: "showEvent", event: { id: "evt_none" } });
      await read({ id: "evt_none", kind: "failed", message: "No.", canRetry: false });
      await details.getByText("No.").waitFor();
      await host.caughtUp();
      assert.equal(await details.locator(".note").count(), 1, "that it is not loaded is clear");
      await page.keyboard.press("Escape");
      await host.heard("detailsEvent", ({ event: shown }) => shown === undefined);
    });

    it("are restored after a window reload without loading the list down to the event", async () => {
      const { page, host, details } = await open();
      host.details = () => outside;
      await host.post({ type: "showEvent", event: { id: "evt_old" } });
      await details.getByText("Not in this time range.").waitFor();
      await page.waitForFunction(() => (sessionStorage.getItem("state") ?? "").includes('"unlisted":true'));
      await host.caughtUp();
      host.received.length = 0;
      await page.reload();
      assert.deepEqual((await host.heard("detailsEvent")).event, {
        id: "evt_old",
        publishedMs: old.publishedMs,
      });
      await details.getByText("Not in this time range.").waitFor();
      await details.getByRole("button", { name: "Close details" }).click();
      const isSaved = (): boolean => {
        const state = sessionStorage.getItem("state") ?? "";
        return state.includes('"unlisted":true') && !state.includes("detailsOpen");
      };
      await page.waitForFunction(isSaved, undefined, { timeout: 5000 });
      await page.getByRole("grid").press("ArrowDown");
      await page.waitForFunction(() => !sessionStorage.getItem("state")?.includes("unlisted"));
      await host.setPanel({ query: { ...host.panel.query, types: ["shutdown"] } });
      await page.waitForFunction(isSaved, undefined, { timeout: 5000 });
    });
  });

  it("show the event selected last, regardless of the order of replies", async () => {
    const { page, host, details } = await open();
    await page.locator("[data-event-id=evt_499]").click();
    await details.locator("h2", { hasText: "Event 499:" }).waitFor();
    host.holding = true;
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const [first, second] = await Promise.all(
      ["evt_498", "evt_497"].map((eventId) =>
        host.heard(
          "request",
          ({ name, params }) => name === "details" && "id" in params && params.id === eventId,
        ),
      ),
    );
    await host.post({ type: "reply", id: second?.id, result: host.details("evt_497") });
    await details.locator("h2", { hasText: "Event 497:" }).waitFor();
    await host.post({ type: "reply", id: first?.id, result: host.details("evt_498") });
    await host.caughtUp();
    await boxesSettle(page);
    assert.match(await details.locator("h2").innerText(), /^Event 497:/);
  });

  it("leave the selected row where it was clicked while rows have two lines beside them", async () => {
    const { page, details } = await open({ size: { width: 880, height: 700 } });
    const top = (id: string) =>
      page.locator(`[data-event-id=${id}]`).evaluate((row) => row.getBoundingClientRect().top);
    const clicked = await top("evt_482");
    await page.locator("[data-event-id=evt_482]").click();
    await details.locator("h2").waitFor();
    await boxesSettle(page);
    assert.equal(await top("evt_482"), clicked);
    await page.keyboard.press("Escape");
    await boxesSettle(page);
    assert.equal(await top("evt_482"), clicked);
    await page.locator("[role=grid]").press("PageDown");
    await page.locator("[role=grid]").press("Enter");
    await details.locator("h2").waitFor();
    await boxesSettle(page);
    const bottom = await page.locator(".row.active").evaluate((row) => row.getBoundingClientRect().bottom);
    assert.ok(bottom < 701, `${bottom}`);
  });

  it("are resized with the keyboard, and shrink with the panel", async () => {
    const { page, details } = await open();
    await page.locator("[data-event-id=evt_499]").click();
    await details.waitFor();
    const width = async () => Math.round((await details.boundingBox())?.width ?? 0);
    const border = page.getByRole("separator", { name: "Width of the details" });
    await becomes(width, 380);
    await border.focus();
    await page.keyboard.press("ArrowLeft");
    await becomes(width, 404);
    await becomes(() => border.getAttribute("aria-valuenow"), "404");
    await border.press("Enter");
    await becomes(width, 380);
    await border.press("End");
    await becomes(width, 880);
    await page.setViewportSize({ width: 800, height: 700 });
    await becomes(width, 480);
    await page.setViewportSize({ width: 1200, height: 700 });
    await becomes(width, 880);
    await becomes(() => border.getAttribute("aria-valuenow"), "880");
  });

  it("cover the list in a narrow panel, and keep the focus until Escape, or Down in the search", async () => {
    const { page, details } = await open({ size: { width: 400, height: 600 } });
    await page.getByRole("grid").focus();
    await page.keyboard.press("Enter");
    await details.locator("h2", { hasText: "Event 499:" }).waitFor();
    await hasFocus(details);
    await page.locator(".details-cover-list").waitFor();
    await boxesSettle(page);
    const covered = await page.getByRole("grid").evaluate((grid: HTMLElement) => {
      grid.focus();
      return document.activeElement !== grid;
    });
    assert.ok(covered, "a covered list cannot be focused");
    await page.keyboard.press("Escape");
    await gridWhen(page, (view) => view.hasFocus && view.activeId === "evt_499");
    await page.keyboard.press("Enter");
    await hasFocus(details);
    await page.getByLabel("Search loaded events").press("ArrowDown");
    await gridWhen(page, (view) => view.hasFocus && view.activeId === "evt_499");
  });

  it("get the focus on Enter, never on a click", async () => {
    const { page, host, details } = await open();
    await page.locator("[data-event-id=evt_490]").click();
    await details.locator("h2", { hasText: "Event 490:" }).waitFor();
    await page.locator("[data-event-id=evt_489]").click();
    await details.locator("h2", { hasText: "Event 489:" }).waitFor();
    await host.caughtUp();
    await gridWhen(page, (view) => view.hasFocus);
    assert.equal(host.messages("request").filter(({ name }) => name === "details").length, 2);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Event details");
    await page.getByLabel("Sector", { exact: true }).focus();
    await page.keyboard.press("Escape");
    await details.waitFor({ state: "detached" });
    await boxesSettle(page);
    assert.equal(
      await page.evaluate(() => document.activeElement?.id),
      "sector",
      "closing does not move the focus",
    );
    await page.locator("[data-event-id=evt_490]").click();
    await details.getByRole("button", { name: "Close details" }).click();
    await details.waitFor({ state: "detached" });
    await gridWhen(page, (view) => view.hasFocus);
  });

  describe("go from event to event", () => {
    const shows = (details: Locator, id: string) => details.getByText(id, { exact: true }).waitFor();

    it("with buttons that stay visible and focused, starting at the top of each event", async () => {
      const { page, details } = await open({ size: { width: 1200, height: 400 } });
      await page.locator("[data-event-id=evt_498]").click();
      await shows(details, "evt_498");
      const [previous, next] = ["Previous", "Next"].map((name) => details.getByRole("button", { name }));
      assert.ok(previous && next);
      await details.evaluate((region) => region.scrollTo(0, 300));
      await next.click();
      await shows(details, "evt_497");
      await becomes(() => details.evaluate((region) => region.scrollTop), 0);
      await gridWhen(page, (view) => view.activeId === "evt_497");
      await becomes(
        () => details.locator(".sr-only[aria-live]").textContent(),
        await details.locator("h2").innerText(),
      );
      await details.getByText("3 of 500", { exact: true }).waitFor();
      await previous.click();
      await shows(details, "evt_498");
      await details.getByText("2 of 500", { exact: true }).waitFor();
      await previous.press("Enter");
      await shows(details, "evt_499");
      await details.locator("button[aria-disabled=true][aria-label='Previous']").waitFor();
      await previous.press("Enter");
      await next.press("Space");
      await shows(details, "evt_498");
      await hasFocus(next);
    });

    it("with Alt and the arrow keys, past day headers and gaps, even to events off screen", async () => {
      const dated = manyRows(300);
      const rows: Row[] = Array.from({ length: dated.count }, (_, index) => dated.at(index));
      rows.splice(
        2,
        0,
        { kind: "gap", sinceMs: 1, untilMs: 2, filling: false },
        { kind: "day", day: "2026-11-13" },
      );
      const { page, details } = await open({ prepare: (host) => (host.rows = rowsOf(rows)) });
      await page.locator("[data-event-id=evt_299]").click();
      await page.keyboard.press("Enter");
      await page.keyboard.press("Alt+ArrowDown");
      await shows(details, "evt_298");
      await page.keyboard.press("Alt+ArrowUp");
      await shows(details, "evt_299");
      for (let i = 0; i < 40; i++) {
        await page.keyboard.press("Alt+ArrowDown");
      }
      await shows(details, "evt_259");
      await gridWhen(
        page,
        (view) => view.activeId === "evt_259" && view.rows.some(({ id }) => id === "evt_259"),
      );
      await becomes(() => details.evaluate((region) => region.contains(document.activeElement)), true);
    });

    it("while they cover the list, and load older events at the end", async () => {
      const { page, host, details } = await open({
        size: { width: 400, height: 600 },
        prepare: (it) => (it.rows = manyRows(60)),
      });
      await page.getByRole("grid").press("End");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("Enter");
      await shows(details, "evt_1");
      await details.getByRole("button", { name: "Next" }).click();
      await shows(details, "evt_0");
      await host.heard("loadOlder");
      await details.locator("button[aria-disabled=true][aria-label='Next']").waitFor();
      await host.setRows(manyRows(80, 59));
      await details.locator("button:not([aria-disabled])[aria-label='Next']").waitFor();
      await details.getByRole("button", { name: "Next" }).click();
      await shows(details, "evt_-1");
    });
  });

  it("open the JSON in an editor, and search for the company's events", async () => {
    const { page, host, details } = await open();
    await page.locator("[data-event-id=evt_480]").click();
    await details.getByRole("button", { name: "Open as JSON" }).click();
    assert.equal((await host.heard("openJson")).id, "evt_480");
    await details.getByRole("button", { name: "Events of this company" }).click();
    assert.equal((await host.heard("setView")).view.text, "NovaGrid 92");
  });
});
