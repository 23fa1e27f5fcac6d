import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Clock } from "../../util/clock";
import { CombinedSignal } from "../../util/combinedSignal";
import { oneLine } from "../../util/strings";
import { type ReportProgress, withProgressNotification } from "../../window";
import type { Checkpoint } from "../engine/checkpoint";
import { ExportInUseError, withFileErrors } from "../engine/exportErrors";
import type { ExportFolder } from "../engine/exportFolder";
import type { DownloadOptions, ExportPage } from "../engine/exportPages";
import type { ExportWriter } from "../engine/exportWriter";
import { checkTarget, copyToTarget, fileName } from "./exportTarget";
import { ExportProgress } from "./exportProgress";

export interface ExportRun {
  readonly folder: ExportFolder;
  readonly target: vscode.Uri;
  /** Called once the folder is claimed. */
  readonly openWriter: () => Promise<ExportWriter>;
  /** The pages left to write; absent to save the events so far. */
  readonly pages?: (
    checkpoint: Checkpoint,
    options: Pick<DownloadOptions, "signal" | "onRetry">,
  ) => AsyncIterable<ExportPage> | Iterable<ExportPage>;
}

/**
 * Runs an export, with progress, until its file is at its target.
 * @param signal aborting has the same effect as Cancel
 * @returns its checkpoint; undefined if it was canceled before it was claimed
 */
export function runExport(
  run: ExportRun,
  signal: AbortSignal,
  clock: Clock,
): Thenable<Checkpoint | undefined> {
  const title = l10n.t("Exporting events to {0}", oneLine(fileName(run.target), 100));
  return withProgressNotification(title, true, async (report, token) => {
    const canceling = new AbortController();
    const listener = token.onCancellationRequested(() => canceling.abort());
    const combined = new CombinedSignal(canceling.signal, signal);
    try {
      if (await withFileErrors(() => run.folder.claim(combined.signal))) {
        return await writeToTarget(run, report, combined.signal, clock);
      }
      if (!combined.signal.aborted) {
        throw new ExportInUseError();
      }
      return undefined;
    } finally {
      combined.dispose();
      listener.dispose();
    }
  });
}

async function writeToTarget(
  { folder, target, openWriter, pages }: ExportRun,
  report: ReportProgress,
  signal: AbortSignal,
  clock: Clock,
): Promise<Checkpoint> {
  await checkTarget(target);
  const writer = await openWriter();
  const progress = new ExportProgress(report, writer.checkpoint, clock);
  let file: string;
  try {
    const { checkpoint } = writer;
    if (pages && checkpoint.state === "writing") {
      const onRetry = progress.reportRetry.bind(progress);
      await writer.write(pages(checkpoint, { signal, onRetry }), {
        signal,
        onProgress: (current) => progress.report(current),
      });
    }
    file = await writer.complete({
      signal,
      onConverted: (fraction) => progress.reportConversion(fraction),
    });
  } catch (error) {
    await writer.close().catch(() => undefined);
    throw error;
  } finally {
    progress.dispose();
  }
  await writer.close();
  report(l10n.t("Saving the file…"));
  await withFileErrors(() => folder.checkLease());
  await copyToTarget(vscode.Uri.file(file), target, folder.name);
  return writer.checkpoint;
}
