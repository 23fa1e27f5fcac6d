import * as l10n from "@vscode/l10n";
import { abortedError } from "../../api/errors";
import type { Item } from "../../api/types";
import { positionOf } from "../../feed/paging/pagingProgress";
import type { CompanyEvent } from "../../shared/companyEvent";
import type { Clock } from "../../util/clock";
import type { FileAppender } from "../../util/fileAppender";
import { yieldToEventLoop } from "../../util/timeSlices";
import type { Checkpoint, ExportJob, ExportTotals } from "./checkpoint";
import { DamagedExportError, withFileErrors } from "./exportErrors";
import type { DataFile, ExportFolder } from "./exportFolder";
import { type EventEncoder, encoders } from "./exportFormat";
import type { ExportPage } from "./exportPages";
import { readLines } from "./lineReader";
import { idHashBytes, idHashes, SeenIds } from "./seenIds";

/** Events encoded before other work gets a turn. */
const chunkSize = 100;

export interface WriteOptions {
  /** Stops the export after the current page; it can be resumed. */
  readonly signal: AbortSignal;
  /** Called after each page. */
  readonly onProgress: (checkpoint: Checkpoint) => void;
}

export interface CompleteOptions {
  readonly signal?: AbortSignal;
  /** Called while the file is converted, with the fraction that is done. */
  readonly onConverted?: (fraction: number) => void;
}

/**
 * Writes events to the folder of an export, each id once. How an export survives a crash and is resumed:
 *
 * - **Lease:** a window claims the folder before it changes anything, and checks before each write that it still holds the
 *   lease. Windows that run an export keep the lease alive; one that is gone or asleep loses it to the next that claims it.
 * - **Part file:** `write` appends each page to `events.part` and the hashes of its ids to `ids`, then replaces
 *   `checkpoint.json`, which contains the lengths of both files, the number of events, and where the next page starts. Memory
 *   does not grow with the number of events.
 * - **Resuming:** `open` reads the checkpoint and truncates both files to its lengths, which drops a partially written page. It
 *   also reads the hashes back, so that an event that the service sends again is left out. `DownloadedPages` continues at the
 *   cursor of the checkpoint, or at its position if the service rejects the cursor.
 * - **Completing:** `complete` appends the footer and sets the state `complete`. Only then is the part file copied to its
 *   target, so that the target is never a partial file. If the copy fails, the complete export is still there to be saved.
 *   Once it is copied, the folder is deleted, the checkpoint first.
 * - **Parquet:** the part file is NDJSON, which `complete` converts to `events.parquet`. It starts anew each time that it is
 *   called, so an interrupted conversion needs no checkpoint of its own.
 */
export class ExportWriter {
  private readonly seenIds = new SeenIds();
  private readonly encoder: EventEncoder;

  private constructor(
    private readonly folder: ExportFolder,
    private current: Checkpoint,
    private readonly part: FileAppender,
    private readonly ids: FileAppender,
  ) {
    this.encoder = encoders[current.job.format];
  }

  /** Starts an export in a claimed folder. @throws {FileError} */
  static create(folder: ExportFolder, job: ExportJob, clock: Clock): Promise<ExportWriter> {
    const header = Buffer.from(encoders[job.format].header);
    const checkpoint: Checkpoint = {
      job,
      startedMs: clock.now(),
      state: "writing",
      completeness: { kind: "more" },
      totals: { pages: 0, events: 0, duplicates: 0, malformed: 0 },
      bytes: header.length,
    };
    return withDataFiles(
      (name) => folder.createFile(name),
      async (part, ids) => {
        await part.append(header);
        await folder.writeCheckpoint(checkpoint);
        return new ExportWriter(folder, checkpoint, part, ids);
      },
    );
  }

