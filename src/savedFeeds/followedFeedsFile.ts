import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import { Emitter, type Event } from "../shared/emitter";
import { instantMs, parseJson, parseOrUndefined } from "../shared/schemas";
import type { Clock } from "../util/clock";
import { Disposable } from "../util/disposable";
import { errorMessage, hasCode } from "../util/errors";
import { type FileSystem, replaceFile, retryWhileBusy } from "../util/fileSystem";
import { follow, type FollowedFeeds, merge, nothingFollowed } from "./model/followedFeeds";

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
  // Without the version, so that it is equal to the state that was written.
  v.transform(({ feeds, announcement }): FollowedFeeds => ({ feeds, ...(announcement && { announcement }) })),
);
/** The part of version 0.2's followed.json that is needed. */
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
 * The file with the followed feeds, which all windows of a profile read and replace as a whole. Each window
 * merges its state with the file, so that changes overwritten by another window are written again.
 */
export class FollowedFeedsFile extends Disposable {
  private readonly changed = this.register(new Emitter<void>());
  state = nothingFollowed;
  /** Why the state can't be read or stored, as a sentence. */
  problem: string | undefined;
  private queue: Promise<unknown> = Promise.resolve();

  /** The state or the problem changed, in this window or another one. */
  readonly onDidChange: Event<void> = this.changed.event;

  /** @param report shows a sentence about an unreadable file that was renamed */
  constructor(
    readonly path: string,
    private readonly files: FileSystem,
    private readonly clock: Clock,
    private readonly report: (sentence: string) => void,
  ) {
    super();
  }

  sync(): Promise<void> {
    return this.update((state) => state);
  }

  /**
   * Makes one change at a time. If it can't be written, it is kept, and written with the next change.
   * @throws {Error} if the file can't be read or written
   */
  update(change: (state: FollowedFeeds) => FollowedFeeds): Promise<void> {
    const run = async (): Promise<void> => {
      if (this.disposed) {
        return;
      }
      const { state: before, problem } = this;
      try {
        const inFile = await this.read();
        const known = merge(before, inFile ?? (await this.readEarlier()), this.clock.now());
        this.state = change(known);
        await this.write(inFile ?? nothingFollowed);
        this.problem = undefined;
      } catch (error) {
        if (this.state === before) {
          this.state = change(before);
        }
        this.problem = l10n.t("Couldn't store which events were read: {0}", errorMessage(error));
        throw new Error(this.problem, { cause: error });
      } finally {
        if (!isDeepStrictEqual(before, this.state) || this.problem !== problem) {
          this.changed.fire();
        }
      }
    };
    const result = this.queue.then(run, run);
    this.queue = result.catch(() => undefined);
    return result;
  }

  /** @returns undefined if there is no file */
  private async read(): Promise<FollowedFeeds | undefined> {
    let text: string;
    try {
      text = await retryWhileBusy(this.clock, () => this.files.readFile(this.path));
    } catch (error) {
      if (hasCode(error, "ENOENT")) {
        return undefined;
      }
      throw error;
    }
    const state = parseOrUndefined(fileSchema, parseJson(text));
    if (!state) {
      await this.putAside();
    }
    return state ?? nothingFollowed;
  }

  /** Follows the feeds of version 0.2, from their oldest unread event on. */
  private async readEarlier(): Promise<FollowedFeeds> {
    const file = path.join(path.dirname(this.path), "followed.json");
    const text = await this.files.readFile(file).catch(() => "");
    const { feeds } = parseOrUndefined(earlierSchema, parseJson(text)) ?? { feeds: [] };
    return feeds.reduce((state: FollowedFeeds, { id, connection: followed, unread, baseline }) => {
      const unreadMs = unread.map(({ publishedMs = Infinity }) => publishedMs - 1);
      const sinceMs = Math.min(baseline?.completeUntilMs ?? this.clock.now(), ...unreadMs);
      return follow(state, id, followed, sinceMs);
    }, nothingFollowed);
  }

  private async putAside(): Promise<void> {
    const aside = `${this.path}.unreadable`;
    await retryWhileBusy(this.clock, () => this.files.rename(this.path, aside));
    this.report(
      l10n.t("Couldn't read the file that stores which events are unread. It was renamed to {0}.", aside),
    );
  }

  private async write(inFile: FollowedFeeds): Promise<void> {
    const { state } = this;
    if (!isDeepStrictEqual(inFile, state)) {
      await this.files.createFolder(path.dirname(this.path));
      const text = JSON.stringify({ version: 1, ...state });
      await replaceFile(this.files, this.clock, this.path, text);
    }
  }
}
