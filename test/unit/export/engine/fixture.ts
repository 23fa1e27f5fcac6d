import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ApiError } from "../../../../src/api/errors";
import type {
  RequestOptions,
  FeedPage,
  FeedRequest,
  Item,
  RetryNotice,
  ServiceClient,
} from "../../../../src/api/types";
import type { Checkpoint, ExportJob } from "../../../../src/export/engine/checkpoint";
import { ExportFolder } from "../../../../src/export/engine/exportFolder";
import { DownloadedPages, loadedPages } from "../../../../src/export/engine/exportPages";
import { ExportWriter, type WriteOptions } from "../../../../src/export/engine/exportWriter";
import type { CompanyEvent } from "../../../../src/shared/companyEvent";
import type { Completeness } from "../../../../src/shared/feedState";
import { type FileSystem, nodeFileSystem } from "../../../../src/util/fileSystem";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { UnusedClient } from "../../../support/fakes/unusedClient";

export const sinceMs = Date.UTC(2026, 9, 1);
export const untilMs = Date.UTC(2026, 10, 1);

export const job: ExportJob = {
  source: {
    connection: "Acme",
    baseUrl: "https://api.example.com",
    origin: "https://api.example.com",
    dataset: "companydata",
  },
  query: { window: { kind: "last", days: 31 }, types: [] },
  window: { sinceMs, untilMs },
  format: "ndjson",
  target: "file:///tmp/events.ndjson",
};

/** A checkpoint after one page. */
export function checkpointOf(changes: Partial<Checkpoint> = {}): Checkpoint {
  return {
    job,
    startedMs: 0,
    state: "writing",
    completeness: { kind: "more" },
    cursor: "next",
    totals: { pages: 1, events: 500, duplicates: 0, malformed: 0 },
    bytes: 1000,
    ...changes,
  };
}

/** An event `hours` before the end of the window. */
export function item(hours: number, id = `evt_${hours}`, fields: object = {}): Item<CompanyEvent> {
  const publishedMs = untilMs - hours * 3_600_000;
  const publishedAt = new Date(publishedMs).toISOString();
  const json = JSON.stringify({ id, type: "funding", published_at: publishedAt, ...fields });
  return { value: { id, type: "funding", publishedAt, publishedMs }, json };
}

export function items(count: number): Item<CompanyEvent>[] {
  return Array.from({ length: count }, (_, n) => item(n + 1));
}

type Handler = (respond: () => FeedPage) => FeedPage | Promise<FeedPage>;

/**
 * A feed of given pages. A cursor names the next page; without one, `until` selects the first page that is not wholly newer.
 * Queued handlers create the next responses.
 */
export class PagedClient extends UnusedClient {
  readonly requests: FeedRequest[] = [];
  private readonly handlers: Handler[] = [];
  /** Cursors of another generation are rejected. */
  generation = 1;

  constructor(private readonly pages: readonly (readonly Item<CompanyEvent>[])[]) {
    super();
  }

  handleNext(...handlers: Handler[]): this {
    this.handlers.push(...handlers);
    return this;
  }

  passNext(times = 1): this {
    return this.handleNext(...Array.from({ length: times }, () => (respond: () => FeedPage) => respond()));
  }

  failNext(error: ApiError, times = 1): this {
    return this.handleNext(...Array.from({ length: times }, () => () => Promise.reject(error)));
  }

  override async readFeed(request: FeedRequest, options?: RequestOptions): Promise<FeedPage> {
    this.requests.push(request);
    if (options?.signal?.aborted) {
      throw new ApiError({ kind: "aborted" }, "Canceled.");
    }
    const handler = this.handlers.shift();
    return handler ? handler(() => this.respond(request)) : this.respond(request);
  }

  private respond({ cursor, until, pageSize }: FeedRequest): FeedPage {
    const [generation, page] = (cursor ?? `${this.generation}/0`).split("/").map(Number);
    if (generation !== this.generation || page === undefined) {
      throw new ApiError({ kind: "rejected", status: 400 }, "Unknown cursor.");
    }
    const before = until === undefined ? Infinity : Date.parse(until);
    const first = cursor === undefined ? this.firstBefore(before) : page;
    const next = first + 1;
    const hasMore = next < this.pages.length;
    return {
      items: (this.pages[first] ?? []).filter(({ value }) => (value.publishedMs ?? -Infinity) < before),
      malformed: 0,
      hasMore,
      nextCursor: hasMore ? `${this.generation}/${next}` : null,
      pageSize,
    };
  }

