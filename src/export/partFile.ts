import { createHash } from "node:crypto";
import * as l10n from "@vscode/l10n";
import path from "node:path";
import * as v from "valibot";
import { decodeEvent, decodePublication } from "../service/decode";
import type { Item, TimeRange } from "../service/types";
import type { Connection } from "../connections/connection";
import { windowOf } from "../feed/feedRequest";
import type { CompanyEvent } from "../shared/companyEvent";
import { type FeedQuery, feedQuerySchema } from "../shared/feedQuery";
import { instantMs, isRecord, parseJson, parseOrUndefined, type Validated } from "../shared/schemas";
import { hasCode } from "../util/errors";
import type { FileSystem, OpenFile } from "../util/fileSystem";
import { yieldToEventLoop } from "../util/timeSlices";
import { type Line, lineOf, readLines } from "./eventLines";

const headerSchema = v.object({
  /** Incremented when older versions must not resume the file, for example because of a new filter. */
  version: v.literal(1),
  startedMs: instantMs,
  query: feedQuerySchema,
  /** See `accountId`. */
  account: v.string(),
});

export type PartHeader = Validated<typeof headerSchema>;

/** JSON key of our own lines, which are not events. */
const ownKey = "companyFeedPart";
const ownLineStart = `{"${ownKey}":`;

/** Latest events that `positionMs` considers: one dated out of order must not make it skip others. */
const positionEvents = 250;

/** At least this many IDs are remembered, and at most twice as many: 100,000 take about 10 MB. */
const recentIds = 100_000;

/**
 * The unfinished download of an export, beside its target. Its first line is the header; the others are
 * events as NDJSON, in the order received and each ID once, or numbers of items that could not be read. To
 * resume, complete lines are read and the rest is cut off.
 */
export class PartFile {
  /** Number of events. */
  events = 0;
  /** Number of items that could not be read as events. */
  malformed = 0;
  readonly window: TimeRange;
  private readonly ids = new RecentIds();
  /** Dates of the latest events within the window. */
  private instants: number[] = [];

  private constructor(
    private readonly files: FileSystem,
    private readonly path: string,
    private readonly file: OpenFile,
    readonly header: PartHeader,
  ) {
    this.window = windowOf(header.query, header.startedMs);
  }

  /** Rejects if the file exists. */
  static async create(files: FileSystem, file: string, header: PartHeader): Promise<PartFile> {
    await files.createFile(file, ownLine(header));
    return new PartFile(files, file, await files.openFile(file, "r+"), header);
  }

