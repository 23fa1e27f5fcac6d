import assert from "node:assert/strict";
import { badgeOf } from "../../../../src/savedFeeds/alerts/alertText";
import { SnoozeTimer } from "../../../../src/savedFeeds/alerts/snoozeTimer";
import { snoozeEnd } from "../../../../src/savedFeeds/model/snooze";
import {
  idOf,
  Machine,
  minuteMs,
  savedFeed,
  type Window,
} from "../../../support/savedFeeds/savedFeedsMachine";
import { event } from "../../../support/services/listSource";

const hourMs = 60 * minuteMs;
const checkMs = 4 * minuteMs;

describe("The badge", () => {
  let machine: Machine;
  let window: Window;
  let serial: number;

  const publish = (count: number): void => {
    for (let n = 0; n < count; n++) {
      machine.service.put(event(`evt_${serial++}`, machine.service.now));
    }
  };
  const badge = (of = window) => badgeOf(of.hub.feeds, machine.clock.now());

  async function openWindow(): Promise<Window> {
    const opened = await machine.open();
    const log = {
      debug: () => {},
      info: () => {},
      warn: () => {},
      error: (text: string) => assert.fail(text),
    };
    new SnoozeTimer(opened.hub, opened.clock, log);
    return opened;
  }

  beforeEach(async () => {
    serial = 0;
    machine = new Machine(
      savedFeed("Toast"),
      savedFeed("Badge", { alert: "badge" }),
      savedFeed("Off", { alert: "off" }),
      savedFeed("Not followed"),
    );
    window = await openWindow();
    for (const name of ["Toast", "Badge", "Off"]) {
      await window.follow(name);
    }
  });

  afterEach(() => machine.windows.forEach((open) => open.close()));

  it("counts the unread events of followed feeds with alerts, and says so", async () => {
    assert.equal(badge(), undefined);
    publish(2);
    await machine.pass(checkMs);
    assert.deepEqual(badge(), { value: 4, tooltip: "4 unread events in 2 saved feeds" });
    void window.hub.markRead(idOf("Badge"));
    assert.deepEqual(badge(), { value: 2, tooltip: "2 unread events in 1 saved feed" });
    void window.hub.markRead(idOf("Toast"));
    assert.equal(badge(), undefined);
  });

  it("says that there may be more", () => {
    const [status] = window.hub.feeds;
    assert.ok(status?.following);
    const following = { ...status.following, unread: { count: 1000, atLeast: true } };
    assert.deepEqual(badgeOf([{ ...status, following }], machine.clock.now()), {
      value: 1000,
      tooltip: "More than 1,000 unread events in 1 saved feed",
    });
  });

  it("leaves out a snoozed feed until its snooze ends, which also goes on counting", async () => {
    void window.hub.snooze(idOf("Toast"), machine.clock.now() + hourMs);
    publish(1);
    await machine.pass(checkMs);
    assert.equal(badge()?.value, 1);
    let changes = 0;
    await machine.pass(hourMs - checkMs - minuteMs);
    assert.equal(badge()?.value, 1);
    window.hub.onDidChange(() => changes++);
    await machine.pass(minuteMs + 2000);
    assert.equal(badge()?.value, 2);
    assert.ok(changes > 0, "the views are told");
    assert.equal(window.hub.find(idOf("Toast"))?.following?.snoozedUntilMs, undefined);
  });

  it("counts again after a restart in the meantime, and after sleep", async () => {
    void window.hub.snooze(idOf("Toast"), machine.clock.now() + hourMs);
    publish(1);
    await machine.pass(checkMs);
    window.close();
    await machine.pass(10 * minuteMs);
    window = await openWindow();
    await machine.pass(checkMs);
    assert.equal(badge()?.value, 1);
    window.suspend();
    machine.clock.set(machine.clock.now() + 10 * hourMs);
    window.resume();
    await machine.pass(minuteMs);
    assert.equal(badge()?.value, 2);
  });

  it("counts again in time if the clock was set back, also after a restart", async () => {
    for (const restarts of [false, true]) {
      publish(1);
      await machine.pass(checkMs);
      const before = badge()?.value ?? 0;
      void window.hub.snooze(idOf("Toast"), machine.clock.now() + hourMs);
      await machine.pass(minuteMs);
      assert.ok((badge()?.value ?? 0) < before);
      machine.clock.set(machine.clock.now() - 48 * hourMs);
      if (restarts) {
        window.close();
        window = await openWindow();
      }
      await machine.pass(hourMs + checkMs);
      assert.equal(badge()?.value, before);
    }
  });
});

describe("The end of a snooze", () => {
  const local = (...[year, month, day, hour, minute]: [number, number, number, number, number]): number =>
    new Date(year, month, day, hour, minute).getTime();

  it("is in an hour, in a week, or in the morning", () => {
    const noon = local(2026, 10, 22, 12, 0);
    assert.equal(snoozeEnd("hour", noon), noon + hourMs);
    assert.equal(snoozeEnd("week", noon), noon + 7 * 24 * hourMs);
    assert.equal(snoozeEnd("morning", noon), local(2026, 10, 23, 8, 0));
  });

  it("is after the night, also of someone who is up late or early", () => {
    assert.equal(snoozeEnd("morning", local(2026, 10, 22, 23, 59)), local(2026, 10, 23, 8, 0));
    assert.equal(snoozeEnd("morning", local(2026, 10, 23, 2, 0)), local(2026, 10, 23, 8, 0));
    assert.equal(snoozeEnd("morning", local(2026, 10, 23, 5, 0)), local(2026, 10, 24, 8, 0));
    assert.equal(snoozeEnd("morning", local(2026, 11, 31, 20, 0)), local(2027, 0, 1, 8, 0));
  });
});
