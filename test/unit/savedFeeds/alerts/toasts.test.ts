import assert from "node:assert/strict";
import { toastText } from "../../../../src/savedFeeds/alerts/alertText";
import { settlingMs, Toasts } from "../../../../src/savedFeeds/alerts/toasts";
import {
  idOf,
  Machine,
  minuteMs,
  savedFeed,
  type Window,
} from "../../../support/savedFeeds/savedFeedsMachine";
import { event } from "../../../support/services/listSource";

const quietMs = 15 * minuteMs;
/** The longest time until a followed feed is checked and told of. */
const checkMs = 4 * minuteMs;
const hourMs = 60 * minuteMs;

describe("Toasts", () => {
  let machine: Machine;
  let serial: number;
  /** What every window has shown, and when. */
  let shown: { readonly text: string; readonly atMs: number }[];
  let onScreen: Set<string>;

  const publish = (count = 1): void => {
    for (let n = 0; n < count; n++) {
      machine.service.put(event(`evt_${serial++}`, machine.service.now));
    }
  };

  async function openWindow(): Promise<Window> {
    const window = await machine.open();
    const { clock } = machine;
    new Toasts(window.hub, {
      clock: window.clock,
      log: { debug: () => {}, info: () => {}, warn: () => {}, error: (message) => assert.fail(message) },
      quietMs: () => quietMs,
      isOnScreen: (id) => onScreen.has(id),
      show: (feeds) => shown.push({ text: toastText(feeds), atMs: clock.now() }),
    });
    return window;
  }

  beforeEach(() => {
    serial = 0;
    shown = [];
    onScreen = new Set();
    machine = new Machine(
      savedFeed("News"),
      savedFeed("Badge only", { alert: "badge" }),
      savedFeed("Off", { alert: "off" }),
    );
  });

  afterEach(() => machine.windows.forEach((window) => window.close()));

  it("tell of feeds that asked for it, all events together, and each event once", async () => {
    const window = await openWindow();
    for (const name of ["News", "Badge only", "Off"]) {
      await window.follow(name);
    }
    publish(3);
    await machine.pass(checkMs);
    assert.deepEqual(
      shown.map(({ text }) => text),
      ["News: 3 new events. Latest: Title of evt_0"],
    );
    await machine.pass(hourMs);
    assert.equal(shown.length, 1);
  });

  it("come at most once in the quiet period, for all feeds together", async () => {
    machine.settings.set([savedFeed("News"), savedFeed("Also news")]);
    const window = await openWindow();
    await window.follow("News");
    await window.follow("Also news");
    for (let minute = 0; minute < 60; minute++) {
      publish();
      await machine.pass(minuteMs);
    }
    await machine.pass(quietMs + checkMs);
    assert.ok(shown.length >= 4 && shown.length <= 6, `${shown.length} toasts`);
    shown.slice(1).forEach(({ atMs }, index) => assert.ok(atMs - (shown[index]?.atMs ?? 0) >= quietMs));
    shown.forEach(({ text }) => assert.match(text, /^\d+ new events? in 2 saved feeds: /));
    // Each event is in both feeds, and counted once.
    const told = shown.reduce((sum, { text }) => sum + Number.parseInt(text, 10), 0);
    assert.equal(told, 60);
  });

  it("come from one of two windows", async () => {
    const one = await openWindow();
    await openWindow();
    await one.follow("News");
    publish(2);
    await machine.pass(checkMs + hourMs);
    assert.equal(shown.length, 1);
  });

  it("do not tell of what was read in another window in the meantime, or is on screen", async () => {
    const one = await openWindow();
    await one.follow("News");
    const two = await openWindow();
    publish(3);
    onScreen.add("evt_0");
    while (!one.arrived.length && !two.arrived.length) {
      await machine.pass(1000);
    }
    void two.hub.markRead(idOf("News"), ["evt_1"]);
    await machine.pass(settlingMs + checkMs);
    assert.deepEqual(
      shown.map(({ text }) => text),
      ["News: Title of evt_2"],
    );
    onScreen.clear();
    await machine.pass(hourMs);
    assert.equal(shown.length, 1, "what was on screen is not told later");
  });

  it("are not shown for a snoozed feed, also not for its events after the snooze", async () => {
    const window = await openWindow();
    await window.follow("News");
    void window.hub.snooze(idOf("News"), machine.clock.now() + hourMs);
    await machine.pass(minuteMs);
    publish(2);
    await machine.pass(2 * hourMs);
    assert.deepEqual(shown, []);
    publish();
    await machine.pass(checkMs);
    assert.deepEqual(
      shown.map(({ text }) => text),
      ["News: Title of evt_2"],
    );
  });

  it("are one after a night of sleep, and none at start-up", async () => {
    const first = await openWindow();
    await first.follow("News");
    publish(5);
    await machine.pass(checkMs);
    shown = [];
    first.suspend();
    publish(40);
    machine.clock.set(machine.clock.now() + 8 * hourMs);
    first.resume();
    await machine.pass(hourMs);
    assert.ok(shown.length <= 1, `${shown.length} toasts`);
    first.close();
    shown = [];
    publish(7);
    await machine.pass(hourMs);
    await openWindow();
    await machine.pass(hourMs);
    assert.deepEqual(shown, []);
  });

  it("tell of very many events at once, and not of the rest of them later", async () => {
    const window = await openWindow();
    await window.follow("News");
    publish(350);
    await machine.pass(checkMs);
    assert.deepEqual(
      shown.map(({ text }) => text),
      ["News: 350 new events. Latest: Title of evt_0"],
    );
    await machine.pass(3 * hourMs);
    assert.equal(shown.length, 1);
    publish();
    await machine.pass(checkMs);
    assert.deepEqual(
      shown.slice(1).map(({ text }) => text),
      ["News: Title of evt_350"],
    );
  });

  it("do not repeat what a window told of that was killed right after", async () => {
    const one = await openWindow();
    await one.follow("News");
    const two = await openWindow();
    publish(2);
    while (shown.length === 0) {
      await machine.pass(1000);
    }
    one.kill();
    await machine.pass(hourMs);
    assert.equal(shown.length, 1);
    publish();
    await machine.pass(quietMs + checkMs);
    assert.equal(shown.length, 2, "the other window goes on");
    assert.equal(two.isChecking, true);
  });

  it("still come if the clock was set back since the last one", async () => {
    const window = await openWindow();
    await window.follow("News");
    publish();
    await machine.pass(checkMs);
    assert.equal(shown.length, 1);
    const rightMs = machine.clock.now();
    machine.clock.set(rightMs - 24 * hourMs);
    machine.service.put(event("evt_by_right_clock", rightMs));
    await machine.pass(hourMs);
    assert.equal(shown.length, 2);
  });
});
