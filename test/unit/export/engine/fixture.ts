import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ApiError } from "../../../../src/api/errors";
import type {
  RequestOptions,
  CollectionPage,
  FeedPage,
  FeedRequest,
  Item,
  ServiceClient,
} from "../../../../src/api/types";
import type { Checkpoint, ExportOrder } from "../../../../src/export/engine/checkpoint";
import { EventExport, type ExportRun } from "../../../../src/export/engine/eventExport";
import { ExportFolder } from "../../../../src/export/engine/exportFolder";
import { WindowPages } from "../../../../src/export/engine/windowPages";
import type { CompanyEvent } from "../../../../src/shared/companyEvent";
import { type FileSystem, nodeFileSystem } from "../../../../src/util/fileSystem";
import { FakeClock } from "../../../support/fakes/fakeClock";

export const sinceMs = Date.UTC(2026, 9, 1);
export const untilMs = Date.UTC(2026, 10, 1);

export const order: ExportOrder = {
  place: {
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

/** A checkpoint after a page. */
export function checkpointOf(of: Partial<Checkpoint> = {}): Checkpoint {
  return {
    order,
    startedMs: 0,
    state: "reading",
    completeness: { kind: "more" },
    cursor: "next",
    totals: { pages: 1, events: 500, duplicates: 0, malformed: 0 },
    bytes: 1000,
    ...of,
  };
}

/** An event `hours` before the end of the window, the way the service sends it. */
export function item(hours: number, id = `evt_${hours}`, more: object = {}): Item<CompanyEvent> {
  const publishedMs = untilMs - hours * 3_600_000;
  const publishedAt = new Date(publishedMs).toISOString();
  const json = JSON.stringify({ id, type: "funding", published_at: publishedAt, ...more });
  return { value: { id, type: "funding", publishedAt, publishedMs }, json };
}

export function items(count: number): Item<CompanyEvent>[] {
  return Array.from({ length: count }, (_, n) => item(n + 1));
}

/**
 * A feed over pages that are given; its cursors name the next page, and `until` starts at the first page that is not wholly
 * newer. A plan takes the place of the next answers.
 */
export class PagedClient implements ServiceClient {
  readonly requests: FeedRequest[] = [];
  private readonly plans: ((answer: () => FeedPage) => FeedPage | Promise<FeedPage>)[] = [];
  /** Cursors of another generation are refused. */
  generation = 1;

  constructor(private readonly pages: readonly (readonly Item<CompanyEvent>[])[]) {}

  plan(...plans: ((answer: () => FeedPage) => FeedPage | Promise<FeedPage>)[]): this {
    this.plans.push(...plans);
    return this;
  }

  failNext(error: ApiError, times = 1): this {
    return this.plan(...Array.from({ length: times }, () => () => Promise.reject(error)));
  }

  listCollections(): Promise<CollectionPage> {
    throw new Error("An export lists no collections.");
  }

  async readFeed(request: FeedRequest, options?: RequestOptions): Promise<FeedPage> {
    this.requests.push(request);
    if (options?.signal?.aborted) {
      throw new ApiError({ kind: "aborted" }, "Cancelled.");
    }
    const plan = this.plans.shift();
    return plan ? plan(() => this.answer(request)) : this.answer(request);
  }

  private answer({ cursor, until, pageSize }: FeedRequest): FeedPage {
    const [generation, page] = (cursor ?? `${this.generation}/0`).split("/").map(Number);
    if (generation !== this.generation || page === undefined) {
      throw new ApiError({ kind: "rejected", status: 400 }, "This cursor is not known.");
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

/** An export in a folder of its own, by hand. */
export class ExportBench {
  readonly clock = new FakeClock();
  readonly folder: ExportFolder;
  /** What was told, in order. */
  readonly progress: Checkpoint[] = [];
  readonly waits: string[] = [];

  private constructor(
    private readonly root: string,
    files: FileSystem,
  ) {
    this.folder = new ExportFolder(path.join(root, "export"), { files, clock: this.clock });
  }

  static async make(files: FileSystem = nodeFileSystem): Promise<ExportBench> {
    const bench = new ExportBench(await mkdtemp(path.join(os.tmpdir(), "export-")), files);
    assert.equal(await bench.folder.claim(), true);
    return bench;
  }

  /** Runs an export to its end, from the checkpoint that there is or from the start. */
  async run(
    client: ServiceClient,
    of: Partial<ExportOrder> = {},
    run: Partial<ExportRun> = {},
  ): Promise<void> {
    const kept = await this.folder.readCheckpoint();
    const work = kept
      ? await EventExport.reopen(this.folder, kept)
      : await EventExport.begin(this.folder, { ...order, ...of }, this.clock);
    try {
      const pages = new WindowPages(work.checkpoint, { client, clock: this.clock });
      await work.run(pages, {
        signal: new AbortController().signal,
        onProgress: (checkpoint) => this.progress.push(checkpoint),
        onRetry: ({ delayMs, error }) => {
          this.waits.push(`${delayMs} ms: ${error.message}`);
          setImmediate(() => this.clock.advance(delayMs));
        },
        ...run,
      });
      await work.complete();
    } finally {
      await work.close();
    }
  }

  /** Runs it until so many pages are written, and lets it end there. */
  async runPages(count: number, client: ServiceClient, of: Partial<ExportOrder> = {}): Promise<void> {
    const ending = new AbortController();
    let pages = 0;
    try {
      await this.run(client, of, {
        signal: ending.signal,
        onProgress: () => {
          if (++pages >= count) {
            ending.abort();
            throw new Crash();
          }
        },
      });
    } catch (error) {
      if (!(error instanceof Crash)) {
        throw error;
      }
    }
  }

  text(): Promise<string> {
    return readFile(this.folder.partFile, "utf8");
  }

  async checkpoint(): Promise<Checkpoint> {
    const checkpoint = await this.folder.readCheckpoint();
    if (!checkpoint) {
      throw new Error("There is no checkpoint.");
    }
    return checkpoint;
  }

  async dispose(): Promise<void> {
    this.folder.release();
    await rm(this.root, { recursive: true, force: true });
  }
}

class Crash extends Error {}

/** Pages of `size` items each. */
export function paged<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, n) =>
    list.slice(n * size, (n + 1) * size),
  );
}
