import { type Activity, arriveIn, closeEditors, connectionName, openFeed } from "../day";

export const connect: Activity = {
  name: "connect",
  async run({ workbench, service }) {
    await workbench.connect(service, connectionName);
    await workbench.openContainer("Company Feed");
    await workbench.collections().first().waitFor();
  },
};

export const sampleService: Activity = {
  name: "sample service",
  async run(day) {
    const { workbench, host } = day;
    await host.command("companyFeed.connectSample", { openFeed: false });
    await workbench.statusBarItem("Sample data").waitFor();
    await openFeed(day);
    await closeEditors(day);
    await workbench.runCommand("Company Feed: Switch Connection…");
    await workbench.quickInput.pick(connectionName);
    await workbench.statusBarItem(connectionName).waitFor();
  },
};

/** The key is replaced at the service: 401, until the new one is entered. */
export const keyChange: Activity = {
  name: "key change",
  async run(day) {
    const { workbench, service, host } = day;
    const frame = await openFeed(day);
    service.changeKey();
    await host.command("companyFeed.refreshFeed");
    await frame.getByText("Invalid API key").first().waitFor();
    await workbench.runCommand("Company Feed: Set API Key…");
    await workbench.quickInput.answer(`API key for ${connectionName}`, service.key);
    await workbench.quickInput.hidden();
    await frame.getByText("Invalid API key").first().waitFor({ state: "detached" });
    await arriveIn(day, frame);
    await closeEditors(day);
  },
};

/** Other people create and delete collections while the tree is paged. */
export const changingCollections: Activity = {
  name: "changing collections",
  async run({ workbench, host, service }) {
    const names = Array.from({ length: 5 }, (_, n) => `soak-${n}`);
    await workbench.openContainer("Company Feed");
    for (const name of names) {
      await service.change("PUT", name);
      await host.command("companyFeed.loadMoreCollections");
    }
    const first = workbench.collections().first();
    await first.click();
    await workbench.tree("Collections").locator('[role=treeitem][aria-level="2"]').first().waitFor();
    for (const name of names) {
      await service.change("DELETE", name);
    }
    await host.command("companyFeed.refreshCollections");
    await host.command("companyFeed.loadAllCollections");
    await workbench.collections().first().waitFor();
  },
};

/** Nothing is connected and followed afterwards, as in the morning. */
export const disconnect: Activity = {
  name: "disconnect",
  async run(day) {
    const { workbench, host } = day;
    await workbench.runCommand("Company Feed: Remove Connection…");
    // The only one is not asked for.
    await workbench.notifications.answerDialog(connectionName, "Remove");
    await workbench.statusBarItem(connectionName).waitFor({ state: "detached" });
    await workbench.collections().first().waitFor({ state: "detached" });
    await host.command("notifications.clearAll");
    day.service.reset();
  },
};