  /** @returns undefined if there is no file. @throws {Error} with a sentence if it is not a part file */
  static async open(files: FileSystem, file: string): Promise<PartFile | undefined> {
    const found = await files.stat(file).catch((error: unknown) => {
      if (hasCode(error, "ENOENT")) {
        return undefined;
      }
      throw error;
    });
    if (!found) {
      return undefined;
    }
    if (found.size === 0 && !found.isDirectory()) {
      // The process was killed before it wrote the header.
      await files.delete(file);
      return undefined;
    }
    const opened = await files.openFile(file, "r+");
    try {
      let part: PartFile | undefined;
      let end = 0;
      for await (const lines of readLines(opened)) {
        part ??= new PartFile(files, file, opened, headerOf(lines[0], path.basename(file)));
        const damaged = lines.findIndex(({ text }) => !part?.readLine(text));
        end = (damaged < 0 ? lines : lines.slice(0, damaged)).at(-1)?.end ?? end;
        if (damaged >= 0) {
          break;
        }
        await yieldToEventLoop();
      }
      await opened.truncate(end);
      return part;
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  /** How far back the window was certainly read. Undefined without events. */
  get positionMs(): number | undefined {
    return this.instants.length === 0 ? undefined : Math.max(...this.instants.slice(-positionEvents));
  }

  /** Appends the events that the file does not have yet. */
  async append(items: readonly Item<CompanyEvent>[], malformed: number): Promise<void> {
    const added = items.filter(({ value }) => this.ids.add(value.id));
    // After a resume, the first page may only repeat items that were counted already.
    const newlyMalformed = added.length > 0 || items.length === 0 ? malformed : 0;
    const lines = added.map((item) => `${lineOf(item)}\n`);
    if (newlyMalformed > 0) {
      lines.push(ownLine({ malformed: newlyMalformed }));
    }
    await this.checkUnchanged();
    await this.file.append(Buffer.from(lines.join("")));
    added.forEach(({ value }) => this.count(value.publishedMs));
    this.malformed += newlyMalformed;
  }

  /** The JSON of the events. */
  async *lines(): AsyncGenerator<string[]> {
    await this.checkUnchanged();
    for await (const lines of readLines(this.file)) {
      const whole = lines.filter(({ end }) => end <= this.file.length).map(({ text }) => text);
      yield whole.filter((text) => !text.startsWith(ownLineStart));
      await yieldToEventLoop();
    }
  }

  close(): Promise<void> {
    return this.file.close();
  }

  async delete(): Promise<void> {
    await this.close();
    await this.files.delete(this.path);
  }

  /** Detects another window that exports to the same target. */
  private async checkUnchanged(): Promise<void> {
    if ((await this.files.stat(this.path)).size !== this.file.length) {
      const name = path.basename(this.path);
      throw new Error(l10n.t("{0} was changed by another window or program.", name));
    }
  }

  /** @returns false if the line is damaged */
  private readLine(text: string): boolean {
    const value = parseJson(text);
    const own = isRecord(value) ? value[ownKey] : undefined;
    if (isRecord(own)) {
      this.malformed += typeof own["malformed"] === "number" ? own["malformed"] : 0;
      return true;
    }
    const event = (this.header.query.source ? decodePublication : decodeEvent)(value);
    if (!event) {
      return false;
    }
    this.ids.add(event.id);
    this.count(event.publishedMs);
    return true;
  }

  private count(publishedMs: number | undefined): void {
    this.events++;
    const { sinceMs, untilMs = Infinity } = this.window;
    if (publishedMs !== undefined && publishedMs >= sinceMs && publishedMs < untilMs) {
      this.instants.push(publishedMs);
    }
    if (this.instants.length >= 2 * positionEvents) {
      this.instants = this.instants.slice(-positionEvents);
    }
  }
}

function headerOf(line: Line | undefined, name: string): PartHeader {
  const value = parseJson(line?.text ?? "");
  const header = isRecord(value) ? parseOrUndefined(headerSchema, value[ownKey]) : undefined;
  if (!header) {
    throw otherPartError(name);
  }
  return header;
}

/** The file is not a part file, or belongs to another export. */
export function otherPartError(name: string): Error {
  return new Error(
    l10n.t(
      "{0} is not a partial download of this export. Choose another file name, or delete that file.",
      name,
    ),
  );
}

function ownLine(value: PartHeader | { readonly malformed: number }): string {
  return `${JSON.stringify({ [ownKey]: value })}\n`;
}

/**
 * Identifies service, organization and key, and for publications the path: only then may a download be
 * resumed. A hash, because others may see the file.
 */
export function accountId(
  { baseUrl, dataset, organizationId = "", publicationsPath }: Connection,
  { source }: Pick<FeedQuery, "source">,
  keyFingerprint = "",
): string {
  const path = source ? [publicationsPath] : [];
  const parts = JSON.stringify([baseUrl, dataset, organizationId, keyFingerprint, ...path]);
  return createHash("sha256").update(parts).digest("hex").slice(0, 16);
}

/** Remembers the latest IDs in bounded memory. */
class RecentIds {
  private current = new Set<string>();
  private previous = new Set<string>();

  /** @returns true if the ID is new */
  add(id: string): boolean {
    if (this.current.has(id) || this.previous.has(id)) {
      return false;
    }
    if (this.current.size === recentIds) {
      this.previous = this.current;
      this.current = new Set();
    }
    this.current.add(id);
    return true;
  }
}
