import path from "node:path";
import * as l10n from "@vscode/l10n";
import { ApiError } from "../api/errors";
import type { Item } from "../api/types";
import type { ConnectionClient } from "../connections/connectionClient";
import type { Window } from "../feed/feedRequest";
import type { CompanyEvent } from "../shared/companyEvent";
import { type FeedQuery, sameQuery } from "../shared/feedQuery";
import type { Completeness } from "../shared/feedState";
import type { Clock } from "../util/clock";
import { CombinedSignal } from "../util/combinedSignal";
import { Disposable } from "../util/disposable";
import { errorMessage, errorStack } from "../util/errors";
import { nodeFileSystem } from "../util/fileSystem";
import type { Log } from "../util/log";
import { oneLine, withFullStop } from "../util/strings";
import { showError, showModalWarning, showWarning, withProgressNotification } from "../window";
import { download } from "./download";
import { showExportDone } from "./exportDone";
import { ExportProgress } from "./exportProgress";
import type { ExportTarget } from "./exportTarget";
import { doneText, missingDownloaded, missingLoaded, resumeQuestion, stoppedText } from "./exportText";
import { withSentence } from "./fileErrors";
import { encode, type ExportFormat } from "./formats/exportFormat";
import { LoadedLines } from "./loadedLines";
import { otherPartError, PartFile, type PartHeader, sourceId } from "./partFile";
import { pathForTask } from "./taskTarget";

export interface DownloadSource {
  readonly kind: "download";
  readonly query: FeedQuery;
  readonly client: ConnectionClient;
}

export interface LoadedSource {
  readonly kind: "loaded";
  readonly query: FeedQuery;
  readonly window: Window;
  readonly events: Iterable<Item<CompanyEvent>>;
  /** Of the loaded events that include these. */
  readonly completeness: Completeness;
  /** For the suggested name of the file. */
  readonly subset: string;
}

/** Events to export, and the query that they are from. */
export type ExportSource = DownloadSource | LoadedSource;

/** What to export, and where to. */
export interface ExportJob<S extends ExportSource = ExportSource> {
  readonly source: S;
  readonly target: ExportTarget;
  readonly format: ExportFormat;
}

/**
 * Runs the exports of this window. A download is first written to a part file beside its target (see `PartFile`), and the target is
 * made of it when it is complete. The part file stays until then, or until the user discards it: the next export with the same query
 * and target offers to resume it.
 */
export class Exports extends Disposable {
  private readonly shutdown = new AbortController();
  /** URIs of the targets that are in use. */
  private readonly targets = new Set<string>();

  constructor(
    readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
    this.register({ dispose: () => this.shutdown.abort() });
  }

  /** @returns path or URI of the file; undefined when none was written */
  async run({ source, target, format }: ExportJob): Promise<string | undefined> {
    return this.withTarget(target, async () => {
      await target.check();
      return source.kind === "loaded"
        ? this.writeLoaded({ source, target, format })
        : this.download({ source, target, format }, false);
    });
  }

  private async writeLoaded(job: ExportJob<LoadedSource>): Promise<string> {
    const lines = new LoadedLines(job.source.events);
    await this.withProgress(job.target, (progress) => this.write(lines, job, progress));
    return this.done(job, doneText(lines.count, job.target.name, missingLoaded(job.source.completeness)));
  }

