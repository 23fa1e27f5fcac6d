import { abortedError } from "../../api/http/httpErrors";
import type { Item, RetryNotice } from "../../api/types";
import type { CompanyEvent } from "../../shared/companyEvent";
import type { Clock } from "../../util/clock";
import type { FileAppender } from "../../util/fileAppender";
import { CombinedSignal } from "../../util/combinedSignal";
import { yieldToEventLoop } from "../../util/timeSlices";
import type { Checkpoint, ExportOrder, ExportTotals } from "./checkpoint";
import type { EventPages, ExportPage } from "./eventPages";
import { type EventText, eventTexts } from "./eventText";
import type { ExportFile, ExportFolder } from "./exportFolder";
import { DamagedExportError, inStorage } from "./fileErrors";
import { idHashBytes, idHashes, SeenIds } from "./seenIds";
import { positionOf } from "../../feed/paging/pagingProgress";

/** Events that are turned into text at a time: between two portions others have their turn. */
const portionSize = 100;

export interface ExportRun {
  /** Ends the export where it is; it can be resumed. */
  readonly signal: AbortSignal;
  /** Told after each page. */
  readonly onProgress: (checkpoint: Checkpoint) => void;
  /** Told before each wait for another attempt. */
  readonly onRetry: (retry: RetryNotice) => void;
}

/**
 * Writes events into a file of the extension's own storage, each id once, and after each page notes how far it is. An export
 * that ends for any reason can be opened again from there. Memory does not grow with the number of events (see `SeenIds`).
 */
export class EventExport {
  private readonly seen = new SeenIds();
  private readonly text: EventText;

  private constructor(
    private readonly folder: ExportFolder,
    private current: Checkpoint,
    private readonly part: FileAppender,
    private readonly ids: FileAppender,
  ) {
    this.text = eventTexts[current.order.format];
  }

  /** Begins an export in a folder that is claimed. @throws {FileError} */
  static begin(folder: ExportFolder, order: ExportOrder, clock: Clock): Promise<EventExport> {
    const head = Buffer.from(eventTexts[order.format].head);
    const checkpoint: Checkpoint = {
      order,
      startedMs: clock.now(),
      state: "reading",
      completeness: { kind: "more" },
      totals: { pages: 0, events: 0, duplicates: 0, malformed: 0 },
      bytes: head.length,
    };
    return withFiles(
      (name) => folder.createFile(name),
      async (part, ids) => {
        await part.append(head);
        await folder.writeCheckpoint(checkpoint);
        return new EventExport(folder, checkpoint, part, ids);
      },
    );
  }

  /** Opens an export in a folder that is claimed, as it was after its last whole page. @throws {FileError} */
  static reopen(folder: ExportFolder, checkpoint: Checkpoint): Promise<EventExport> {
    const { bytes, totals } = checkpoint;
    const lengths = { "events.part": bytes, ids: totals.events * idHashBytes };
    return withFiles(
      (name) => folder.reopenFile(name, lengths[name]),
      async (part, ids) => {
        const reopened = new EventExport(folder, checkpoint, part, ids);
        await reopened.recall();
        return reopened;
      },
    );
  }

  get checkpoint(): Checkpoint {
    return this.current;
  }

  /**
   * Writes all pages.
   * @throws {ApiError}
   * @throws {EndlessFeedError}
   * @throws {FileError}
   */
  async run(pages: EventPages, { signal, onProgress, onRetry }: ExportRun): Promise<void> {
    // Pages may be asked for ahead: that ends with the run.
    const ending = new AbortController();
    const combined = new CombinedSignal(signal, ending.signal);
    const options = { signal: combined.signal, onRetry };
    try {
      for (let page = await pages.next(options); page; page = await pages.next(options)) {
        if (signal.aborted) {
          throw abortedError();
        }
        await this.take(page);
        onProgress(this.current);
      }
    } finally {
      ending.abort();
      combined.dispose();
    }
  }

  /** Makes the file whole with the events that it has. @throws {FileError} */
  async complete(): Promise<void> {
    if (this.current.state !== "complete") {
      await inStorage(async () => {
        const tail = Buffer.from(this.text.tail);
        await this.folder.check();
        await this.part.append(tail);
        const bytes = this.current.bytes + tail.length;
        await this.note({ ...this.current, state: "complete", bytes });
      });
    }
  }

  /** @throws {FileError} */
  close(): Promise<void> {
    return inStorage(() => closeAll([this.part, this.ids]));
  }

