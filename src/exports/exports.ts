import * as vscode from "vscode";
import { ApiError } from "../api/errors";
import type { Item } from "../api/types";
import type { Connection } from "../connections/connection";
import type { Connections } from "../connections/connections";
import type { ServiceAccess } from "../connections/serviceAccess";
import type { Checkpoint, ExportOrder, ExportPlace } from "../feed/export/checkpoint";
import { EventExport } from "../feed/export/eventExport";
import type { EventPages } from "../feed/export/eventPages";
import type { ExportFormat } from "../feed/export/eventText";
import type { ExportFolder } from "../feed/export/exportFolder";
import { DamagedExportError, inStorage } from "../feed/export/fileFailure";
import { LoadedPages } from "../feed/export/loadedPages";
import { WindowPages } from "../feed/export/windowPages";
import { windowOf } from "../feed/query";
import type { CompanyEvent } from "../shared/companyEvent";
import type { FeedQuery } from "../shared/feedQuery";
import type { Clock } from "../util/clock";
import { Owner } from "../util/disposable";
import { JoinedSignal } from "../util/joinedSignal";
import { type Log, messageOf, stackOf } from "../util/log";
import { sentence, withoutLinks } from "../util/plainText";
import { ExportProgress } from "./exportProgress";
import { ExportStorage, isWorthKeeping, type KeptExport, reopen } from "./exportStorage";
import { askTarget } from "./exportQuestions";
import { checkTarget, deliver, fileName, TargetError } from "./exportTarget";
import { counted, doneWords, keptWords } from "./exportText";

/** What exports need from outside. */
export interface ExportEnvironment {
  /** Folder of the extension's own storage where the exports under way are. */
  readonly storage: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly connections: Connections;
}

/** Events to export, and the query that found them. */
export type ExportedEvents =
  | { readonly kind: "window"; readonly query: FeedQuery; readonly access: ServiceAccess }
  | { readonly kind: "loaded"; readonly query: FeedQuery; readonly events: Iterable<Item<CompanyEvent>> };

const throwAway = "Throw Away";
/** A sentence of the service and two of ours, with the name of a file. */
const maxMessageLength = 600;

/** Exports under way and those that were interrupted. */
export class Exports extends Owner {
  private readonly ending = new AbortController();
  private readonly underWay = new Set<ExportFolder>();
  private readonly storage: ExportStorage;

  constructor(private readonly environment: ExportEnvironment) {
    super();
    this.storage = new ExportStorage(environment.storage, environment.log);
    this.own({
      dispose: () => {
        this.ending.abort();
        // The window may close before the exports notice: the next one must find them free.
        this.underWay.forEach((folder) => folder.release());
      },
    });
  }

  /** Offers to go on with the exports that an earlier window left behind. */
  async offerInterrupted(): Promise<void> {
    for (const kept of await this.storage.kept()) {
      this.detached(this.offer(kept));
    }
  }

  /** Begins an export. @returns path or URI of the file that was written; nothing when none was */
  async begin(what: ExportedEvents, format: ExportFormat, target: vscode.Uri): Promise<string | undefined> {
    const { clock } = this.environment;
    const folder = this.storage.newFolder();
    const order: ExportOrder = {
      ...(what.kind === "window" && { place: placeOf(what.access.connection) }),
      query: what.query,
      window: windowOf(what.query, clock.now()),
      format,
      target: target.toString(),
    };
    return this.work(
      folder,
      target,
      () => EventExport.begin(folder, order, clock),
      (checkpoint) =>
        what.kind === "window"
          ? new WindowPages(checkpoint, { client: what.access, clock })
          : new LoadedPages(what.events),
    );
  }

  /** Exports that nobody works on. */
  kept(): Promise<KeptExport[]> {
    return this.storage.kept();
  }

  /** Where the exports that have not ended are to go, in whatever window, as URIs. */
  targets(): Promise<ReadonlySet<string>> {
    return this.storage.targets();
  }