  /** @param isResuming go on with what was downloaded, without asking */
  private async download(job: ExportJob<DownloadSource>, isResuming: boolean): Promise<string | undefined> {
    const { source, target } = job;
    const header: PartHeader = {
      version: 1,
      startedMs: this.clock.now(),
      query: source.query,
      source: sourceId(source.client.connection, await source.client.findKeyFingerprint()),
    };
    const file = await target.partFile();
    const part = await PartFile.open(nodeFileSystem, file);
    if (!part) {
      return this.finish(await PartFile.create(nodeFileSystem, file, header), job);
    }
    if (part.header.source !== header.source || !sameQuery(part.header.query, source.query)) {
      await part.close();
      throw otherPartError(path.basename(file));
    }
    const [resume, startOver] = [resumeLabel(), l10n.t("Start Over")];
    const question = resumeQuestion(part, target.name);
    const detail = l10n.t("Start Over deletes what was downloaded.");
    const choice = isResuming ? resume : await showModalWarning(question, detail, resume, startOver);
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

  /** Makes the target of a part file. @param isPartial of what it has, else the rest is downloaded first */
  private async finish(
    part: PartFile,
    job: ExportJob<DownloadSource>,
    isPartial = false,
  ): Promise<string | undefined> {
    const { source, target } = job;
    try {
      await this.withProgress(target, async (progress) => {
        progress.downloaded(part);
        if (!isPartial) {
          await download(part, source.client, progress);
        }
        await this.write(part.lines(), job, progress);
      });
    } catch (error) {
      await this.handleInterruption(part, job, withSentence(error, target.name));
      return undefined;
    }
    await part
      .delete()
      .catch((error: unknown) => this.log.warn(`Couldn't delete a part file: ${errorMessage(error)}`));
    return this.done(job, doneText(part.events, target.name, missingDownloaded(part.malformed, isPartial)));
  }

  private async write(
    lines: AsyncIterable<readonly string[]>,
    { target, format }: ExportJob,
    progress: ExportProgress,
  ): Promise<void> {
    progress.saving();
    await target.write(encode(format, lines), this.clock, progress.signal);
  }

  private async done({ target, format }: ExportJob, message: string): Promise<string> {
    await target.clean();
    this.runDetached(showExportDone(message, target.uri, format));
    return pathForTask(target.uri);
  }

  /** Offers what can be done with what was downloaded. Deletes the part file and throws if that is nothing. */
  private async handleInterruption(
    part: PartFile,
    job: ExportJob<DownloadSource>,
    error: unknown,
  ): Promise<void> {
    const { name } = job.target;
    if (part.events === 0 && !this.disposed) {
      await part.delete();
      await job.target.clean();
      throw error;
    }
    await part.close();
    if (this.disposed) {
      return;
    }
    const reason = reasonOf(error);
    this.log.warn(`Export to ${name}: ${reason ?? "canceled"}`);
    this.runDetached(this.offer(job, stoppedText(part.events, name, reason)));
  }

  private async offer(job: ExportJob<DownloadSource>, message: string): Promise<void> {
    const { target } = job;
    const [resume, keep, discard] = [resumeLabel(), l10n.t("Keep Partial"), discardLabel()];
    const choice = await showWarning(message, resume, keep, discard);
    if (choice === resume) {
      await this.withTarget(target, () => this.download(job, true));
    } else if (choice === keep) {
      await this.withTarget(target, async () => this.finish(await this.reopen(target), job, true));
    } else if (choice === discard) {
      await this.discard(target);
    } else {
      await target.clean();
    }
  }

  /** Asks first, because a click may be meant for the progress notification's Cancel, which was in the same place a moment ago. */
  private async discard(target: ExportTarget): Promise<void> {
    const discard = discardLabel();
    const question = l10n.t("Discard what was downloaded for {0}?", target.name);
    if ((await showModalWarning(question, l10n.t("This can't be undone."), discard)) === discard) {
      await this.withTarget(target, async () => (await this.reopen(target)).delete());
      await target.clean();
    }
  }

  private async reopen(target: ExportTarget): Promise<PartFile> {
    const part = await PartFile.open(nodeFileSystem, await target.partFile());
    if (!part) {
      throw new Error(l10n.t("This export was already finished or discarded."));
    }
    return part;
  }

  /** One export at a time writes to a target and its part file. */
  private async withTarget<T>({ uri, name }: ExportTarget, work: () => Promise<T>): Promise<T> {
    const key = uri.toString();
    if (this.targets.has(key)) {
      throw new Error(l10n.t("An export to {0} is already running.", name));
    }
    this.targets.add(key);
    try {
      return await work();
    } catch (error) {
      throw withSentence(error, name);
    } finally {
      this.targets.delete(key);
    }
  }

  private async withProgress(
    { name }: ExportTarget,
    work: (progress: ExportProgress) => Promise<void>,
  ): Promise<void> {
    const title = l10n.t("Exporting events to {0}", oneLine(name, 100));
    await withProgressNotification(title, async (report, canceling) => {
      const combined = new CombinedSignal(canceling, this.shutdown.signal);
      const progress = new ExportProgress(report, combined.signal, this.clock);
      try {
        await work(progress);
      } finally {
        progress.dispose();
        combined.dispose();
      }
    });
  }

  /** For work that is not awaited: shows its errors. */
  private runDetached(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      this.log.error(errorStack(error));
      void showError(errorMessage(error));
    });
  }
}

/** A verb: downloads the rest of an export. */
function resumeLabel(): string {
  return l10n.t({ message: "Resume", args: [], comment: ["Verb: downloads the rest of an export"] });
}

/** A verb: deletes what was downloaded. */
function discardLabel(): string {
  return l10n.t({ message: "Discard", args: [], comment: ["Verb: deletes what was exported so far"] });
}

/** Why an export ended early, as a sentence; undefined if the user stopped it. */
function reasonOf(error: unknown): string | undefined {
  const kind = error instanceof ApiError ? error.kind : undefined;
  switch (kind) {
    case "aborted":
      return undefined;
    case "unauthorized":
      // The service's message is shown with the offer to set another key.
      return l10n.t("The service rejected the API key.");
    default:
      return withFullStop(errorMessage(error));
  }
}
