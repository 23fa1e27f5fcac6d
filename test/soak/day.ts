import type { Frame } from "playwright-core";
import type { Workbench } from "../support/vscode/workbench";
import type { DayService } from "./dayService";
import type { ExtensionHost, ExtensionHosts } from "./extensionHost";

/** What the activities of a day work with. */
export interface Day {
  readonly workbench: Workbench;
  /** Of the window that stays open. */
  readonly host: ExtensionHost;
  readonly hosts: ExtensionHosts;
  readonly service: DayService;
  /** The open folder. */
  readonly folder: string;
  /** Nodes in the document of a feed: as it is opened, and after it was used for a while. */
  readonly panelNodes: [number, number];
}

/** A part of the day, which leaves everything as it found it. */
export interface Activity {
  readonly name: string;
  readonly run: (day: Day) => Promise<void>;
}

export const connectionName = "Acme";

/** Opens the feed and waits for its events. */
export async function openFeed({ host, workbench }: Day): Promise<Frame> {
  await host.command("companyFeed.openFeed");
  const frame = await workbench.feedFrame();
  await frame.locator("[data-event-id]").first().waitFor();
  return frame;
}

export async function closeEditors({ host, workbench }: Day): Promise<void> {
  await host.command("workbench.action.closeAllEditors");
  await workbench.page.locator("iframe.webview").first().waitFor({ state: "detached" });
}

/** An event arrives, and is shown at the top of the feed. */
export async function arriveIn(day: Day, ...frames: readonly Frame[]): Promise<void> {
  const id = day.service.arrive(3);
  for (const frame of frames) {
    await frame.locator(`[data-event-id="${id}"]`).waitFor();
  }
}
