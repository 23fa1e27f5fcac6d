import * as vscode from "vscode";
import type { Checkpoint } from "../engine/checkpoint";
import type { EventExport } from "../engine/eventExport";
import type { EventPages } from "../engine/eventPages";
import type { ExportFolder } from "../engine/exportFolder";
import { inStorage } from "../engine/fileErrors";
import type { Clock } from "../../util/clock";
import { CombinedSignal } from "../../util/combinedSignal";
import { oneLine } from "../../util/strings";
import { type ReportProgress, withProgressNotification } from "../../window";
import { ExportProgress } from "./exportProgress";
import { checkTarget, deliver, fileName } from "./exportTarget";

/** One run of an export: from its start, from where it was, or of what it has alone. */
export interface ExportRun {
  readonly folder: ExportFolder;
  readonly target: vscode.Uri;
  /** Called once the folder is claimed. */
  readonly open: () => Promise<EventExport>;
  /** What is left to write; without it the file gets what is there. */
  readonly pagesOf?: (checkpoint: Checkpoint) => EventPages;
}

export class RunElsewhereError extends Error {
  constructor() {
    super("This export is running in another window.");
  }
}

/**
 * Runs an export, with progress, until its file is at its target.
 * @param ending ends it where it is; so does the person's Cancel
 * @returns its checkpoint; nothing where it was cancelled while another window was looked for
 */
export async function runExport(
  run: ExportRun,
  ending: AbortSignal,
  clock: Clock,
): Promise<Checkpoint | undefined> {
  const title = `Exporting events to ${oneLine(fileName(run.target), 100)}`;
  return withProgressNotification(title, true, async (report, token) => {
    const cancelling = new AbortController();
    const listener = token.onCancellationRequested(() => cancelling.abort());
    const ended = new CombinedSignal(cancelling.signal, ending);
    try {
      if (await inStorage(() => run.folder.claim(ended.signal))) {
        return await write(run, report, ended.signal, clock);
      }
      if (!ended.signal.aborted) {
        throw new RunElsewhereError();
      }
      return undefined;
    } finally {
      ended.dispose();
      listener.dispose();
    }
  });
}

/** Writes the file of an export that is claimed, and brings it to its target. */
async function write(
  { folder, target, open, pagesOf }: ExportRun,
  report: ReportProgress,
  signal: AbortSignal,
  clock: Clock,
): Promise<Checkpoint> {
  await checkTarget(target);
  const work = await open();
  try {
    if (work.checkpoint.state === "reading" && pagesOf) {
      const told = new ExportProgress(report, work.checkpoint, clock);
      await work.run(pagesOf(work.checkpoint), {
        signal,
        onProgress: (checkpoint) => told.tell(checkpoint),
        onRetry: (retry) => told.tellRetry(retry),
      });
    }
    await work.complete();
  } catch (error) {
    await work.close().catch(() => undefined);
    throw error;
  }
  await work.close();
  report("Saving the file…");
  await inStorage(() => folder.check());
  await deliver(vscode.Uri.file(folder.partFile), target, folder.name);
  return work.checkpoint;
}
