import type { CompanyEvent } from "../../shared/companyEvent";
import type { FeedQuery } from "../../shared/feedQuery";
import type { Completeness } from "../../shared/feedState";
import * as vscode from "vscode";
import { ApiError } from "../../api/errors";
import type { Item } from "../../api/types";
import type { Connections } from "../../connections/connections";
import type { ConnectionClient } from "../../connections/connectionClient";
import type { Checkpoint, ExportOrder } from "../engine/checkpoint";
import { EventExport } from "../engine/eventExport";
import type { ExportFormat } from "../engine/eventText";
import type { ExportFolder } from "../engine/exportFolder";
import { DamagedExportError, inStorage, TakenOverError } from "../engine/fileErrors";
import { LoadedPages } from "../engine/loadedPages";
import { WindowPages } from "../engine/windowPages";
import { type Window, windowOf } from "../../feed/query";
import type { Clock } from "../../util/clock";
import { Disposable } from "../../util/disposable";
import { nodeFileSystem } from "../../util/fileSystem";
import { type Log, errorMessage, errorStack } from "../../util/log";
import { oneLine, withFullStop } from "../../util/strings";
import { showModalWarning, showError, showInformation, showWarning } from "../../window";
import { askConnection, pickTarget } from "./exportQuestions";
import { type ExportRun, runExport, RunElsewhereError } from "./exportRun";
import { placeOf, resumableWith } from "./exportServices";
import { ExportStorage, isWorthKeeping, type StoredExport, reopen } from "./exportStorage";
import { fileName, TargetError } from "./exportTarget";
import { counted } from "../../shared/text";
import { doneWords, stoppedWords, stopReason } from "./exportText";
import { pathForTask } from "./taskTarget";

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
  | { readonly kind: "window"; readonly query: FeedQuery; readonly access: ConnectionClient }
  | {
      readonly kind: "loaded";
      readonly query: FeedQuery;
      readonly window: Window;
      readonly events: Iterable<Item<CompanyEvent>>;
      /** Of the loaded events that these were taken from. */
      readonly completeness: Completeness;
    };

const discard = "Discard";

/** Exports under way and those that were interrupted. */
export class ExportManager extends Disposable {
  private readonly ending = new AbortController();
  private readonly underWay = new Map<string, ExportFolder>();
  private readonly storage: ExportStorage;

  constructor(private readonly environment: ExportEnvironment) {
    super();
    const { clock, log } = environment;
    this.storage = new ExportStorage(environment.storage, { files: nodeFileSystem, clock }, log);
    this.register({
      dispose: () => {
        this.ending.abort();
        // The window may close before the exports notice: the next one must find them free.
        this.underWay.forEach((folder) => folder.release());
      },
    });
  }

  /** Offers to resume the exports that an earlier window left behind. */
  async offerInterrupted(): Promise<void> {
    for (const kept of await this.storage.leftBehind(this.ending.signal)) {
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
      window: what.kind === "window" ? windowOf(what.query, clock.now()) : what.window,
      format,
      target: target.toString(),
    };
    return this.run({
      folder,
      target,
      open: () => EventExport.begin(folder, order, clock),
      pagesOf: (checkpoint) =>
        what.kind === "window"
          ? new WindowPages(checkpoint, { client: what.access, clock })
          : new LoadedPages(what.events, what.completeness),
    });
  }

  /** Exports that no window seems to run. */
  kept(): Promise<StoredExport[]> {
    return this.storage.kept();
  }

  /** Where the exports that have not ended are to go, in whatever window, as URIs. */
  targets(): Promise<readonly string[]> {
    return this.storage.targets();
  }

  /** Reads the rest of an export. */
  async resume({ folder, checkpoint }: StoredExport): Promise<string | undefined> {
    if (checkpoint.state === "complete") {
      return this.save({ folder, checkpoint });
    }
    const access = await this.serviceFor(checkpoint);
    if (!access) {
      return undefined;
    }
    const place = placeOf(access.connection);
    const isRenamed = place.connection !== checkpoint.order.place?.connection;
    return this.run({
      folder,
      target: targetOf(checkpoint),
      open: () => reopen(folder, isRenamed ? { place } : {}),
      pagesOf: (current) => new WindowPages(current, { client: access, clock: this.environment.clock }),
    });
  }

  /** Makes a file of what an export has so far. */
  private save({ folder, checkpoint }: StoredExport): Promise<string | undefined> {
    return this.run({ folder, target: targetOf(checkpoint), open: () => reopen(folder) });
  }

  private async saveAs(kept: StoredExport): Promise<string | undefined> {
    const { folder, checkpoint } = kept;
    const { format } = checkpoint.order;
    const target = await pickTarget(fileName(targetOf(checkpoint)), format, await this.targets());
    if (!target) {
      await this.offer(kept);
      return undefined;
    }
    return this.run({ folder, target, open: () => reopen(folder, { target: target.toString() }) });
  }

