import { rm } from "node:fs/promises";
import path from "node:path";
import type { Activity, Day } from "../day";

/** One export is canceled and resumed, another one canceled and discarded. */
export const exports: Activity = {
  name: "exports",
  async run(day) {
    const { notifications } = day.workbench;
    await exportAndCancel(day, "resumed.ndjson");
    await notifications.press("Export to resumed.ndjson stopped", "Resume");
    await notifications.shown(/Exported .* to resumed\.ndjson/);
    await notifications.close(/Exported .* to resumed\.ndjson/);
    await rm(path.join(day.folder, "resumed.ndjson"));
    await exportAndCancel(day, "discarded.ndjson");
    await notifications.press("Export to discarded.ndjson stopped", "Discard");
    await notifications.answerDialog("Discard the", "Discard");
  },
};

/** Cancels an export of the last month while the service asks to wait. */
async function exportAndCancel({ workbench, service, folder }: Day, name: string): Promise<void> {
  const { notifications, quickInput } = workbench;
  await workbench.runCommand("Company Feed: Export Events…");
  await quickInput.pick("Entire time range (download)");
  await quickInput.pick("NDJSON");
  service.busyAfter(2);
  await quickInput.answerPath("Export", "company-events_", path.join(folder, name));
  const progress = `Exporting events to ${name}`;
  await notifications.notification(progress).filter({ hasText: "Retrying in" }).waitFor();
  await notifications.press(progress, "Cancel");
  service.busyAfter(Infinity);
}
