import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { ApiError } from "../../api/errors";
import type { Item } from "../../api/types";
import type { ConnectionClient } from "../../connections/connectionClient";
import type { Connections } from "../../connections/connections";
import { type Window, windowOf } from "../../feed/feedRequest";
import type { CompanyEvent } from "../../shared/companyEvent";
import type { FeedQuery } from "../../shared/feedQuery";
import type { Completeness } from "../../shared/feedState";
import { eventCount } from "../../shared/text";
import type { Clock } from "../../util/clock";
import { Disposable } from "../../util/disposable";
import { nodeFileSystem } from "../../util/fileSystem";
import type { Log } from "../../util/log";
import { errorMessage, errorStack } from "../../util/errors";
import { oneLine, withFullStop } from "../../util/strings";
import { showModalWarning, showError, showQuickPick, showWarning } from "../../window";
import type { Checkpoint, ExportJob } from "../engine/checkpoint";
import { DamagedExportError, ExportInUseError, withFileErrors } from "../engine/exportErrors";
import type { ExportFolder } from "../engine/exportFolder";
import type { ExportFormat } from "../engine/exportFormat";
import { DownloadedPages, loadedPages } from "../engine/exportPages";
import { type ExportRun, openForTarget } from "../engine/exportRun";
import { ExportStorage, type InterruptedExport, isResumable } from "../engine/exportStorage";
import { ExportWriter } from "../engine/exportWriter";
import { deleteTemporaryFiles } from "../engine/targetFolder";
import { showExportDone } from "./exportDone";
import { clientsFor, type ResumingClients, sourceOf } from "./exportSource";
import { pathForTask, pickTarget } from "./exportTarget";
import { dialogTitle, doneText, interruptedText, pagingReason } from "./exportText";
import { runExport } from "./runExport";
import { fileName, TargetError, WorkspaceTarget } from "./workspaceTarget";

export interface ExportEnvironment {
  /** Folder of the extension's global storage for exports. */
  readonly storageFolder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly connections: Connections;
}

/** Events to export, and the query that they are from. */
export type EventsToExport =
  | { readonly kind: "download"; readonly query: FeedQuery; readonly client: ConnectionClient }
  | {
      readonly kind: "loaded";
      readonly query: FeedQuery;
      readonly window: Window;
      readonly events: Iterable<Item<CompanyEvent>>;
      /** Of the loaded events that include these. */
      readonly completeness: Completeness;
    };

/** A verb: deletes what was exported. */
function discardLabel(): string {
  return l10n.t({ message: "Discard", args: [], comment: ["Verb: deletes what was exported so far"] });
}

/**
 * Starts, resumes, saves and discards the exports of this window, and offers to resume those that end early. `ExportWriter`
 * describes what is stored for that.
 */
export class ExportManager extends Disposable {
  private readonly shutdown = new AbortController();
  private readonly running = new Map<string, ExportFolder>();
  readonly storage: ExportStorage;

  constructor(private readonly environment: ExportEnvironment) {
    super();
    const { clock, log } = environment;
    this.storage = new ExportStorage(environment.storageFolder, { files: nodeFileSystem, clock }, log);
    this.register({
      dispose: () => {
        this.shutdown.abort();
        // The window may close before the exports stop: the next window must be able to claim them.
        this.running.forEach((folder) => folder.release());
      },
    });
  }

  /** @returns path or URI of the file; undefined when none was written */
  async start(events: EventsToExport, format: ExportFormat, target: vscode.Uri): Promise<string | undefined> {
    const { clock } = this.environment;
    const folder = this.storage.newFolder();
    const source =
      events.kind === "download"
        ? sourceOf(events.client.connection, await events.client.findKeyFingerprint())
        : undefined;
    const job: ExportJob = {
      ...(source && { source }),
      query: events.query,
      window: events.kind === "download" ? windowOf(events.query, clock.now()) : events.window,
      format,
      target: target.toString(),
    };
    return this.run(target, {
      folder,
      openWriter: () => ExportWriter.create(folder, job, clock),
      pages: (checkpoint, options) =>
        events.kind === "download"
          ? new DownloadedPages(checkpoint, { client: events.client, clock, ...options })
          : loadedPages(events.events, events.completeness),
    });
  }

  /** Downloads the rest of an export, or saves its file if it has all events. @returns see `start` */
  async resume(interrupted: InterruptedExport): Promise<string | undefined> {
    const { folder, checkpoint } = interrupted;
    if (checkpoint.state === "complete") {
      return this.save(interrupted);
    }
    const client = await this.pickClient(checkpoint);
    if (!client) {
      return undefined;
    }
    const started = checkpoint.job.source;
    const source = sourceOf(client.connection, client.keyFingerprint ?? started?.keyFingerprint);
    const isOther =
      source.connection !== started?.connection || source.keyFingerprint !== started.keyFingerprint;
    const { clock } = this.environment;
    return this.run(targetOf(checkpoint), {
      folder,
      openWriter: () => ExportWriter.open(folder, isOther ? { source } : {}),
      pages: (current, options) => new DownloadedPages(current, { client, clock, ...options }),
    });
  }

  /** Offers to resume the exports that earlier windows left. */
  async offerInterrupted(): Promise<void> {
    for (const interrupted of await this.storage.claimInterrupted(this.shutdown.signal)) {
      this.runDetached(this.offer(interrupted));
    }
  }