  /**
   * Opens an export in a claimed folder as it was after its last whole page.
   * @param changes to its job, stored with it
   * @throws {FileError}
   */
  static async open(folder: ExportFolder, changes: Partial<ExportJob> = {}): Promise<ExportWriter> {
    const stored = await withFileErrors(() => folder.readCheckpoint());
    if (!stored) {
      throw new Error(l10n.t("This export was already finished or discarded."));
    }
    const checkpoint = { ...stored, job: { ...stored.job, ...changes } };
    if (Object.keys(changes).length > 0) {
      await withFileErrors(() => folder.writeCheckpoint(checkpoint));
    }
    const { bytes, totals } = checkpoint;
    const lengths = { "events.part": bytes, ids: totals.events * idHashBytes };
    return withDataFiles(
      (name) => folder.openFile(name, lengths[name]),
      async (part, ids) => {
        const writer = new ExportWriter(folder, checkpoint, part, ids);
        await writer.readSeenIds();
        return writer;
      },
    );
  }

  get checkpoint(): Checkpoint {
    return this.current;
  }

  /**
   * Writes all pages.
   * @throws {ApiError} also with kind `aborted`
   * @throws {PagingStoppedError}
   * @throws {FileError}
   */
  async write(
    pages: AsyncIterable<ExportPage> | Iterable<ExportPage>,
    { signal, onProgress }: WriteOptions,
  ): Promise<void> {
    for await (const page of pages) {
      if (signal.aborted) {
        throw abortedError();
      }
      await this.writePage(page);
      onProgress(this.current);
    }
  }

  /**
   * Makes a valid file of the events so far.
   * @returns its path
   * @throws {FileError}
   * @throws {ApiError} with kind `aborted`
   */
  async complete(options: CompleteOptions = {}): Promise<string> {
    if (this.current.state !== "complete") {
      await withFileErrors(async () => {
        const footer = Buffer.from(this.encoder.footer);
        await this.folder.checkLease();
        await this.part.append(footer);
        const bytes = this.current.bytes + footer.length;
        await this.saveCheckpoint({ ...this.current, state: "complete", bytes });
      });
    }
    if (this.current.job.format === "parquet") {
      await this.convertToParquet(options);
      return this.folder.pathOf("events.parquet");
    }
    return this.folder.pathOf("events.part");
  }

  /** @throws {FileError} */
  close(): Promise<void> {
    return withFileErrors(() => closeAll([this.part, this.ids]));
  }

  private async writePage({ items, malformed, cursor, completeness }: ExportPage): Promise<void> {
    const { job, startedMs, state, totals, bytes } = this.current;
    const positionMs = positionOf(items, job.window) ?? this.current.positionMs;
    const received = items.length;
    const { events, hashes } = this.withoutDuplicates(items.splice(0));
    // After a restart at a position, the service sends pages again: their unreadable items were counted the first time.
    const isRepeated = received > 0 && events.length === 0;
    const newTotals = addPage(totals, events, {
      duplicates: received - events.length,
      malformed: isRepeated ? 0 : malformed,
    });
    const chunks = await this.encode(events);
    await withFileErrors(async () => {
      await this.folder.checkLease();
      for (const chunk of chunks) {
        await this.part.append(chunk);
      }
      await this.ids.append(hashes);
      await this.saveCheckpoint({
        job,
        startedMs,
        state,
        completeness,
        ...(cursor !== undefined && { cursor }),
        ...(positionMs !== undefined && { positionMs }),
        totals: newTotals,
        bytes: chunks.reduce((sum, { length }) => sum + length, bytes),
      });
    });
  }

  private async convertToParquet({ signal, onConverted }: CompleteOptions): Promise<void> {
    const { bytes } = this.current;
    // No more events are added.
    this.seenIds.clear();
    // The library is only needed here.
    const { writeParquet } = await import("./parquetFile");
    const file = await withFileErrors(() => this.folder.createFile("events.parquet"));
    const part: Pick<FileAppender, "read"> = {
      read: async (buffer, length, position) => {
        onConverted?.(position / bytes);
        return withFileErrors(() => this.part.read(buffer, length, position));
      },
    };
    try {
      await writeParquet(readLines(part, bytes), {
        ...(signal && { signal }),
        append: (chunk) =>
          withFileErrors(async () => {
            await this.folder.checkLease();
            await file.append(chunk);
          }),
      });
    } finally {
      await withFileErrors(() => file.close());
    }
  }

