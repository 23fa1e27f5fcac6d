import path from "node:path";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { ApiError } from "../service/errors";
import type { Item } from "../service/types";
import type { ConnectionClient } from "../connections/connectionClient";
import type { Connections } from "../connections/connections";
import type { CompanyEvent } from "../shared/companyEvent";
import { type FeedQuery, sameQuery } from "../shared/feedQuery";
import type { Clock } from "../util/clock";
import { Disposable } from "../util/disposable";
import { errorMessage, errorStack } from "../util/errors";
import { nodeFileSystem } from "../util/fileSystem";
import type { Log } from "../util/log";
import { withFullStop } from "../shared/text";
import { oneLine } from "../util/strings";
import {
  copyToClipboard,
  type ReportProgress,
  showConfirmation,
  showError,
  showInformation,
  showModalWarning,
  showWarning,
  withProgressNotification,
} from "../window";
import { download } from "./download";
import { loadedLines } from "./eventLines";
import { doneText, missingDownloaded, resumeQuestion, stoppedText } from "./exportText";
import { encode, type ExportFormat } from "./formats/exportFormat";
import { otherPartError, PartFile, type PartHeader, accountId } from "./partFile";
import { checkTarget, toWriteError, writeWholeFile } from "./targetFile";

export interface DownloadSource {
  readonly kind: "download";
  readonly query: FeedQuery;
  readonly client: ConnectionClient;
}

interface LoadedSource {
  readonly kind: "loaded";
  readonly query: FeedQuery;
  readonly events: Iterable<Item<CompanyEvent>>;
  readonly hasMore: boolean;
}

export type ExportSource = DownloadSource | LoadedSource;

interface ExportJob<S extends ExportSource = ExportSource> {
  readonly source: S;
  /** Path of the file. */
  readonly target: string;
  readonly format: ExportFormat;
}

/** What a part file has once no more is to be downloaded. */
type FinishedPart = "complete" | "partial";

/**
 * Runs the exports of this window. A download is first written to a part file beside its target (see `PartFile`), which is
 * converted to the target once complete. The part file is kept until then, or until the user discards it: the next export with the
 * same query and target offers to resume it.
 */
export class Exports extends Disposable {
  private readonly shutdown = new AbortController();
  private readonly targetsInUse = new Set<string>();

  constructor(
    readonly clock: Clock,
    private readonly log: Log,
    private readonly connections: Pick<Connections, "clientFor">,
  ) {
    super();
    this.register({ dispose: () => this.shutdown.abort() });
  }

  /** @returns path of the file; undefined if none was written */
  async run({ source, target, format }: ExportJob): Promise<string | undefined> {
    return this.withTarget(target, async () => {
      await checkTarget(target);
      await nodeFileSystem.createFolder(path.dirname(target));
      return source.kind === "loaded"
        ? this.writeLoaded({ source, target, format })
        : this.download({ source, target, format }, "ask");
    });
  }

  private async writeLoaded(job: ExportJob<LoadedSource>): Promise<string> {
    const { events, hasMore, query } = job.source;
    const ids = new Set<string>();
    await this.withProgress(job.target, (report, signal) =>
      this.write(loadedLines(events, ids), job, report, signal),
    );
    const missing = hasMore ? [l10n.t("Only loaded events were exported: more are available.")] : [];
    this.runDetached(showDone(job, doneText(ids.size, query, path.basename(job.target), missing)));
    return job.target;
  }

  /** @param ifPartExists what to do with the part file of an earlier download */
  private async download(
    job: ExportJob<DownloadSource>,
    ifPartExists: "ask" | "resume",
  ): Promise<string | undefined> {
    const { query, client } = job.source;
    // Sets `keyFingerprint`.
    await client.requireKey();
    const header: PartHeader = {
      version: 1,
      startedMs: this.clock.now(),
      query,
      account: accountId(client.connection, query, client.keyFingerprint),
    };
    const file = partPath(job.target);
    const part = await PartFile.open(nodeFileSystem, file);
    if (!part) {
      return this.finish(await PartFile.create(nodeFileSystem, file, header), job);
    }
    if (part.header.account !== header.account || !sameQuery(part.header.query, query)) {
      await part.close();
      throw otherPartError(path.basename(file));
    }
    const [resume, startOver] = [l10n.t("Resume"), l10n.t("Start Over")];
    const question = resumeQuestion(part, path.basename(job.target));
    const detail = l10n.t("Start Over deletes what was downloaded.");
    const choice =
      ifPartExists === "resume" ? resume : await showModalWarning(question, detail, resume, startOver);
    if (choice === resume) {
      return this.finish(part, job);
    }
    if (choice === startOver) {
      await part.delete();
      return this.finish(await PartFile.create(nodeFileSystem, file, header), job);
    }
    await part.close();
    return undefined;
  }

  /** Converts a part file to the target. @param content `incomplete`: downloads the rest first; `partial`: is kept without it */
  private async finish(
    part: PartFile,
    job: ExportJob<DownloadSource>,
    content: FinishedPart | "incomplete" = "incomplete",
  ): Promise<string | undefined> {
    let finished: FinishedPart = content === "complete" ? "complete" : "partial";
    try {
      await this.withProgress(job.target, async (report, signal) => {
        if (content === "incomplete") {
          await download(part, job.source.client, signal, report);
          finished = "complete";
        }
        await this.write(part.lines(), job, report, signal);
      });
    } catch (error) {
      await this.handleInterruption(part, job, toWriteError(error, job.target), finished);
      return undefined;
    }
    await part
      .delete()
      .catch((error: unknown) => this.log.warn(`Couldn't delete a part file: ${errorMessage(error)}`));
    const missing = missingDownloaded(part, finished === "partial");
    this.runDetached(
      showDone(job, doneText(part.events, part.header.query, path.basename(job.target), missing)),
    );
    return job.target;
  }