  /** Runs an export until its file is at its target. If it ends early, offers to resume it. */
  private async run(target: vscode.Uri, run: Omit<ExportRun, "target">): Promise<string | undefined> {
    const { folder } = run;
    if (this.running.has(folder.path)) {
      throw new Error(l10n.t("This export is already running."));
    }
    this.running.set(folder.path, folder);
    try {
      const name = fileName(target);
      const done = await runExport(
        { ...run, target: new WorkspaceTarget(target) },
        name,
        this.shutdown.signal,
        this.environment.clock,
      );
      if (!done) {
        return undefined;
      }
      await this.storage.delete(folder);
      this.runDetached(showExportDone(doneText(done, name), target, done.job.format));
      return pathForTask(target);
    } catch (error) {
      await this.handleInterruption(folder, error);
      return undefined;
    } finally {
      this.running.delete(folder.path);
      folder.release();
    }
  }

  /** Offers to resume or save an export that ended early; deletes it and throws if neither is possible. */
  private async handleInterruption(folder: ExportFolder, error: unknown): Promise<void> {
    if (this.disposed) {
      return;
    }
    if (error instanceof ExportInUseError) {
      throw error;
    }
    const checkpoint = await withFileErrors(() => folder.readCheckpoint());
    if (!checkpoint || !isResumable(checkpoint) || error instanceof DamagedExportError) {
      await this.storage.delete(folder);
      throw error;
    }
    const reason = reasonOf(error);
    this.environment.log.warn(`Export to ${checkpoint.job.target}: ${reason ?? "stopped"}`);
    this.runDetached(this.offer({ folder, checkpoint }, reason, !(error instanceof TargetError)));
  }

  /** @param isWritable whether the target can be written, as far as known */
  private async offer(
    interrupted: InterruptedExport,
    reason = pagingReason(interrupted.checkpoint),
    isWritable = true,
  ): Promise<void> {
    const { checkpoint } = interrupted;
    const isComplete = checkpoint.state === "complete";
    const usable = await clientsFor(checkpoint, this.environment.connections);
    const resume = isComplete ? undefined : resumeLabel(usable);
    const save = l10n.t({ message: "Save", args: [], comment: ["Verb: saves the exported file"] });
    const actions: Readonly<Record<string, () => Promise<unknown>>> = {
      ...(resume !== undefined && { [resume]: () => this.resume(interrupted) }),
      ...((isComplete || isWritable) && {
        [isComplete ? save : l10n.t("Save Partial")]: () => this.save(interrupted),
      }),
      ...((isComplete || !isWritable) && { [l10n.t("Save As…")]: () => this.saveAs(interrupted) }),
      [discardLabel()]: () => this.discard(interrupted),
    };
    const text = interruptedText(checkpoint, fileName(targetOf(checkpoint)), usable);
    const message = reason === undefined ? text : `${reason} ${text}`;
    const choice = await showWarning(message, ...Object.keys(actions));
    if (choice !== undefined) {
      await actions[choice]?.();
    }
  }

  private async pickClient(checkpoint: Checkpoint): Promise<ConnectionClient | undefined> {
    const { clients, hasOtherKey } = await clientsFor(checkpoint, this.environment.connections);
    if (clients.length === 0) {
      const name = checkpoint.job.source?.connection ?? "";
      throw new Error(
        hasOtherKey
          ? l10n.t(
              'The API key of the connection "{0}" was replaced after this export started. Set the previous key to resume it.',
              name,
            )
          : l10n.t('The connection "{0}" of this export was changed or removed.', name),
      );
    }
    if (clients.length === 1) {
      return clients[0];
    }
    const items = clients.map((client) => {
      const { name, origin } = client.connection;
      return { label: name, description: origin, client };
    });
    const options = { title: dialogTitle(), placeHolder: l10n.t("Select a connection") };
    return (await showQuickPick(items, options))?.client;
  }

  /** Saves the events so far. */
  private save({ folder, checkpoint }: InterruptedExport): Promise<string | undefined> {
    return this.run(targetOf(checkpoint), { folder, openWriter: () => ExportWriter.open(folder) });
  }

  private async saveAs(interrupted: InterruptedExport): Promise<string | undefined> {
    const { folder, checkpoint } = interrupted;
    const suggestedName = fileName(targetOf(checkpoint));
    const target = await pickTarget(suggestedName, checkpoint.job.format, await this.storage.targets());
    if (!target) {
      await this.offer(interrupted);
      return undefined;
    }
    const before = new WorkspaceTarget(targetOf(checkpoint));
    return this.run(target, {
      folder,
      openWriter: () => openForTarget(folder, before, target.toString()),
    });
  }

  /**
   * Asks first, because a click may be meant for the progress notification's Cancel, which was in the same place a moment ago.
   */
  private async discard({ folder, checkpoint }: InterruptedExport): Promise<void> {
    const name = fileName(targetOf(checkpoint));
    const question = l10n.t("Discard the export to {0} ({1})?", name, eventCount(checkpoint.totals.events));
    const discard = discardLabel();
    if ((await showModalWarning(question, l10n.t("This can't be undone."), discard)) !== discard) {
      return;
    }
    if (!(await withFileErrors(() => folder.claim(this.shutdown.signal)))) {
      throw new ExportInUseError();
    }
    await deleteTemporaryFiles(new WorkspaceTarget(targetOf(checkpoint)), folder.name);
    await this.storage.delete(folder);
    folder.release();
  }

  /** For work that is not awaited: shows its errors. */
  private runDetached(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      this.environment.log.error(errorStack(error));
      void showError(errorMessage(error));
    });
  }
}

/** Undefined if there is no connection to resume with. */
function resumeLabel({ clients, isSame }: ResumingClients): string | undefined {
  const [first, second] = clients;
  if (!first || isSame) {
    return (
      first && l10n.t({ message: "Resume", args: [], comment: ["Verb: downloads the rest of an export"] })
    );
  }
  return second ? l10n.t("Resume with…") : l10n.t('Resume with "{0}"', oneLine(first.connection.name, 40));
}

function targetOf({ job }: Checkpoint): vscode.Uri {
  return vscode.Uri.parse(job.target);
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
