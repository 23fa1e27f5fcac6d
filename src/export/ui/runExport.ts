import * as l10n from "@vscode/l10n";
import type { Clock } from "../../util/clock";
import { CombinedSignal } from "../../util/combinedSignal";
import { oneLine } from "../../util/strings";
import { withProgressNotification } from "../../window";
import type { Checkpoint } from "../engine/checkpoint";
import { ExportInUseError, withFileErrors } from "../engine/exportErrors";
import { type ExportRun, runInClaimedFolder } from "../engine/exportRun";
import { ExportProgress } from "./exportProgress";

/**
 * Runs an export, with progress, until its file is at its target.
 * @param name of the file
 * @param signal aborting has the same effect as Cancel
 * @returns its checkpoint; undefined if it was canceled before it was claimed
 */
export function runExport(
  run: ExportRun,
  name: string,
  signal: AbortSignal,
  clock: Clock,
): Thenable<Checkpoint | undefined> {
  const title = l10n.t("Exporting events to {0}", oneLine(name, 100));
  return withProgressNotification(title, async (report, canceling) => {
    const combined = new CombinedSignal(canceling, signal);
    try {
      if (await withFileErrors(() => run.folder.claim(combined.signal))) {
        const startProgress = (start: Checkpoint) => new ExportProgress(report, start, clock);
        return await runInClaimedFolder(run, startProgress, combined.signal);
      }
      if (!combined.signal.aborted) {
        throw new ExportInUseError();
      }
      return undefined;
    } finally {
      combined.dispose();
    }
  });
}