  /** Goes on with an export. */
  takeUp({ folder, checkpoint }: KeptExport): Promise<string | undefined> {
    return this.work(
      folder,
      targetOf(checkpoint),
      () => reopen(folder),
      (current) =>
        new WindowPages(current, { client: this.sameService(current), clock: this.environment.clock }),
    );
  }

  /** Makes a file of what an export has so far. */
  private saveWhatCame({ folder, checkpoint }: KeptExport): Promise<string | undefined> {
    return this.work(folder, targetOf(checkpoint), () => reopen(folder));
  }

  private async saveElsewhere(kept: KeptExport): Promise<string | undefined> {
    const { order } = kept.checkpoint;
    const target = await askTarget(fileName(targetOf(kept.checkpoint)), order.format, await this.targets());
    if (!target) {
      await this.offer(kept);
      return undefined;
    }
    return this.work(kept.folder, target, () => reopen(kept.folder, target));
  }

  /** The service that an export was reading from, as long as its connection still leads there. */
  private serviceOf({ order: { place } }: Checkpoint): ServiceAccess | undefined {
    const access = place && this.environment.connections.access(place.connection);
    return access && JSON.stringify(placeOf(access.connection)) === JSON.stringify(place)
      ? access
      : undefined;
  }

  private sameService(checkpoint: Checkpoint): ServiceAccess {
    const access = this.serviceOf(checkpoint);
    if (!access) {
      const name = checkpoint.order.place?.connection ?? "";
      throw new Error(`The connection "${name}" that this export reads from was changed or removed.`);
    }
    return access;
  }

  /**
   * Works on an export until its file is at its target, or until it is interrupted: then it is offered to go on.
   * @param pagesOf what is left to write; without it the file gets what is there.
   */
  private async work(
    folder: ExportFolder,
    target: vscode.Uri,
    open: () => Promise<EventExport>,
    pagesOf?: (checkpoint: Checkpoint) => EventPages,
  ): Promise<string | undefined> {
    await this.claim(folder);
    this.underWay.add(folder);
    try {
      await checkTarget(target, folder.name);
      const { totals, part } = await this.withProgress(folder, target, open, pagesOf);
      await this.storage.clearAway(folder);
      this.detached(sayDone(doneWords(totals, fileName(target), !part), target));
      return target.scheme === "file" ? target.fsPath : target.toString();
    } catch (error) {
      await this.interrupted(folder, error);
      return undefined;
    } finally {
      this.underWay.delete(folder);
      if (!this.disposed) {
        folder.release();
      }
    }
  }

