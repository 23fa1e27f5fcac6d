import * as vscode from "vscode";
import type { RetryNotice } from "../../api/types";
import { counted } from "../../shared/text";
import type { Clock } from "../../util/clock";
import { CombinedSignal } from "../../util/combinedSignal";
import { oneLine, withFullStop } from "../../util/strings";
import { type ReportProgress, withProgressNotification } from "../../window";
import type { Checkpoint } from "../engine/checkpoint";
import { ExportInUseError, withFileErrors } from "../engine/exportErrors";
import type { ExportFolder } from "../engine/exportFolder";
import type { DownloadOptions, ExportPage } from "../engine/exportPages";
import type { ExportWriter } from "../engine/exportWriter";
import { checkTarget, copyToTarget, fileName } from "./exportTarget";
import { percentRead, progressText } from "./exportText";

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
  const title = `Exporting events to ${oneLine(fileName(run.target), 100)}`;
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
  let file: string;
  try {
    const { checkpoint } = writer;
    if (pages && checkpoint.state === "writing") {
      const progress = new ProgressReporter(report, checkpoint, clock);
      const onRetry = (retry: RetryNotice): void => progress.reportRetry(retry);
      await writer.write(pages(checkpoint, { signal, onRetry }), {
        signal,
        onProgress: (current) => progress.report(current),
      });
    }
    file = await writer.complete({
      signal,
      onConverted: (fraction) => report(`Converting to Parquet: ${Math.floor(100 * fraction)} %`),
    });
  } catch (error) {
    await writer.close().catch(() => undefined);
    throw error;
  }
  await writer.close();
  report("Saving the file…");
  await withFileErrors(() => folder.checkLease());
  await copyToTarget(vscode.Uri.file(file), target, folder.name);
  return writer.checkpoint;
}

const reportIntervalMs = 250;

class ProgressReporter {
  private readonly startedMs: number;
  private readonly eventsBefore: number;
  private reportedPercent = 0;
  private reportedMs = -Infinity;

  constructor(
    private readonly send: ReportProgress,
    start: Checkpoint,
    private readonly clock: Clock,
  ) {
    this.startedMs = clock.now();
    this.eventsBefore = start.totals.events;
    this.report(start);
  }

  report(checkpoint: Checkpoint): void {
    const now = this.clock.now();
    if (now - this.reportedMs < reportIntervalMs) {
      return;
    }
    this.reportedMs = now;
    const percent = checkpoint.job.source ? percentRead(checkpoint) : 0;
    const seconds = Math.max(now - this.startedMs, reportIntervalMs) / 1000;
    const eventsPerSecond = (checkpoint.totals.events - this.eventsBefore) / seconds;
    this.send(progressText(checkpoint, eventsPerSecond), Math.max(0, percent - this.reportedPercent));
    this.reportedPercent = Math.max(percent, this.reportedPercent);
  }

  reportRetry({ error, delayMs }: RetryNotice): void {
    const seconds = counted(Math.ceil(delayMs / 1000), "second");
    this.send(`${withFullStop(error.message)} Retrying in ${seconds}.`);
  }
}
