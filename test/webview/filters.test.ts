import { strict as assert } from "node:assert";
import type { Locator, Page } from "playwright-core";
import type { FeedQuery } from "../../src/shared/feedQuery";
import { baseMs, manyRows, panelState } from "../support/page/fakePanelHost";
import { FeedPages } from "../support/page/feedPage";
import { becomes } from "../support/page/waiting";

const week: FeedQuery = { window: { kind: "last", days: 7 }, types: [] };

describe("The filter bar", () => {
  const pages = FeedPages.use();

  async function open(query: FeedQuery = week, timeZone = "Europe/Berlin", width = 1200, height = 700) {
    const opened = await pages.open({
      size: { width, height },
      timeZone,
      prepare: (host) => {
        host.rows = manyRows(100);
        host.panel = panelState({ query });
      },
    });
    const { page, host } = opened;
    await page.clock.setFixedTime(baseMs + 86_400_000);
    const field = (name: string) => page.getByLabel(name, { exact: true });
    const enter = async (name: string, text: string) => {
      await field(name).fill(text);
      await field(name).press("Enter");
    };
    /** The query that is number `count` and the last one, confirmed as by the extension: the page discards it otherwise. */
    const sent = async (count: number) => {
      const { query } = await host.heardNth("setQuery", count);
      await host.caughtUp();
      assert.equal(host.messages("setQuery").length, count);
      await host.setPanel({ query });
      return query;
    };
    /** Number of queries sent, counted after a later message was received. */
    const sentSoFar = async () => {
      const refreshes = host.messages("refresh").length;
      await page.getByRole("button", { name: "Refresh", exact: true }).click();
      await host.heard("refresh", () => host.messages("refresh").length > refreshes);
      return host.messages("setQuery").length;
    };
    return { page, host, field, enter, sent, sentSoFar };
  }

  const options = ".suggestions:visible li";
  const chips = (page: Page) => page.locator(".chip bdi").allTextContents();
  const active = async (input: Locator) =>
    input.page().locator(`#${(await input.getAttribute("aria-activedescendant")) ?? "none"}`);
  const hasFocus = (input: Locator) => input.evaluate((element) => document.activeElement === element);

  describe("Types", () => {
    it("are added as chips on Enter and Tab, spelled as the service spells them", async () => {
      const { page, field, enter, sent } = await open();
      await enter("Types", "FUNDING");
      assert.deepEqual((await sent(1)).types, ["funding"]);
      assert.equal(await field("Types").inputValue(), "");
      assert.ok(await hasFocus(field("Types")));
      await enter("Types", "my own");
      assert.deepEqual((await sent(2)).types, ["funding", "my own"]);
      await field("Types").pressSequentially("ipo");
      await page.keyboard.press("Tab");
      assert.deepEqual((await sent(3)).types, ["funding", "my own", "ipo"]);
      assert.deepEqual(await chips(page), ["Funding", "my own", "IPO"]);
    });

    it("are suggested, most frequent first, and picked by keyboard or mouse", async () => {
      const { page, host, field, sent } = await open();
      const input = field("Types");
      const types = [
        { value: "funding", count: 812 },
        { value: "product_launch", count: 240 },
        // No loaded event has it.
        { value: "ipo", count: 0 },
      ];
      await host.setPanel({ facets: { types, sectors: [] } });
      await input.press("ArrowDown");
      const launch = "Product launch\n240";
      assert.deepEqual(await page.locator(options).allInnerTexts(), ["Funding\n812", launch, "IPO"]);
      assert.equal(await input.getAttribute("aria-expanded"), "true");
      await input.press("ArrowDown");
      // The option that the arrow keys moved to stays the active one.
      await host.setPanel({ facets: { types: types.toReversed(), sectors: [] } });
      assert.equal(await (await active(input)).innerText(), launch);
      await input.press("Enter");
      assert.deepEqual((await sent(1)).types, ["product_launch"]);
      await input.press("ArrowDown");
      assert.match(await page.locator(options).last().innerText(), /^Product launch\n.*already selected$/s);
      await input.fill("UND");
      await page.getByRole("option", { name: "funding" }).click();
      assert.deepEqual((await sent(2)).types, ["product_launch", "funding"]);
      assert.ok(await hasFocus(input));
    });

    it("are limited to 50, and can be removed by a button or Backspace", async () => {
      const types = Array.from({ length: 50 }, (_, i) => `t${i}`);
      const { page, field, enter, sent, sentSoFar } = await open({ ...week, types });
      await enter("Types", "t7");
      await enter("Types", "one more");
      await page.getByText("Select at most 50.").waitFor();
      assert.equal(await sentSoFar(), 0);
      await page.getByRole("button", { name: "Remove t7" }).click();
      assert.deepEqual((await sent(1)).types, [...types.slice(0, 7), ...types.slice(8)]);
      await field("Types").press("Escape");
      await field("Types").press("Backspace");
      assert.deepEqual((await sent(2)).types, [...types.slice(0, 7), ...types.slice(8, 49)]);
    });
  });

  describe("Typed text in a field with suggestions", () => {
    it("activates the best match, and is itself the last option", async () => {
      const { page, field, enter, sent } = await open();
      await field("Types").pressSequentially("fun");
      const typed = 'Use "fun"';
      assert.deepEqual(await page.locator(options).allInnerTexts(), ["Funding\n812", typed]);
      assert.deepEqual(await page.locator("[role=option][aria-selected=true]").allInnerTexts(), [
        "Funding\n812",
      ]);
      await field("Types").press("ArrowUp");
      assert.equal(await (await active(field("Types"))).innerText(), typed);
      await field("Types").press("Enter");
      assert.deepEqual((await sent(1)).types, ["fun"]);
      await enter("Types", "fund");
      assert.deepEqual((await sent(2)).types, ["fun", "funding"]);
      await enter("Types", "spin-off");
      assert.deepEqual((await sent(3)).types, ["fun", "funding", "spin-off"], "nothing matches");
    });

    it("is discarded on Escape, and on leaving the field unless a suggestion matches", async () => {
      const { page, field, sent, sentSoFar } = await open({ ...week, sector: "Climate" });
      const sector = field("Sector");
      for (const [typed, leave] of [
        ["fin", () => sector.press("Escape")],
        ["", () => sector.press("Escape")],
        ["   ", () => sector.press("Enter")],
        ["bio", () => page.getByRole("grid").focus()],
        // Only Enter uses what no suggestion says.
        ["fin", () => sector.press("ArrowUp").then(() => page.keyboard.press("Tab"))],
        // Not added beside a value that it is a part of.
        ["Clim", () => sector.press("Enter")],
      ] as const) {
        await sector.click();
        await sector.pressSequentially(typed);
        await leave();
        assert.equal(await page.locator(options).count(), 0);
        assert.equal(await sector.inputValue(), "");
      }
      assert.equal(await sentSoFar(), 0);
      assert.deepEqual(await chips(page), ["Climate"]);
      await sector.pressSequentially("fin");
      await page.getByRole("grid").focus();
      assert.equal((await sent(1)).sector, "Fintech");
    });

    it("is left alone while an input method composes it", async () => {
      const { page, field, sent } = await open();
      const input = await page.context().newCDPSession(page);
      const types = field("Types");
      await types.focus();
      const range = { selectionStart: 3, selectionEnd: 3 };
      await input.send("Input.imeSetComposition", { text: "fun", ...range });
      await becomes(() => types.inputValue(), "fun");
      await types.evaluate((element) => {
        for (const key of ["Enter", "ArrowDown", "Escape", "Backspace", "F6"]) {
          element.dispatchEvent(new KeyboardEvent("keydown", { key, isComposing: true, bubbles: true }));
        }
      });
      assert.equal(await types.inputValue(), "fun");
      assert.ok(await hasFocus(types));
      await input.send("Input.insertText", { text: "fund" });
      await types.press("Enter");
      assert.deepEqual((await sent(1)).types, ["funding"]);
    });
  });

  it("has at most one sector, typed or suggested", async () => {
    const { page, field, enter, sent } = await open();
    await enter("Sector", " Deep tech, applied ");
    assert.equal((await sent(1)).sector, "Deep tech, applied");
    await field("Sector").fill("fin");
    await page.getByRole("option", { name: "Fintech" }).click();
    assert.equal((await sent(2)).sector, "Fintech");
    assert.deepEqual(await chips(page), ["Fintech"]);
    await page.getByRole("button", { name: "Remove Fintech" }).click();
    assert.deepEqual(await sent(3), week);
    assert.ok(await hasFocus(field("Sector")));
  });

  describe("Minimum amount", () => {
    it("shows and sends the parsed amount", async () => {
      const { page, field, enter, sent } = await open();
      const amount = "Minimum amount (USD)";
      await field(amount).fill("2.5b");
      await page.getByRole("option", { name: "≥ $2,500,000,000" }).waitFor();
      await enter(amount, "１Ｍ");
      assert.equal((await sent(1)).minAmount, 1_000_000, "in full-width characters");
      assert.deepEqual(await chips(page), ["≥ $1M"]);
      assert.equal(await field(amount).inputValue(), "");
      await page.getByRole("button", { name: "Remove ≥ $1M" }).click();
      assert.deepEqual(await sent(2), week);
      await field(amount).fill("5k");
      await page.getByRole("grid").focus();
      assert.equal((await sent(3)).minAmount, 5000, "on leaving the field, too");
      await field(amount).press("Backspace");
      assert.deepEqual(await sent(4), week);
    });

    it("suggests usual amounts", async () => {
      const { page, field, sent } = await open();
      await field("Minimum amount (USD)").click();
      const amounts = ["≥ $1M", "≥ $10M", "≥ $50M", "≥ $100M"];
      assert.deepEqual(await page.locator(options).allInnerTexts(), amounts);
      await page.getByRole("option", { name: "≥ $50M" }).click();
      assert.equal((await sent(1)).minAmount, 50_000_000);
    });

    it("explains invalid input, and restores the value on leaving the field", async () => {
      const { page, field, sentSoFar } = await open({ ...week, minAmount: 50_000_000 });
      const input = field("Minimum amount (USD)");
      const leave = () => page.getByRole("grid").focus();
      for (const end of [() => input.press("Escape"), leave]) {
        await input.fill("9x");
        await input.press("Enter");
        assert.equal(await input.getAttribute("aria-invalid"), "true");
        const id = await input.getAttribute("aria-describedby");
        assert.match(await page.locator(`#${id}`).innerText(), /such as 300k, 10M/);
        await end();
        assert.equal(await input.inputValue(), "");
        assert.equal(await input.getAttribute("aria-invalid"), "false");
      }
      await input.fill("9x");
      await leave();
      assert.equal(await input.inputValue(), "");
      assert.deepEqual(await chips(page), ["≥ $50M"]);
      assert.equal(await sentSoFar(), 0);
    });
  });

  describe("Time range", () => {
    const presets = "#time-range-list li";

    it("offers presets, including the default from the settings", async () => {
      const { page, host, field, sent } = await open({ ...week, window: { kind: "last", days: 30 } });
      await host.setPanel({ defaultQuery: { ...week, window: { kind: "last", days: 14 } } });
      assert.equal(await field("Time range").inputValue(), "Last 30 days");
      assert.equal(await field("From").isVisible(), false);
      await field("Time range").click();
      assert.deepEqual(await page.locator(presets).allInnerTexts(), [
        "Last 24 hours",
        "Last 7 days",
        "Last 14 days",
        "Last 30 days\nalready selected",
        "Last 90 days",
        "Today",
        "Yesterday",
        "This week",
        "This month",
        "Last month",
      ]);
      await page.getByRole("option", { name: "Last 24 hours" }).click();
      assert.deepEqual((await sent(1)).window, { kind: "last", days: 1 });
      assert.equal(await field("From").isVisible(), false, "it closes");
      assert.ok(await field("Time range").evaluate((input) => document.activeElement === input));
      await page.getByRole("button", { name: "Reset filters" }).click();
      assert.deepEqual((await sent(2)).window, { kind: "last", days: 14 });
      assert.equal(await field("Time range").inputValue(), "Last 14 days");
    });

    it("works with the keyboard, and doesn't open when tabbed through", async () => {
      const { page, field, sent } = await open();
      const input = field("Time range");
      const active = async () =>
        page.locator(`#${await input.getAttribute("aria-activedescendant")}`).innerText();
      await input.focus();
      assert.equal(await input.getAttribute("aria-expanded"), "false");
      await page.keyboard.press("Tab");
      assert.ok(await field("Types").evaluate((types) => document.activeElement === types));
      await input.focus();
      await input.press("ArrowDown");
      assert.equal(await input.getAttribute("aria-expanded"), "true");
      await input.press("ArrowUp");
      assert.equal(await active(), "Last month");
      await input.press("Escape");
      assert.equal(await input.getAttribute("aria-expanded"), "false");
      await input.press("Enter");
      await input.press("ArrowDown");
      assert.equal(await active(), "Last 24 hours");
      await input.press("Enter");
      assert.deepEqual((await sent(1)).window, { kind: "last", days: 1 });
      await input.press("ArrowDown");
      await page.keyboard.press("Tab");
      assert.ok(await field("From").evaluate((from) => document.activeElement === from));
      await page.keyboard.press("Escape");
      assert.ok(await input.evaluate((element) => document.activeElement === element));
      await input.press("ArrowDown");
      await page.getByRole("grid").focus();
      assert.equal(await input.getAttribute("aria-expanded"), "false", "it closes without the focus");
    });

    it("has a setting for the time zone of the whole page", async () => {
      const { page, host, field, sent } = await open();
      const choose = async (preset: string) => {
        await field("Time range").click();
        await page.getByRole("option", { name: preset }).click();
      };
      await choose("Yesterday");
      assert.deepEqual((await sent(1)).window, {
        kind: "fixed",
        since: "2026-11-13T23:00:00.000Z",
        until: "2026-11-14T23:00:00.000Z",
      });
      assert.equal(await field("Time range").inputValue(), "Yesterday");
      await field("Time range").click();
      assert.equal(await field("From").inputValue(), "2026-11-14 00:00");
      await field("Time zone").selectOption("UTC");
      assert.deepEqual((await host.heard("setTimeZone")).timeZone, "UTC");
      assert.equal(await field("From").inputValue(), "2026-11-13 23:00");
      assert.equal(await field("Time range").inputValue(), "Nov 13, 23:00 – Nov 14, 23:00 · UTC");
      await page.keyboard.press("Escape");
      await choose("This month");
      assert.deepEqual((await sent(2)).window, { kind: "fixed", since: "2026-11-01T00:00:00.000Z" });
    });

    it("stops being a preset when older events are loaded, until the preset is chosen again", async () => {
      const { page, host, field } = await open();
      await host.setPanel({ window: { sinceMs: baseMs - 21 * 86_400_000, extended: true } });
      await becomes(() => field("Time range").inputValue(), "Since Oct 24, 12:00");
      await field("Time range").click();
      const preset = page.getByRole("option", { name: "Last 7 days" });
      assert.equal(await preset.getByText("already selected").count(), 0);
      await preset.click();
      assert.deepEqual((await host.heard("setQuery")).query, week);
    });

    it("keeps older events that were loaded when To is entered", async () => {
      const window = { kind: "fixed", since: "2026-11-10T10:00:00.000Z" } as const;
      const { host, field, enter, sent } = await open({ ...week, window });
      await host.setPanel({ window: { sinceMs: Date.parse("2026-11-03T10:00:00.000Z"), extended: true } });
      await field("Time range").click();
      assert.equal(await field("From").inputValue(), "2026-11-03 11:00");
      await enter("To", "2026-11-12");
      const [since, until] = ["2026-11-03T10:00:00.000Z", "2026-11-11T23:00:00.000Z"];
      assert.deepEqual((await sent(1)).window, { kind: "fixed", since, until });
    });

    it("becomes fixed when From or To is entered", async () => {
      const { field, enter, sent } = await open();
      await field("Time range").click();
      assert.equal(await field("From").inputValue(), "2026-11-07 11:00");
      await enter("To", "2026-11-12");
      const [since, until] = ["2026-11-07T10:00:00.000Z", "2026-11-11T23:00:00.000Z"];
      assert.deepEqual((await sent(1)).window, { kind: "fixed", since, until });
      await enter("From", "2026-11-01T06:30");
      const from = "2026-11-01T05:30:00.000Z";
      assert.deepEqual((await sent(2)).window, { kind: "fixed", since: from, until });
      await enter("To", "");
      assert.deepEqual((await sent(3)).window, { kind: "fixed", since: from });
      assert.equal(await field("Time range").inputValue(), "Since Nov 1, 06:30");
    });

    it("explains invalid bounds, and doesn't send them", async () => {
      const { page, field, enter, sentSoFar } = await open({
        ...week,
        window: { kind: "fixed", since: "2026-11-07T10:00:00.000Z", until: "2026-11-08T10:00:00.000Z" },
      });
      await field("Time range").click();
      const cases: [string, string, string][] = [
        ["From", "soon", "Enter a date such as"],
        ["From", "", "Enter a date such as"],
        ["From", "2026-11-08 11:00", "To must be after From."],
        ["From", "2026-11-15 11:01", "From is in the future."],
        ["To", "2026-11-07 11:00", "To must be after From."],
      ];
      for (const [name, text, message] of cases) {
        await enter(name, text);
        await page.locator(".error:visible").getByText(message).waitFor();
        await field(name).press("Escape");
        await field("Time range").press("Enter");
      }
      assert.equal(await sentSoFar(), 0);
    });

    it("is sent only if both From and To are valid", async () => {
      const { page, field, enter, sent, sentSoFar } = await open({
        ...week,
        window: { kind: "fixed", since: "2026-11-06T23:00:00.000Z", until: "2026-11-07T23:00:00.000Z" },
      });
      const error = page.locator(".error:visible");
      await field("Time range").click();
      await enter("From", "2026-11-10");
      await error.getByText("To must be after From.").waitFor();
      await enter("To", "2026-11-12");
      const [since, until] = ["2026-11-09T23:00:00.000Z", "2026-11-11T23:00:00.000Z"];
      assert.deepEqual((await sent(1)).window, { kind: "fixed", since, until });
      await error.waitFor({ state: "detached" });
      await enter("From", "soon");
      await error.getByText("Enter a date such as").waitFor();
      await enter("To", "2026-11-13");
      assert.equal(await sentSoFar(), 1);
    });

    it("keeps a date that is being typed while the feed starts again", async () => {
      const { host, field, enter, sent } = await open();
      await field("Time range").click();
      await field("From").fill("2026-11-1");
      await host.setPanel({ window: { sinceMs: baseMs - 6 * 86_400_000 } });
      await host.caughtUp();
      assert.equal(await field("From").inputValue(), "2026-11-1");
      await enter("From", "2026-11-10");
      assert.deepEqual((await sent(1)).window, { kind: "fixed", since: "2026-11-09T23:00:00.000Z" });
      assert.equal(await field("From").inputValue(), "2026-11-10 00:00");
    });

    it("is shown again, without an error, in another time zone", async () => {
      const { page, field, enter } = await open();
      await field("Time range").click();
      for (const name of ["From", "To"]) {
        await enter(name, "soon");
      }
      await page.locator(".error:visible").waitFor();
      await field("Time zone").selectOption("UTC");
      await page.locator(".error:visible").waitFor({ state: "detached" });
      assert.equal(await field("From").inputValue(), "2026-11-07 10:00");
      assert.equal(await field("To").inputValue(), "");
    });

    it("stays unchanged on Escape", async () => {
      const { page, field, sentSoFar } = await open();
      for (const typed of ["2026-11-10", "soon"]) {
        await field("Time range").click();
        await field("From").fill(typed);
        await page.keyboard.press("Escape");
        await field("From").waitFor({ state: "detached" });
      }
      await field("Time range").press("Enter");
      assert.equal(await field("From").inputValue(), "2026-11-07 11:00");
      assert.equal(await page.locator(".error:visible").count(), 0);
      assert.equal(await sentSoFar(), 0);
    });
  });

  it("collapses into a button with the time range and the number of filters in a narrow panel", async () => {
    const query = {
      ...week,
      types: ["funding", "my own type with a name that is rather long"],
      sector: "Fintech",
    };
    const { page, field, sent } = await open(query, undefined, 380);
    const button = page.getByRole("button", { name: "Last 7 days · Filters (3)" });
    assert.equal(await field("Types").count(), 0);
    await button.click();
    assert.deepEqual(await chips(page), ["Funding", query.types[1], "Fintech"]);
    for (const control of await page.locator(".filters :is(input, .chip button, button)").all()) {
      const { x, width } = (await control.boundingBox()) ?? assert.fail();
      assert.ok(x >= 0 && x + width <= 380, `${x} to ${x + width}`);
    }
    await field("Minimum amount (USD)").fill("a lot");
    await field("Minimum amount (USD)").press("Enter");
    const { x, width } = (await page.locator(".error:visible").boundingBox()) ?? assert.fail();
    assert.ok(x >= 0 && x + width <= 380, `${x} to ${x + width}`);
    await page.getByRole("button", { name: "Remove Fintech" }).click();
    assert.deepEqual(await sent(1), { ...week, types: query.types });
    await page.getByRole("button", { name: "Filters (2)" }).press("Escape");
    await field("Types").waitFor({ state: "detached" });
  });

  it("keeps a draft, its caret and the focus while the feed changes", async () => {
    const { page, host, field } = await open();
    await field("Sector").fill("Finance");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    for (let i = 0; i < 3; i++) {
      await host.setPanel({
        malformed: i + 1,
        updatedAtMs: baseMs + i * 60_000,
        facets: { types: [], sectors: [] },
      });
      await host.setRows(manyRows(100 + i));
      await host.setPanel({ query: { ...week, types: ["ipo"] }, content: i === 2 ? "current" : "previous" });
    }
    await page.locator(".chip").waitFor();
    assert.equal(await field("Sector").inputValue(), "Finance");
    assert.deepEqual(
      await page.evaluate(() => {
        const input = document.activeElement as HTMLInputElement;
        return [input.id, input.selectionStart];
      }),
      ["sector", 5],
    );
  });

  it("opens no list when Undo is pressed outside its fields", async () => {
    const { page, field } = await open();
    await field("Sector").pressSequentially("fint");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.keyboard.press("Control+z");
    assert.equal(await field("Sector").getAttribute("aria-expanded"), "false");
  });

  it('offers "Reset filters" if any are set, to restore the defaults and discard drafts', async () => {
    const { page, host, field, enter, sent } = await open();
    assert.equal(await page.getByRole("button", { name: "Reset filters" }).count(), 0);
    await host.setPanel({ query: { ...week, types: ["ipo"], sector: "Fintech" } });
    await enter("Minimum amount (USD)", "nonsense");
    await page.getByRole("button", { name: "Reset filters" }).click();
    assert.deepEqual(await sent(1), week);
    assert.equal(await field("Minimum amount (USD)").inputValue(), "");
    assert.deepEqual(await chips(page), []);
  });

  it("is summarized in an empty list, with links to change filters", async () => {
    const query: FeedQuery = { ...week, types: ["ipo"], sector: "Fintech", minAmount: 5_000_000 };
    const { page, host, sent } = await open(query);
    await host.setRows({ count: 0, at: () => assert.fail(), find: () => -1 });
    await page
      .getByText("No events found yet: IPO, Fintech, ≥ $5M, Last 7 days (since Nov 7, 11:00 Europe/Berlin).")
      .waitFor();
    await host.setPanel({ completeness: { kind: "complete", before: { sinceMs: 0, untilMs: 1 } } });
    await page.getByText("No events found: IPO").waitFor();
    await page.getByRole("link", { name: "Expand to last 30 days" }).click();
    assert.deepEqual(await sent(1), { ...query, window: { kind: "last", days: 30 } });
    await page.getByRole("link", { name: "Reset filters" }).click();
    assert.deepEqual(await sent(2), week);
    await host.setPanel({ query: { ...week, source: "publications" }, completeness: { kind: "more" } });
    await page.getByText("No publications found yet: Last 7 days").waitFor();
  });
});