  private async withProgress(
    folder: ExportFolder,
    target: vscode.Uri,
    open: () => Promise<EventExport>,
    pagesOf?: (checkpoint: Checkpoint) => EventPages,
  ): Promise<Checkpoint> {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: `Exporting events to ${withoutLinks(fileName(target), 100)}`,
      cancellable: true,
    };
    return vscode.window.withProgress(options, async (progress, token) => {
      const work = await open();
      const wish = new AbortController();
      const listener = token.onCancellationRequested(() => wish.abort());
      const ended = new JoinedSignal(wish.signal, this.ending.signal);
      try {
        if (work.checkpoint.state === "reading" && pagesOf) {
          const told = new ExportProgress(progress, work.checkpoint, this.environment.clock);
          await work.run(pagesOf(work.checkpoint), {
            signal: ended.signal,
            onProgress: (checkpoint) => told.tell(checkpoint),
            onRetry: (retry) => told.tellRetry(retry),
          });
        }
        await work.complete(pagesOf !== undefined);
        progress.report({ message: "writing the file" });
        await deliver(vscode.Uri.file(folder.partFile), target, folder.name);
        return work.checkpoint;
      } finally {
        ended.dispose();
        listener.dispose();
        await work.close();
      }
    });
  }

  /** An export ended early. Where there is something to go on with, that is offered; else it is gone. */
  private async interrupted(folder: ExportFolder, error: unknown): Promise<void> {
    if (this.disposed) {
      return;
    }
    const checkpoint = await inStorage(() => folder.readCheckpoint());
    if (!checkpoint || !isWorthKeeping(checkpoint) || error instanceof DamagedExportError) {
      await this.storage.clearAway(folder);
      throw error;
    }
    const reason = sentence(whyEnded(error));
    this.environment.log.warn(`Export to ${checkpoint.order.target}: ${reason}`);
    this.detached(this.offer({ folder, checkpoint }, reason, !(error instanceof TargetError)));
  }

  /** Says how far an export is and what can be done with it. */
  private async offer(
    kept: KeptExport,
    reason = "An export was interrupted.",
    isWritable = true,
  ): Promise<void> {
    const { checkpoint } = kept;
    const isComplete = checkpoint.state === "complete";
    const canGoOn = !isComplete && this.serviceOf(checkpoint) !== undefined;
    const ways: Readonly<Record<string, () => Promise<unknown>>> = {
      ...(canGoOn && { Resume: () => this.takeUp(kept) }),
      ...((isComplete || isWritable) && {
        [isComplete ? "Save" : "Save What Came"]: () => this.saveWhatCame(kept),
      }),
      ...((isComplete || !isWritable) && { "Save Elsewhere…": () => this.saveElsewhere(kept) }),
    };
    const words = keptWords(checkpoint, fileName(targetOf(checkpoint)), canGoOn);
    const message = withoutLinks(`${reason} ${words}`, maxMessageLength);
    const choice = await vscode.window.showWarningMessage(message, ...Object.keys(ways), throwAway);
    if (choice === throwAway) {
      await this.throwAway(kept);
    } else if (choice !== undefined) {
      await ways[choice]?.();
    }
  }

  /** Asks first: the button stands where that to cancel the export stood a moment before. */
  private async throwAway({ folder, checkpoint }: KeptExport): Promise<void> {
    const events = counted(checkpoint.totals.events, "event");
    const question = `Throw away the ${events} that were exported to ${fileName(targetOf(checkpoint))} so far?`;
    const options = { modal: true, detail: "They would have to be read anew." };
    if ((await vscode.window.showWarningMessage(question, options, throwAway)) === throwAway) {
      await this.claim(folder);
      await this.storage.clearAway(folder);
    }
  }

  /** @throws {Error} with a sentence where somebody works on the export */
  private async claim(folder: ExportFolder): Promise<void> {
    if (!(await inStorage(() => folder.claim()))) {
      const isHere = [...this.underWay].some(({ path }) => path === folder.path);
      throw new Error(isHere ? "This export is under way already." : "Another window works on this export.");
    }
  }

  /** For what nobody waits for. */
  private detached(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      this.environment.log.error(stackOf(error));
      void vscode.window.showErrorMessage(withoutLinks(messageOf(error)));
    });
  }
}

function targetOf({ order }: Checkpoint): vscode.Uri {
  return vscode.Uri.parse(order.target);
}

/** Why an export ended early. */
function whyEnded(error: unknown): string {
  const kind = error instanceof ApiError ? error.kind : undefined;
  switch (kind) {
    case "aborted":
      return "The export was stopped.";
    case "unauthorized":
      // What the service said of the key is told with the offer to set another one.
      return "The service refused the API key.";
    default:
      return messageOf(error);
  }
}

function placeOf({ name, baseUrl, origin, dataset, organizationId }: Connection): ExportPlace {
  return {
    connection: name,
    baseUrl,
    origin,
    dataset,
    ...(organizationId === undefined ? {} : { organizationId }),
  };
}

async function sayDone(words: string, target: vscode.Uri): Promise<void> {
  const openFile = "Open File";
  if (
    (await vscode.window.showInformationMessage(withoutLinks(words, maxMessageLength), openFile)) === openFile
  ) {
    await vscode.commands.executeCommand("vscode.open", target);
  }
}
