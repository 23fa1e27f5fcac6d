import path from "node:path";
import type { ServiceClient } from "../../../src/service/client";
import { download } from "../../../src/export/download";
import { encode, type ExportFormat } from "../../../src/export/formats/exportFormat";
import { PartFile, type PartHeader } from "../../../src/export/partFile";
import { writeWholeFile } from "../../../src/export/targetFile";
import type { Clock } from "../../../src/util/clock";
import type { FileSystem } from "../../../src/util/fileSystem";
import type { PagedEvent } from "../services/pagingService";

export const sinceMs = Date.UTC(2026, 9, 1);
export const untilMs = Date.UTC(2026, 10, 1);

export const header: PartHeader = {
  version: 1,
  startedMs: untilMs,
  query: {
    window: { kind: "fixed", since: new Date(sinceMs).toISOString(), until: new Date(untilMs).toISOString() },
    types: [],
  },
  account: "acme",
};

/** Events of the time range, newest first, a minute apart. */
export function pagedEvents(count: number): PagedEvent[] {
  return Array.from({ length: count }, (_, n) => ({ id: `evt_${n}`, ms: untilMs - (n + 1) * 60_000 }));
}

/** Path of the exported file. */
export function targetIn(folder: string, format: ExportFormat): string {
  return path.join(folder, `events.${format}`);
}

/** Exports to a folder like the product, but without VS Code. Resumes what an earlier run left. */
export class ExportRun {
  readonly part: string;
  /** Progress messages of the download. */
  readonly told: string[] = [];

  constructor(
    private readonly folder: string,
    private readonly format: ExportFormat,
    private readonly disk: { readonly files: FileSystem; readonly clock: Clock },
  ) {
    this.part = `${targetIn(folder, format)}.part`;
  }

  /** Downloads what is missing in the part file. @param events cancels after this many */
  async download(client: Pick<ServiceClient, "readFeed">, events = Infinity): Promise<PartFile> {
    const { files } = this.disk;
    const part = (await PartFile.open(files, this.part)) ?? (await PartFile.create(files, this.part, header));
    const canceling = new AbortController();
    const report = (message: string): void => {
      this.told.push(message);
      if (part.events >= events) {
        canceling.abort();
      }
    };
    try {
      await download(part, client, canceling.signal, report);
      return part;
    } catch (error) {
      await part.close();
      throw error;
    }
  }

  /** Converts the part file to the target. */
  async save(part: PartFile): Promise<void> {
    try {
      await writeWholeFile(targetIn(this.folder, this.format), encode(this.format, part.lines()), this.disk);
    } catch (error) {
      await part.close();
      throw error;
    }
    await part.delete();
  }

  async run(client: Pick<ServiceClient, "readFeed">): Promise<void> {
    await this.save(await this.download(client));
  }
}