  private firstBefore(ms: number): number {
    const found = this.pages.findIndex(
      (page) => page.length === 0 || page.some(({ value }) => (value.publishedMs ?? -Infinity) < ms),
    );
    return found < 0 ? this.pages.length : found;
  }
}

/** An export in a temporary folder. */
export class ExportFixture {
  readonly clock = new FakeClock();
  readonly folder: ExportFolder;
  /** The checkpoints reported, in order. */
  readonly progress: Checkpoint[] = [];
  readonly retries: string[] = [];

  private constructor(
    private readonly root: string,
    files: FileSystem,
  ) {
    this.folder = new ExportFolder(path.join(root, "export"), { files, clock: this.clock });
  }

  static async create(files: FileSystem = nodeFileSystem): Promise<ExportFixture> {
    const fixture = new ExportFixture(await mkdtemp(path.join(os.tmpdir(), "export-")), files);
    assert.equal(await fixture.folder.claim(), true);
    return fixture;
  }

  /** Creates a writer. */
  writer(changes: Partial<ExportJob> = {}): Promise<ExportWriter> {
    return ExportWriter.create(this.folder, { ...job, ...changes }, this.clock);
  }

  /** Downloads all events, resuming if there is a checkpoint, and completes the export. */
  async download(
    client: ServiceClient,
    changes: Partial<ExportJob> = {},
    options: Partial<WriteOptions> = {},
  ): Promise<void> {
    const isStarted = (await this.folder.readCheckpoint()) !== undefined;
    const writer = await (isStarted ? ExportWriter.open(this.folder) : this.writer(changes));
    const { signal } = new AbortController();
    const onRetry = ({ delayMs, error }: RetryNotice): void => {
      this.retries.push(`${delayMs} ms: ${error.message}`);
      setImmediate(() => this.clock.advance(delayMs));
    };
    try {
      const { checkpoint } = writer;
      const pages = new DownloadedPages(checkpoint, {
        client,
        clock: this.clock,
        signal,
        onRetry,
        ...options,
      });
      const onProgress = (current: Checkpoint): void => void this.progress.push(current);
      await writer.write(pages, { signal, onProgress, ...options });
      await writer.complete();
    } finally {
      await writer.close();
    }
  }

  /** Downloads this many pages and crashes. */
  async downloadPages(count: number, client: ServiceClient, changes: Partial<ExportJob> = {}): Promise<void> {
    let pages = 0;
    const onProgress = (): void => {
      if (++pages >= count) {
        throw new Crash();
      }
    };
    try {
      await this.download(client, changes, { onProgress });
    } catch (error) {
      if (!(error instanceof Crash)) {
        throw error;
      }
    }
  }

  /** Writes loaded events and completes the export. */
  async writeLoaded(events: readonly Item<CompanyEvent>[], completeness: Completeness): Promise<void> {
    const writer = await this.writer();
    const { signal } = new AbortController();
    await writer.write(loadedPages(events, completeness), { signal, onProgress: () => undefined });
    await writer.complete();
    await writer.close();
  }

  /** Completes the export with the events so far. */
  async complete(): Promise<void> {
    const writer = await ExportWriter.open(this.folder);
    await writer.complete();
    await writer.close();
  }

  text(): Promise<string> {
    return readFile(this.folder.pathOf("events.part"), "utf8");
  }

  async checkpoint(): Promise<Checkpoint> {
    const checkpoint = await this.folder.readCheckpoint();
    assert.ok(checkpoint);
    return checkpoint;
  }

  async dispose(): Promise<void> {
    this.folder.release();
    await rm(this.root, { recursive: true, force: true });
  }
}

class Crash extends Error {}

export function ndjson(events: readonly Item<CompanyEvent>[]): string {
  return events.map(({ json }) => `${json}\n`).join("");
}

/** Pages of `size` items each. */
export function paged<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, n) =>
    list.slice(n * size, (n + 1) * size),
  );
}
