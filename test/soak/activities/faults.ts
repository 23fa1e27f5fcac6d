import { setTimeout as delay } from "node:timers/promises";
import { type Answer } from "../../support/services/scriptedService";
import { page, reset, resetInBody, silence, stall, status } from "../../support/services/scriptedAnswers";
import { type Activity, arriveIn, closeEditors, openFeed } from "../day";

const hourMs = 3_600_000;

/** Long enough for VS Code and the extension to miss checks. */
const asleepMs = 8_000;

const empty = { events: [], has_more: false, next_cursor: null };
const faults: readonly Answer[] = [
  status(503, { detail: "Busy." }, { "Retry-After": "1" }),
  status(429, { detail: "Too many." }, { "Retry-After": "1" }),
  reset(),
  resetInBody(empty, 5),
  stall(empty, 5),
  silence(),
  status(500, "<html>", { "Content-Type": "text/html" }),
  page("<!DOCTYPE html>"),
];

/** Each answer fails in another way; then the service is offline for a while. */
export const occasionalFaults: Activity = {
  name: "faults",
  async run(day) {
    const { host, service } = day;
    const frame = await openFeed(day);
    for (const fault of faults) {
      service.failNext(fault);
      await host.command("companyFeed.refreshFeed");
      await host.command("companyFeed.refreshFeed");
      await arriveIn(day, frame);
    }
    service.isOffline = true;
    await host.command("companyFeed.refreshFeed");
    await frame.getByRole("button", { name: "Retry", exact: true }).first().waitFor();
    service.isOffline = false;
    await host.command("companyFeed.refreshFeed");
    await arriveIn(day, frame);
    await closeEditors(day);
  },
};

/** The extension host stops as on a machine that sleeps, and finds the wall clock two hours later. */
export const sleep: Activity = {
  name: "sleep",
  async run(day) {
    const { host, hosts, service } = day;
    const frame = await openFeed(day);
    hosts.clockOffsetMs += 2 * hourMs;
    await host.clock(hosts.clockOffsetMs);
    process.kill(host.pid, "SIGSTOP");
    const id = service.arrive(20);
    await delay(asleepMs);
    process.kill(host.pid, "SIGCONT");
    await frame.locator(`[data-event-id="${id}"]`).waitFor();
    await closeEditors(day);
  },
};