  /** Nothing where the person chooses none. */
  private async serviceFor(checkpoint: Checkpoint): Promise<ConnectionClient | undefined> {
    const { services } = resumableWith(checkpoint, this.environment.connections);
    if (services.length === 0) {
      const name = checkpoint.order.place?.connection ?? "";
      throw new Error(`The connection "${name}" of this export was changed or removed.`);
    }
    return services.length === 1
      ? services[0]
      : askConnection(
          services.map((access) => {
            const { name, origin } = access.connection;
            return { label: name, description: origin, value: access };
          }),
        );
  }

  /**
   * Runs an export until its file is at its target, or until it is interrupted: then it is offered to resume it.
   * @returns path or URI of the file; nothing when none was written
   */
  private async run(run: ExportRun): Promise<string | undefined> {
    const { folder, target } = run;
    if (this.underWay.has(folder.path)) {
      throw new Error("This export is already running.");
    }
    this.underWay.set(folder.path, folder);
    try {
      const done = await runExport(run, this.ending.signal, this.environment.clock);
      if (!done) {
        return undefined;
      }
      await this.storage.delete(folder);
      this.detached(sayDone(doneWords(done, fileName(target)), target));
      return pathForTask(target);
    } catch (error) {
      await this.interrupted(folder, error);
      return undefined;
    } finally {
      this.underWay.delete(folder.path);
      folder.release();
    }
  }

  /** An export ended early. Where it can be resumed or saved, that is offered; else it is gone. */
  private async interrupted(folder: ExportFolder, error: unknown): Promise<void> {
    if (this.disposed) {
      return;
    }
    if (error instanceof RunElsewhereError || error instanceof TakenOverError) {
      throw error;
    }
    const checkpoint = await inStorage(() => folder.readCheckpoint());
    if (!checkpoint || !isWorthKeeping(checkpoint) || error instanceof DamagedExportError) {
      await this.storage.delete(folder);
      throw error;
    }
    const reason = reasonOf(error);
    this.environment.log.warn(`Export to ${checkpoint.order.target}: ${reason ?? "stopped"}`);
    this.detached(this.offer({ folder, checkpoint }, reason, !(error instanceof TargetError)));
  }

  /** Says how far an export is and what can be done with it. */
  private async offer(
    kept: StoredExport,
    reason = stopReason(kept.checkpoint),
    isWritable = true,
  ): Promise<void> {
    const { checkpoint } = kept;
    const isComplete = checkpoint.state === "complete";
    const resume = isComplete ? undefined : this.resumeLabel(checkpoint);
    const choices: Readonly<Record<string, () => Promise<unknown>>> = {
      ...(resume !== undefined && { [resume]: () => this.resume(kept) }),
      ...((isComplete || isWritable) && { [isComplete ? "Save" : "Save Partial"]: () => this.save(kept) }),
      ...((isComplete || !isWritable) && { "Save As…": () => this.saveAs(kept) }),
    };
    const words = stoppedWords(checkpoint, fileName(targetOf(checkpoint)), resume !== undefined);
    const message = [...(reason ? [reason] : []), words].join(" ");
    const choice = await showWarning(message, ...Object.keys(choices), discard);
    if (choice === discard) {
      await this.discard(kept);
    } else if (choice !== undefined) {
      await choices[choice]?.();
    }
  }

  /** Nothing where there is no connection to resume with. */
  private resumeLabel(checkpoint: Checkpoint): string | undefined {
    const { services, isSame } = resumableWith(checkpoint, this.environment.connections);
    const [first, second] = services;
    if (!first || isSame) {
      return first && "Resume";
    }
    return second ? "Resume with…" : `Resume with "${oneLine(first.connection.name, 40)}"`;
  }

  /** Asks first: the button stands where that to cancel the export stood a moment before. */
  private async discard({ folder, checkpoint }: StoredExport): Promise<void> {
    const events = counted(checkpoint.totals.events, "event");
    const question = `Discard the ${events} exported to ${fileName(targetOf(checkpoint))} so far?`;
    const detail = "To export them again, they have to be downloaded again.";
    if ((await showModalWarning(question, detail, discard)) !== discard) {
      return;
    }
    if (!(await inStorage(() => folder.claim(this.ending.signal)))) {
      throw new RunElsewhereError();
    }
    await this.storage.delete(folder);
    folder.release();
  }

  /** For what nobody waits for. */
  private detached(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      this.environment.log.error(errorStack(error));
      void showError(errorMessage(error));
    });
  }
}

function targetOf({ order }: Checkpoint): vscode.Uri {
  return vscode.Uri.parse(order.target);
}

/** Why an export ended early, as a sentence; nothing where the person stopped it. */
function reasonOf(error: unknown): string | undefined {
  const kind = error instanceof ApiError ? error.kind : undefined;
  switch (kind) {
    case "aborted":
      return undefined;
    case "unauthorized":
      // What the service said of the key is told with the offer to set another one.
      return "The service rejected the API key.";
    default:
      return withFullStop(errorMessage(error));
  }
}

async function sayDone(words: string, target: vscode.Uri): Promise<void> {
  const openFile = "Open File";
  if ((await showInformation(words, openFile)) === openFile) {
    await vscode.commands.executeCommand("vscode.open", target);
  }
}
