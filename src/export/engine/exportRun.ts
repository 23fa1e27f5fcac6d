import type { IDisposable } from "../../util/disposable";
import type { RetryNotice } from "../../api/types";
import type { Checkpoint } from "./checkpoint";
import { withFileErrors } from "./exportErrors";
import type { ExportFolder } from "./exportFolder";
import type { ExportPage } from "./exportPages";
import { ExportWriter } from "./exportWriter";
import { checkTarget, copyToTarget, deleteTemporaryFiles, type TargetFolder } from "./targetFolder";

/** One attempt to bring an export to its target. */
export interface ExportRun {
  readonly folder: ExportFolder;
  readonly target: TargetFolder;
  /** Called once the folder is claimed. */
  readonly openWriter: () => Promise<ExportWriter>;
  /** The pages left to write; absent to save the events so far. */
  readonly pages?: (
    checkpoint: Checkpoint,
    options: { readonly signal: AbortSignal; readonly onRetry: (retry: RetryNotice) => void },
  ) => AsyncIterable<ExportPage> | Iterable<ExportPage>;
}

/** What is told while an export runs. */
export interface RunProgress extends IDisposable {
  /** After each page. */
  report(checkpoint: Checkpoint): void;
  reportRetry(retry: RetryNotice): void;
  /** @param fraction of the file that is converted */
  reportConversion(fraction: number): void;
  /** The file is whole, and being copied to its target. */
  reportSaving(): void;
}

/**
 * Runs an export in a folder that is claimed, until its file is at its target. Its folder is left to be deleted.
 * @param startProgress called with the checkpoint that the run starts from
 * @throws {ApiError} also with kind `aborted`
 * @throws {PagingStoppedError}
 * @throws {FileError}
 * @throws {Error} of the target
 */
export async function runInClaimedFolder(
  { folder, target, openWriter, pages }: ExportRun,
  startProgress: (checkpoint: Checkpoint) => RunProgress,
  signal: AbortSignal,
): Promise<Checkpoint> {
  await checkTarget(target);
  const writer = await openWriter();
  const progress = startProgress(writer.checkpoint);
  try {
    const file = await writeFile(writer, pages, progress, signal);
    progress.reportSaving();
    await withFileErrors(() => folder.checkLease());
    await copyToTarget(target, file, folder.name);
  } finally {
    progress.dispose();
  }
  return writer.checkpoint;
}

/** @returns path of the whole file */
async function writeFile(
  writer: ExportWriter,
  pages: ExportRun["pages"],
  progress: RunProgress,
  signal: AbortSignal,
): Promise<string> {
  let file: string;
  try {
    const { checkpoint } = writer;
    if (pages && checkpoint.state === "writing") {
      const onRetry = (retry: RetryNotice): void => progress.reportRetry(retry);
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
  }
  await writer.close();
  return file;
}

/**
 * Opens an export that will be saved to another target.
 * @param before the target so far
 * @param target URI of the next one
 * @throws {FileError}
 */
export async function openForTarget(
  folder: ExportFolder,
  before: TargetFolder,
  target: string,
): Promise<ExportWriter> {
  // Nothing knows the former target afterwards.
  await deleteTemporaryFiles(before, folder.name);
  return ExportWriter.open(folder, { target });
}
