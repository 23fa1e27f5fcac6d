import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import { Emitter, type Event } from "../shared/event";
import { instantMs, parseJson, parseOrUndefined } from "../shared/schemas";
import type { Clock } from "../util/clock";
import { Disposable } from "../util/disposable";
import { errorMessage, hasCode } from "../util/errors";
import { type FileSystem, replaceFile, retryWhileBusy } from "../util/fileSystem";
import { follow, join, type Marks, nothingFollowed } from "./model/marks";

const found = v.array(v.object({ id: v.string(), publishedMs: instantMs }));
const reading = {
  mark: v.object({ fromMs: instantMs, read: found }),
  unread: found,
  isCut: v.exactOptional(v.literal(true)),
};
const connection = v.object({ name: v.string(), origin: v.string() });
const followedFeed = v.object({
  ...reading,
  changedMs: instantMs,
  checks: v.number(),
  connection: v.exactOptional(connection),
  filters: v.exactOptional(v.string()),
  completeUntilMs: instantMs,
  announcedMs: instantMs,
  checkedAtMs: v.exactOptional(instantMs),
  checkedBy: v.exactOptional(v.string()),
  previous: v.exactOptional(v.object({ ...reading, atMs: instantMs })),
});
const fileSchema = v.pipe(
  v.object({
    version: v.literal(1),
    feeds: v.record(v.string(), followedFeed),
    announcement: v.exactOptional(v.object({ atMs: instantMs, by: v.string() })),
  }),
  // Equal to what was written: nothing is written again.
  v.transform(({ feeds, announcement }): Marks => ({ feeds, ...(announcement && { announcement }) })),
);
/** What version 0.2 has in followed.json, as far as it is needed. */
const earlierSchema = v.object({
  feeds: v.array(
    v.object({
      id: v.string(),
      connection,
      unread: v.array(v.object({ publishedMs: v.exactOptional(instantMs) })),
      baseline: v.exactOptional(v.object({ completeUntilMs: instantMs })),
    }),
  ),
});

/**
 * The marks of all feeds in one file, which all windows of a profile read and replace as a whole. Each keeps what it knows and
 * joins it with the file, so that a change that another window has overwritten is written again.
 */
export class MarksFile extends Disposable {
  private readonly changed = this.register(new Emitter<void>());
  private current = nothingFollowed;
  private failure: string | undefined;
  private queue: Promise<unknown> = Promise.resolve();

  /** The marks or the problem changed, in this window or another one. */
  readonly onDidChange: Event<void> = this.changed.event;

  /** @param report tells of a file that was put aside: a sentence */
  constructor(
    readonly path: string,
    private readonly files: FileSystem,
    private readonly clock: Clock,
    private readonly report: (sentence: string) => void,
  ) {
    super();
  }

  get marks(): Marks {
    return this.current;
  }

  get problem(): string | undefined {
    return this.failure;
  }

  sync(): Promise<void> {
    return this.update((marks) => marks);
  }

  /**
   * Changes the marks, one change at a time. A change that cannot be written stays in this window, and is written with the next one.
   * @throws {Error} the file could not be read or written
   */
  update(change: (marks: Marks) => Marks): Promise<void> {
    const run = async (): Promise<void> => {
      if (this.disposed) {
        return;
      }
      const before = this.current;
      const problem = this.failure;
      try {
        const inFile = await this.read();
        const known = join(before, inFile ?? (await this.readEarlier()), this.clock.now());
        this.current = change(known);
        await this.write(inFile ?? nothingFollowed);
        this.failure = undefined;
      } catch (error) {
        if (this.current === before) {
          this.current = change(before);
        }
        this.failure = l10n.t("Couldn't store which events were read: {0}", errorMessage(error));
        throw new Error(this.failure, { cause: error });
      } finally {
        if (!isDeepStrictEqual(before, this.current) || this.failure !== problem) {
          this.changed.fire();
        }
      }
    };
    const result = this.queue.then(run, run);
    this.queue = result.catch(() => undefined);
    return result;
  }

  /** @returns undefined: there is no file */
  private async read(): Promise<Marks | undefined> {
    let text: string;
    try {
      text = await retryWhileBusy(this.clock, () => this.files.readFile(this.path));
    } catch (error) {
      if (hasCode(error, "ENOENT")) {
        return undefined;
      }
      throw error;
    }
    const marks = parseOrUndefined(fileSchema, parseJson(text));
    if (!marks) {
      await this.putAside();
    }
    return marks ?? nothingFollowed;
  }

  /** Feeds that were followed with version 0.2 still are, from their oldest unread event on. They are written at once. */
  private async readEarlier(): Promise<Marks> {
    const file = path.join(path.dirname(this.path), "followed.json");
    const text = await this.files.readFile(file).catch(() => "");
    const { feeds } = parseOrUndefined(earlierSchema, parseJson(text)) ?? { feeds: [] };
    return feeds.reduce((marks: Marks, { id, connection: followed, unread, baseline }) => {
      const unreadMs = unread.map(({ publishedMs = Infinity }) => publishedMs - 1);
      const sinceMs = Math.min(baseline?.completeUntilMs ?? this.clock.now(), ...unreadMs);
      return follow(marks, id, followed, sinceMs);
    }, nothingFollowed);
  }

  private async putAside(): Promise<void> {
    const aside = `${this.path}.unreadable`;
    await retryWhileBusy(this.clock, () => this.files.rename(this.path, aside));
    this.report(
      l10n.t("Couldn't read the file that stores which events are unread. It was renamed to {0}.", aside),
    );
  }

  private async write(inFile: Marks): Promise<void> {
    const { current } = this;
    if (!isDeepStrictEqual(inFile, current)) {
      await this.files.createFolder(path.dirname(this.path));
      const text = JSON.stringify({ version: 1, ...current });
      await replaceFile(this.files, this.clock, this.path, text);
    }
  }
}
