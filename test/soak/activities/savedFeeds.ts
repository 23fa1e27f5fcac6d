import type { Workbench } from "../../support/vscode/workbench";
import { type Activity, arriveIn, closeEditors, connectionName, type Day } from "../day";

/** In the user settings. */
export const savedFeeds = [{ name: "News" }, { name: "Rounds", types: ["funding"] }];

async function toggle({ workbench }: Day, name: string): Promise<void> {
  await workbench.runCommand("Company Feed: Follow or Unfollow Saved Feed");
  await workbench.quickInput.pick(name);
}

function shown({ workbench }: Day, first: string, second: string): Promise<void> {
  const rows = [first, second].map((description, n) => ({
    label: savedFeeds[n]?.name ?? "",
    description,
    level: 1,
    expanded: undefined,
  }));
  return workbench.rowsShown("Saved Feeds", rows);
}

export const follow: Activity = {
  name: "follow saved feeds",
  async run(day) {
    await day.workbench.openContainer("Company Feed");
    for (const { name } of savedFeeds) {
      await toggle(day, name);
      await day.workbench.quickInput.pick(connectionName);
    }
    await shown(day, "", "Funding");
  },
};

/** New events are counted, marked as read, unread again, and read at last. */
export const unreadEvents: Activity = {
  name: "unread events",
  async run(day) {
    const { workbench, host } = day;
    await host.start("companyFeed.markAllFeedsRead");
    await workbench.treeRow("Saved Feeds", "News").click();
    const frame = await workbench.feedFrame();
    await frame.locator("[data-event-id]").first().waitFor();
    await arriveIn(day, frame);
    const unread = workbench.treeRow("Saved Feeds", "News").filter({ hasText: /\d new/ });
    await unread.waitFor();
    await host.start("companyFeed.markAllFeedsRead");
    await unread.waitFor({ state: "detached" });
    await host.start("companyFeed.undoMarkRead");
    await unread.waitFor();
    await host.command("companyFeed.openDigest", { days: 2 });
    await host.start("companyFeed.markAllFeedsRead");
    await unread.waitFor({ state: "detached" });
    await closeEditors(day);
  },
};

/** Another window shows the same, is reloaded, and closed. */
export const otherWindow: Activity = {
  name: "another window",
  async run(day) {
    const { workbench, hosts, service } = day;
    const before = hosts.all.length;
    const other = await workbench.openWindow();
    await hosts.started(before);
    await openNews(other);
    service.arrive(2);
    await other.reload();
    await hosts.started(before + 1);
    // A window without a folder begins anew.
    await openNews(other);
    await other.page.close({ runBeforeUnload: true });
    await hosts.only(day.host);
  },
};

async function openNews(window: Workbench): Promise<void> {
  await window.openContainer("Company Feed");
  await window.treeRow("Saved Feeds", "News").click();
  const frame = await window.feedFrame();
  await frame.locator("[data-event-id]").first().waitFor();
}

export const unfollow: Activity = {
  name: "unfollow saved feeds",
  async run(day) {
    for (const { name } of savedFeeds) {
      await toggle(day, name);
    }
    await shown(day, "not followed", "not followed · Funding");
  },
};