  private async write(
    lines: AsyncIterable<readonly string[]>,
    { target, format }: ExportJob,
    report: ReportProgress,
    signal: AbortSignal,
  ): Promise<void> {
    report(l10n.t("Saving the file…"));
    await writeWholeFile(target, encode(format, lines), { files: nodeFileSystem, clock: this.clock }, signal);
  }

  /** Offers to resume, keep or discard the part file. If it has no events, deletes it and throws. */
  private async handleInterruption(
    part: PartFile,
    job: ExportJob<DownloadSource>,
    error: unknown,
    content: FinishedPart,
  ): Promise<void> {
    if (part.events === 0 && !this.disposed) {
      await part.delete();
      throw error;
    }
    await part.close();
    if (this.disposed) {
      return;
    }
    const isCanceled = error instanceof ApiError && error.kind === "aborted";
    const reason = isCanceled ? undefined : withFullStop(errorMessage(error));
    this.log.warn(`Export to ${path.basename(job.target)}: ${reason ?? "canceled"}`);
    this.runDetached(this.offer(job, stoppedText(part, path.basename(job.target), reason), content));
  }

  private async offer(job: ExportJob<DownloadSource>, message: string, content: FinishedPart): Promise<void> {
    const [resume, keep, discard] = [l10n.t("Resume"), l10n.t("Keep Partial"), l10n.t("Discard")];
    const choice = await showWarning(message, resume, keep, discard);
    if (choice === resume) {
      // The client was replaced if the connection was renamed.
      const { client } = job.source;
      const source = { ...job.source, client: this.connections.clientFor(client.connection.name) ?? client };
      const resumed = this.withTarget(job.target, () => this.download({ ...job, source }, "resume"));
      // What was downloaded can still be kept, for example after the API key was replaced.
      await resumed.catch((error: unknown) => this.offer(job, withFullStop(errorMessage(error)), content));
    } else if (choice === keep) {
      await this.withTarget(job.target, async () => this.finish(await reopen(job.target), job, content));
    } else if (choice === discard) {
      // The click may have been meant for Cancel, which the progress notification had in the same place.
      const question = l10n.t("Discard what was downloaded for {0}?", path.basename(job.target));
      if (await showConfirmation(question, l10n.t("This can't be undone."), discard)) {
        await this.withTarget(job.target, async () => (await reopen(job.target)).delete());
      }
    }
  }

  /** Refuses a second export to the same target. */
  private async withTarget<T>(target: string, work: () => Promise<T>): Promise<T> {
    if (this.targetsInUse.has(target)) {
      throw new Error(l10n.t("An export to {0} is already running.", path.basename(target)));
    }
    this.targetsInUse.add(target);
    try {
      return await work();
    } catch (error) {
      throw toWriteError(error, target);
    } finally {
      this.targetsInUse.delete(target);
    }
  }

  private async withProgress(
    target: string,
    work: (report: ReportProgress, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const title = l10n.t("Exporting events to {0}", oneLine(path.basename(target), 100));
    await withProgressNotification(title, (report, canceling) =>
      work(report, AbortSignal.any([canceling, this.shutdown.signal])),
    );
  }

  /** Does not await the work, and shows its errors. */
  private runDetached(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      this.log.error(errorStack(error));
      void showError(errorMessage(error));
    });
  }
}

const partPath = (target: string): string => `${target}.part`;

async function reopen(target: string): Promise<PartFile> {
  const part = await PartFile.open(nodeFileSystem, partPath(target));
  if (!part) {
    throw new Error(l10n.t("This export was already finished or discarded."));
  }
  return part;
}

/** Shows that the export is done, and offers to open the file. */
async function showDone({ target, format }: ExportJob, message: string): Promise<void> {
  const uri = vscode.Uri.file(target);
  const [open, reveal, copyPath] = [l10n.t("Open"), l10n.t("Reveal"), l10n.t("Copy Path")];
  const revealCommand = revealCommandFor(uri);
  // VS Code does not open Parquet, which is binary.
  const buttons = [...(format === "parquet" ? [] : [open]), ...(revealCommand ? [reveal] : []), copyPath];
  const choice = await showInformation(message, ...buttons);
  if (choice === open) {
    await vscode.commands.executeCommand("vscode.open", uri);
  } else if (choice === reveal && revealCommand) {
    await vscode.commands.executeCommand(revealCommand, uri);
  } else if (choice === copyPath) {
    await copyToClipboard(target, l10n.t("Copied path"));
  }
}

/** The file manager shows only files on the machine of VS Code's window, and the Explorer only those in an open folder. */
function revealCommandFor(uri: vscode.Uri): string | undefined {
  const { remoteName, uiKind } = vscode.env;
  if (remoteName === undefined && uiKind === vscode.UIKind.Desktop) {
    return "revealFileInOS";
  }
  return vscode.workspace.getWorkspaceFolder(uri) ? "revealInExplorer" : undefined;
}