  private async take({ items, malformed, cursor, completeness }: ExportPage): Promise<void> {
    const { order, startedMs, state, totals, bytes } = this.current;
    const reachedMs = positionOf(items, order.window) ?? this.current.reachedMs;
    const received = items.length;
    const { fresh, hashes } = this.withoutKnown(items.splice(0));
    const totalsNow = totalsWith(totals, fresh, { duplicates: received - fresh.length, malformed });
    const texts = await this.textsOf(fresh);
    await inStorage(async () => {
      await this.folder.check();
      for (const text of texts) {
        await this.part.append(text);
      }
      await this.ids.append(hashes);
      await this.note({
        order,
        startedMs,
        state,
        completeness,
        ...(cursor === undefined ? {} : { cursor }),
        ...(reachedMs === undefined ? {} : { reachedMs }),
        totals: totalsNow,
        bytes: texts.reduce((sum, { length }) => sum + length, bytes),
      });
    });
  }

  private withoutKnown(items: readonly Item<CompanyEvent>[]): {
    fresh: Item<CompanyEvent>[];
    hashes: Buffer;
  } {
    const hashes = idHashes(items.map(({ value }) => value.id));
    const fresh: Item<CompanyEvent>[] = [];
    items.forEach((item, index) => {
      const place = index * idHashBytes;
      if (this.seen.add(hashes, place)) {
        hashes.copy(hashes, fresh.length * idHashBytes, place, place + idHashBytes);
        fresh.push(item);
      }
    });
    return { fresh, hashes: hashes.subarray(0, fresh.length * idHashBytes) };
  }

  /** The text of events in portions. The events are taken out of their list. */
  private async textsOf(events: Item<CompanyEvent>[]): Promise<Buffer[]> {
    const { totals } = this.current;
    const texts: Buffer[] = [];
    for (let before = totals.events; events.length > 0; before += portionSize) {
      await yieldToEventLoop();
      texts.push(Buffer.from(this.text.portion(events.splice(0, portionSize), before)));
    }
    return texts;
  }

  private async note(checkpoint: Checkpoint): Promise<void> {
    await this.folder.writeCheckpoint(checkpoint);
    this.current = checkpoint;
  }

  /** Reads the ids of the events that are in the file. */
  private async recall(): Promise<void> {
    const portion = Buffer.alloc(idHashBytes * 4096);
    const end = this.current.totals.events * idHashBytes;
    for (let at = 0; at < end;) {
      const bytesRead = await this.ids.read(portion, Math.min(portion.length, end - at), at);
      if (bytesRead % idHashBytes !== 0 || bytesRead === 0) {
        throw new DamagedExportError();
      }
      for (let place = 0; place < bytesRead; place += idHashBytes) {
        this.seen.add(portion, place);
      }
      at += bytesRead;
    }
  }
}

/** Makes an export of its two files. They are closed where that goes wrong. */
function withFiles(
  open: (name: ExportFile) => Promise<FileAppender | undefined>,
  make: (part: FileAppender, ids: FileAppender) => Promise<EventExport>,
): Promise<EventExport> {
  return inStorage(async () => {
    const opened: FileAppender[] = [];
    const openOne = async (name: ExportFile): Promise<FileAppender> => {
      const file = await open(name);
      if (!file) {
        throw new DamagedExportError();
      }
      opened.push(file);
      return file;
    };
    try {
      return await make(await openOne("events.part"), await openOne("ids"));
    } catch (error) {
      await closeAll(opened).catch(() => undefined);
      throw error;
    }
  });
}

/** Closes all of them, also where one does not close well, and rejects then. */
async function closeAll(files: readonly FileAppender[]): Promise<void> {
  const results = await Promise.allSettled(files.map((file) => file.close()));
  const failed = results.find((result) => result.status === "rejected");
  if (failed) {
    throw failed.reason;
  }
}

function totalsWith(
  { pages, events, duplicates, malformed, newestMs, oldestMs }: ExportTotals,
  fresh: readonly Item<CompanyEvent>[],
  skipped: Pick<ExportTotals, "duplicates" | "malformed">,
): ExportTotals {
  const instants = fresh.flatMap(({ value }) => value.publishedMs ?? []);
  return {
    pages: pages + 1,
    events: events + fresh.length,
    duplicates: duplicates + skipped.duplicates,
    malformed: malformed + skipped.malformed,
    ...(instants.length === 0 && newestMs === undefined
      ? {}
      : {
          newestMs: Math.max(...instants, newestMs ?? -Infinity),
          oldestMs: Math.min(...instants, oldestMs ?? Infinity),
        }),
  };
}