  private withoutDuplicates(items: readonly Item<CompanyEvent>[]): {
    events: Item<CompanyEvent>[];
    hashes: Buffer;
  } {
    const hashes = idHashes(items.map(({ value }) => value.id));
    const events: Item<CompanyEvent>[] = [];
    items.forEach((item, index) => {
      const start = index * idHashBytes;
      if (this.seenIds.add(hashes, start)) {
        hashes.copy(hashes, events.length * idHashBytes, start, start + idHashBytes);
        events.push(item);
      }
    });
    return { events, hashes: hashes.subarray(0, events.length * idHashBytes) };
  }

  /** Empties the array, so that events and their encoded text are not in memory at once. */
  private async encode(events: Item<CompanyEvent>[]): Promise<Buffer[]> {
    const chunks: Buffer[] = [];
    for (let offset = this.current.totals.events; events.length > 0; offset += chunkSize) {
      await yieldToEventLoop();
      chunks.push(Buffer.from(this.encoder.encode(events.splice(0, chunkSize), offset)));
    }
    return chunks;
  }

  private async saveCheckpoint(checkpoint: Checkpoint): Promise<void> {
    await this.folder.writeCheckpoint(checkpoint);
    this.current = checkpoint;
  }

  private async readSeenIds(): Promise<void> {
    const buffer = Buffer.alloc(idHashBytes * 4096);
    const end = this.current.totals.events * idHashBytes;
    for (let position = 0; position < end;) {
      const bytesRead = await this.ids.read(buffer, Math.min(buffer.length, end - position), position);
      if (bytesRead % idHashBytes !== 0 || bytesRead === 0) {
        throw new DamagedExportError();
      }
      for (let start = 0; start < bytesRead; start += idHashBytes) {
        this.seenIds.add(buffer, start);
      }
      position += bytesRead;
    }
  }
}

/** Opens both data files for a writer, and closes them again if that fails. */
function withDataFiles(
  open: (name: DataFile) => Promise<FileAppender | undefined>,
  createWriter: (part: FileAppender, ids: FileAppender) => Promise<ExportWriter>,
): Promise<ExportWriter> {
  return withFileErrors(async () => {
    const files: FileAppender[] = [];
    const openFile = async (name: DataFile): Promise<FileAppender> => {
      const file = await open(name);
      if (!file) {
        throw new DamagedExportError();
      }
      files.push(file);
      return file;
    };
    try {
      return await createWriter(await openFile("events.part"), await openFile("ids"));
    } catch (error) {
      await closeAll(files).catch(() => undefined);
      throw error;
    }
  });
}

/** Closes all files, also those that come after one that fails to close. Rejects if one failed. */
async function closeAll(files: readonly FileAppender[]): Promise<void> {
  const results = await Promise.allSettled(files.map((file) => file.close()));
  const failed = results.find((result) => result.status === "rejected");
  if (failed) {
    throw failed.reason;
  }
}

function addPage(
  { pages, events, duplicates, malformed, newestMs, oldestMs }: ExportTotals,
  added: readonly Item<CompanyEvent>[],
  skipped: Pick<ExportTotals, "duplicates" | "malformed">,
): ExportTotals {
  const instants = added.flatMap(({ value }) => value.publishedMs ?? []);
  return {
    pages: pages + 1,
    events: events + added.length,
    duplicates: duplicates + skipped.duplicates,
    malformed: malformed + skipped.malformed,
    ...((instants.length > 0 || newestMs !== undefined) && {
      newestMs: Math.max(...instants, newestMs ?? -Infinity),
      oldestMs: Math.min(...instants, oldestMs ?? Infinity),
    }),
  };
}
