import assert from "node:assert/strict";
import type { Frame, Locator } from "playwright-core";
import { gridView, gridWhen } from "../support/page/gridView";
import { SampleBackend } from "../support/services/sampleBackend";
import { stillClock } from "../support/services/sampleEvents";
import { Workbench } from "../support/vscode/workbench";

/** The tests depend on their order: each continues where the previous one ended. */
describe("Feed panel", () => {
  let backend: SampleBackend;
  let workbench: Workbench;
  let frame: Frame;

  before(async () => {
    backend = await SampleBackend.start(undefined, stillClock());
    workbench = await Workbench.openConnected(backend, { viewport: { width: 1360, height: 820 } });
    await workbench.runCommand("View: Toggle Primary Side Bar Visibility");
    await show(() => workbench.runCommand("Company Feed: Open Event Feed"));
  });

  after(async () => {
    backend.stop();
    await workbench.close();
  });

  /** Runs an action that opens or reveals a panel, and waits for its events. */
  async function show(action: () => Promise<unknown>): Promise<void> {
    frame = await workbench.newFeedFrame(action);
    await rows().first().waitFor();
  }

  async function gridFocused(): Promise<void> {
    await frame.waitForFunction(
      (element) => document.hasFocus() && element === document.activeElement,
      await grid().elementHandle(),
    );
  }

  const press = (key: string) => workbench.page.keyboard.press(key);
  const rows = () => frame.locator("[data-event-id]");
  const grid = () => frame.getByRole("grid", { name: "Company events" });
  const details = () => frame.getByRole("region", { name: "Event details" });

  function rowCount(): Promise<number> {
    return gridView(frame).then((view) => view.rowCount);
  }

  /** Waits for more rows than `count`. */
  async function moreThan(count: number): Promise<void> {
    await gridWhen(frame, (view) => view.rowCount > count);
  }

  /** Waits until the event is focused in the list. */
  async function activeIs(id: string): Promise<void> {
    await gridWhen(frame, ({ activeId }) => activeId === id);
  }

  /** Items of the open context menu. */
  const menuItems = () => workbench.page.getByRole("menu").getByRole("menuitem");

  const choose = (item: string) =>
    workbench.pickFromMenu(frame.locator("[role=row][aria-selected=true]").first(), item);

  async function idOf(row: Locator): Promise<string> {
    return (await row.getAttribute("data-event-id")) ?? assert.fail();
  }

  it("can be navigated with the keyboard, and loads older events at the end", async () => {
    await grid().focus();
    const [first, second] = [await idOf(rows().first()), await idOf(rows().nth(1))];
    await activeIs(first);
    await press("ArrowDown");
    await activeIs(second);
    await press("ArrowUp");
    await activeIs(first);
    const before = await rowCount();
    await press("End");
    await moreThan(before);
    await press("Home");
    await activeIs(first);
    await press("Enter");
    await details().waitFor();
    await gridFocused();
    await press("Enter");
    await frame.waitForFunction(() => document.activeElement?.getAttribute("role") === "region");
    await press("Escape");
    await details().waitFor({ state: "hidden" });
    await gridFocused();
  });

  it("copies several events as a table with the keyboard", async () => {
    await press("Shift+ArrowDown");
    await press("Shift+ArrowDown");
    await frame.getByRole("status").getByText("3 selected").waitFor();
    const lines = (await workbench.copied(() => press("Control+c"))).split("\n");
    assert.equal(lines.length, 4);
    assert.equal(lines[0], "published_at\ttype\ttitle\tcompany\tsector\tamount\tid");
    assert.equal(lines[1]?.split("\t").at(-1), await idOf(rows().first()));
  });

  it("copies, exports and opens several events from the context menu", async () => {
    const markdown = await workbench.copied(() => choose("Copy as Markdown"));
    assert.match(markdown, /^\| Published \(UTC\) \| Type \|/);
    const events = JSON.parse(await workbench.copied(() => choose("Copy as JSON"))) as { id: string }[];
    assert.equal(events.length, 3);
    assert.equal(events[0]?.id, await idOf(rows().first()));
    const links = (await workbench.copied(() => choose("Copy Link"))).split("\n");
    assert.deepEqual(
      links.map((link) => decodeURIComponent(new URL(link).searchParams.get("id") ?? "")),
      events.map(({ id }) => id),
    );
    const { quickInput } = workbench;
    await choose("Export…");
    await quickInput.shown("Selected events");
    assert.match((await quickInput.items())[0] ?? "", /^Selected events \(3\)/);
    await quickInput.cancel();
    await choose("Open as JSON");
    const text = workbench.page.locator(".monaco-editor .view-lines").first();
    await text.filter({ hasText: events[0].id }).waitFor();
    await show(() => workbench.runCommand("View: Close Editor"));
    await text.waitFor({ state: "hidden" });
    const selected = frame.locator("[role=row][aria-selected=true]");
    await selected.first().waitFor();
    assert.equal(await selected.count(), 3);
  });

  it("opens the context menu with the keyboard, from the list and from the toolbar", async () => {
    const item = menuItems().filter({ hasText: "Copy Title" });
    await grid().focus();
    await press("Escape");
    const id = await idOf(frame.locator("[role=row][aria-selected=true]"));
    await press("Shift+F10");
    await item.waitFor();
    const shown = (await menuItems().allInnerTexts()).map((text) => text.trim());
    const always = [
      "Show Details",
      "Only This Type",
      "Copy Title",
      "Copy as TSV",
      "Copy ID",
      "Copy Link",
      "Open as JSON",
    ];
    assert.deepEqual(
      shown.filter((text) => always.includes(text)),
      always,
    );
    assert.ok(!shown.includes("Export…"), "one event is copied or opened");
    await press("Escape");
    await item.waitFor({ state: "detached" });
    await gridFocused();
    await frame.getByRole("button", { name: "More actions" }).click();
    await frame.getByRole("button", { name: "Copy selected" }).press("Enter");
    await item.waitFor();
    assert.equal(
      await workbench.copied(async () => {
        for (let i = 0; i < 5; i++) {
          await press("ArrowDown");
        }
        await press("Enter");
      }),
      id,
    );
  });

  it("focuses its search with Ctrl+F, and marks the matches", async () => {
    await grid().focus();
    await press("Control+f");
    const search = frame.getByLabel("Search loaded events");
    await frame.waitForFunction(
      (element) => document.hasFocus() && element === document.activeElement,
      await search.elementHandle(),
    );
    await search.fill("a");
    await frame.locator("mark").first().waitFor();
    assert.equal(
      await rows()
        .locator("mark")
        .first()
        .innerText()
        .then((text) => text.toLowerCase()),
      "a",
    );
    await search.fill("");
    await frame.locator("mark").first().waitFor({ state: "detached" });
  });

  it("filters by an event's type from the context menu, until the chip is removed", async () => {
    await rows().first().click();
    await press("Escape");
    const before = (await gridView(frame)).rows.slice(0, 10).map(({ id }) => id);
    const start = backend.requests.length;
    await choose("Only This Type");
    await backend.requested(({ target }) => /[?&]types=\w/.test(target), start);
    await frame.getByRole("button", { name: /^Remove / }).click();
    await gridWhen(frame, ({ rows: shown }) => before.every((id, index) => shown[index]?.id === id));
  });

  it("passes its filters on to a duplicate", async () => {
    await frame.getByLabel("Types").fill("funding");
    await frame.getByLabel("Types").press("Enter");
    await rows().filter({ hasNotText: "Funding" }).first().waitFor({ state: "detached" });
    await show(() => workbench.runCommand("Company Feed: Duplicate Event Feed"));
    const tabs = workbench.page.locator(".tab").filter({ hasText: "Event Feed" });
    await tabs.nth(1).waitFor();
    assert.deepEqual(await frame.locator(".chip bdi").allTextContents(), ["Funding"]);
    await show(() => workbench.runCommand("View: Close Editor"));
    await tabs.nth(1).waitFor({ state: "detached" });
  });

  it("opens from a link, with its filters, on the active connection", async () => {
    const link = await workbench.copied(() => workbench.runCommand("Company Feed: Copy Link to This Feed"));
    assert.match(link, /^[\w-]+:\/\/company-feed\.company-feed\/feed\?/);
    assert.ok(!link.includes(backend.key) && !link.includes("127.0.0.1"));
    await workbench.runCommand("View: Close Editor");
    await workbench.page.locator(".tab").filter({ hasText: "Event Feed" }).waitFor({ state: "detached" });
    const before = backend.requestsOf("readFeed").length;
    await workbench.runCommand("Developer: Open URL");
    await workbench.quickInput.answer(/URL/, link);
    await show(() => workbench.page.getByRole("dialog").getByRole("button", { name: "Open" }).click());
    assert.deepEqual(await frame.locator(".chip bdi").allTextContents(), ["Funding"]);
    assert.match(backend.requestsOf("readFeed")[before]?.target ?? "", /[?&]types=funding(&|$)/);
  });

  it("copies its request as code in the chosen language, without the key", async () => {
    for (const [language, expected] of [
      ["cURL", /^curl /],
      ["TypeScript", /await fetch\(url/],
      ["Python", /^import json\nimport os\n\nimport httpx\n/],
    ] as const) {
      const code = await workbench.copied(async () => {
        await workbench.runCommand("Company Feed: Copy Feed Request As…");
        await workbench.quickInput.shown("Copy Feed Request");
        await workbench.quickInput.pick(language);
      });
      assert.match(code, expected);
      assert.match(code, /API_KEY/);
      assert.ok(code.includes("types=funding") && !code.includes(backend.key));
    }
  });

  it("restores query, selection and scroll position after a reload, and fills the gap", async () => {
    await grid().focus();
    for (let page = 0; page < 3; page++) {
      const count = await rowCount();
      await press("End");
      await moreThan(count);
    }
    await press("PageUp");
    await press("Enter");
    const title = await details().getByRole("heading", { level: 2 }).innerText();
    const chosen = await idOf(frame.locator("[role=row][aria-selected=true]"));
    const topmost = (await gridView(frame)).rows.find(({ id }) => id !== undefined)?.id;
    await show(() => workbench.reloadWindow());
    await details().getByRole("heading", { level: 2, name: title, exact: true }).waitFor();
    assert.deepEqual(await frame.locator(".chip bdi").allTextContents(), ["Funding"]);
    await gridWhen(frame, ({ rows: shown }) => shown.find(({ id }) => id !== undefined)?.id === topmost);
    assert.equal(await idOf(frame.locator("[role=row][aria-selected=true]")), chosen);
    const gap = frame.locator(".row.gap");
    await grid().focus();
    await press("Home");
    await gap.waitFor();
    const count = await rowCount();
    await press("Enter");
    await moreThan(count);
  });
});
