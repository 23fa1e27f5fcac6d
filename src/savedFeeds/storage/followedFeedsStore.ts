import * as l10n from "@vscode/l10n";
import { Emitter, type Event } from "../../shared/event";
import { Disposable, type IDisposable, MutableDisposable } from "../../util/disposable";
import { errorMessage } from "../../util/errors";
import { type HeldLease, LeaseLostError } from "../../util/fileLease";
import { writeOrRepeat } from "../../util/fileSystem";
import type { Log } from "../../util/log";
import type { ActionRequest, Finding, UserAction } from "../model/actions";
import { type Action, apply } from "../model/apply";
import { type FollowedFeeds, nothingFollowed } from "../model/followedFeeds";
import { emptySnapshot, NewerStateError, type Snapshot } from "./snapshot";
import { type SnapshotFile, type StateEnvironment, StateFolder } from "./stateFolder";

/** How often the changes of other windows are checked for: with a `readdir` and a `stat`. */
export const refreshIntervalMs = 2_000;

/** How many applied requests are remembered although their files are gone: another window may be reading one at this moment. */
export const rememberedRequests = 256;

/** What this window needs to apply actions. */
interface Holding {
  /** Absent: other windows do not see what this one does, and no snapshot is written. */
  readonly lease?: Pick<HeldLease, "check">;
  snapshot: Snapshot;
  /** Whether the file has this snapshot. */
  isSaved: boolean;
}

/** A request, or why its file has none: `unreadable` may still be being written, `invalid` was unreadable twice. */
type RequestFile = ActionRequest | "unreadable" | "invalid" | "newer" | "locked";

/**
 * What is known about followed feeds, the same in all windows of a profile. The window with the lease applies all actions and writes
 * the result, one snapshot; the others leave their actions as requests, in files. Every window shows the snapshot with all requests
 * applied that it does not include yet.
 *
 * Each request is applied exactly once: a snapshot names the requests that it includes, and their files are deleted only after it is
 * written. If something cannot be written, it is kept in this window and tried again at each refresh.
 */
export class FollowedFeedsStore extends Disposable {
  private readonly changed = this.register(new Emitter<void>());
  private readonly timer = this.register(new MutableDisposable<IDisposable>());
  private readonly folder: StateFolder;
  private file: SnapshotFile | undefined;
  private holding: Holding | undefined;
  /** The files with requests, by the ID of the request. */
  private readonly inFolder = new Map<string, RequestFile>();
  /** Requests of this window that no snapshot includes yet. */
  private readonly own = new Map<string, { readonly request: ActionRequest; isWritten: boolean }>();
  /** Reading and writing, one after the other. */
  private queue: Promise<unknown> = Promise.resolve();
  private shown: FollowedFeeds = nothingFollowed;
  /** What `shown` was made of. */
  private shownOf: { readonly snapshot?: Snapshot; readonly pending: string } = { pending: "" };
  private failure: string | undefined;

  /** Fires when `state` or `problem` has changed. */
  readonly onDidChange: Event<void> = this.changed.event;

  constructor(
    folder: string,
    private readonly environment: StateEnvironment,
    private readonly log: Log,
  ) {
    super();
    this.folder = new StateFolder(folder, environment);
  }

  /** The state, with everything that was done in any window, as far as this window knows. */
  get state(): FollowedFeeds {
    return this.shown;
  }

  /** A sentence that says why files cannot be read or written. What is done in this window meanwhile may be lost with it. */
  get problem(): string | undefined {
    return this.failure;
  }

  /** Whether everything that was done in this window is in files. */
  get isSaved(): boolean {
    const { holding, failure } = this;
    const isWritten = [...this.own.values()].every((request) => request.isWritten);
    return isWritten && failure === undefined && (holding === undefined || holding.isSaved);
  }

  /** Reads the state, then checks regularly for changes of other windows. */
  async load(): Promise<void> {
    await this.refresh();
    this.schedule();
  }

  /** Checks for changes of other windows. */
  refresh(): Promise<void> {
    return this.enqueue(() => this.synchronize());
  }

  /**
   * Applies an action in all windows, in this one at once. Resolves when it is written, or could not be written (see `problem`).
   * @param action undefined: nothing to do.
   * @returns the ID of the request
   */
  async request(action: UserAction | undefined): Promise<string | undefined> {
    if (!action) {
      return undefined;
    }
    const request = this.folder.newRequest(action);
    this.own.set(request.requestId, { request, isWritten: false });
    this.update();
    await this.refresh();
    return request.requestId;
  }

  /**
   * From now on this window applies what all windows do, until `release` or until it has lost the lease.
   * @param lease absent: the folder cannot be written, so that each window is on its own.
   * @throws what prevents it, with a sentence, such as a state that a newer version wrote
   */
  hold(lease?: Pick<HeldLease, "check">): Promise<void> {
    return this.enqueue(async () => {
      await this.read().catch((error: unknown) => {
        if (lease || error instanceof NewerStateError) {
          throw error;
        }
      });
      this.holding = {
        ...(lease && { lease }),
        snapshot: this.file?.snapshot ?? emptySnapshot,
        isSaved: true,
      };
      if (lease) {
        await this.folder.deleteTemporaryFiles();
      }
      await this.synchronize();
    });
  }

  release(): void {
    this.holding = undefined;
    this.update();
  }

  /**
   * Applies what this window has found out, if it holds the state.
   * @returns whether it is saved. If not, it may be forgotten and found out again.
   */
  apply(...actions: readonly Finding[]): Promise<boolean> {
    return this.enqueue(async () => {
      const { holding } = this;
      await this.synchronize(actions);
      return holding !== undefined && this.holding === holding && (holding.isSaved || !holding.lease);
    });
  }

  override dispose(): void {
    for (const { request, isWritten } of this.own.values()) {
      if (!isWritten) {
        this.folder.writeRequestSync(request);
      }
    }
    super.dispose();
  }

  private schedule(): void {
    this.timer.value = this.environment.clock.after(refreshIntervalMs, () => {
      void this.refresh().finally(() => this.schedule());
    });
  }

  /** Reads what others wrote, applies what is to be applied here, and writes what is not written yet. */
  private async synchronize(actions: readonly Action[] = []): Promise<void> {
    const failures: unknown[] = [];
    const attempt = async (work: Promise<void>): Promise<void> => {
      await work.catch((error: unknown) => failures.push(error));
    };
    await attempt(this.read());
    if (failures[0] instanceof NewerStateError) {
      this.holding = undefined;
    }
    const { holding } = this;
    if (holding) {
      applyTo(holding, [...this.pending(holding.snapshot), ...actions]);
      if (holding.lease) {
        const { lease } = holding;
        // A repeated attempt checks the lease again.
        await attempt(writeOrRepeat(() => this.save(holding, lease)));
      }
    }
    await attempt(this.writeOwn());
    this.report(failures[0]);
    this.update();
  }

  /** Reads requests before the snapshot: a request that is deleted in between is in that snapshot. */
  private async read(): Promise<void> {
    const ids = new Set(await this.folder.listRequests());
    [...this.inFolder.keys()].filter((id) => !ids.has(id)).forEach((id) => this.inFolder.delete(id));
    for (const id of ids) {
      await this.readRequest(id);
    }
    const file = await this.folder.readSnapshot(this.file);
    if (this.holding && file !== this.file) {
      // Another window that was suspended may have written after it had lost the lease.
      this.holding.isSaved = false;
    }
    this.file = file;
    const included = new Set(file?.snapshot.appliedRequests);
    for (const [id, { isWritten }] of this.own) {
      if (included.has(id) || (isWritten && !ids.has(id))) {
        this.own.delete(id);
      }
    }
  }

  private async readRequest(id: string): Promise<void> {
    const known = this.inFolder.get(id);
    if (known !== undefined && known !== "unreadable" && known !== "locked") {
      return;
    }
    const request =
      this.own.get(id)?.request ?? (await this.folder.readRequest(id).catch(() => "locked" as const));
    if (request !== "missing") {
      this.inFolder.set(id, request === "unreadable" && known === "unreadable" ? "invalid" : request);
    }
  }

  private async writeOwn(): Promise<void> {
    for (const each of this.own.values()) {
      if (!each.isWritten) {
        await this.folder.writeRequest(each.request);
        each.isWritten = true;
      }
    }
  }

  private async save(holding: Holding, lease: Pick<HeldLease, "check">): Promise<void> {
    const { appliedRequests } = holding.snapshot;
    if (!holding.isSaved) {
      await lease.check();
      if (this.file?.isDamaged) {
        this.log.warn("What was read of saved feeds is damaged. The damaged file is kept.");
        await this.folder.keepDamaged();
      }
      const remembered = appliedRequests.filter(
        (id, index, all) =>
          this.inFolder.has(id) || this.own.has(id) || index >= all.length - rememberedRequests,
      );
      this.file = await this.folder.writeSnapshot(
        { ...holding.snapshot, appliedRequests: remembered },
        this.file,
      );
      holding.snapshot = this.file.snapshot;
      holding.isSaved = true;
      appliedRequests.forEach((id) => this.own.delete(id));
    }
    const applied = new Set(appliedRequests);
    for (const [id, request] of this.inFolder) {
      if (request === "invalid" || applied.has(id)) {
        // A request that cannot be deleted is remembered as applied.
        await this.folder.deleteRequest(id).then(
          () => this.inFolder.delete(id),
          () => undefined,
        );
      }
    }
  }

  /** Requests that a snapshot does not include, in their order. */
  private pending({ appliedRequests }: Snapshot): ActionRequest[] {
    const applied = new Set(appliedRequests);
    const requests = new Map<string, RequestFile>(this.inFolder);
    this.own.forEach(({ request }, id) => requests.set(id, request));
    return [...requests.values()]
      .filter((request) => typeof request === "object")
      .filter(({ requestId }) => !applied.has(requestId))
      .sort((a, b) => (a.requestId < b.requestId ? -1 : 1));
  }

  private update(): void {
    const snapshot = this.holding?.snapshot ?? this.file?.snapshot ?? emptySnapshot;
    const requests = this.pending(snapshot);
    const pending = requests.map(({ requestId }) => requestId).join();
    if (snapshot === this.shownOf.snapshot && pending === this.shownOf.pending) {
      return;
    }
    this.shownOf = { snapshot, pending };
    const state = requests.reduce<FollowedFeeds>(apply, snapshot.state);
    if (state !== this.shown) {
      this.shown = state;
      this.changed.fire();
    }
  }

  /** Logs a failure only when it is not the same as the last one. */
  private report(error: unknown): void {
    if (error instanceof LeaseLostError) {
      this.release();
      return;
    }
    const failure =
      error === undefined || error instanceof NewerStateError
        ? error?.message
        : l10n.t("Couldn't read or save the state of saved feeds: {0}", errorMessage(error));
    if (failure !== this.failure) {
      if (failure !== undefined) {
        this.log.warn(failure);
      }
      this.failure = failure;
      this.changed.fire();
    }
  }

  private enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.queue.then(work);
    this.queue = result.catch(() => undefined);
    return result;
  }
}

function applyTo(holding: Holding, actions: readonly Action[]): void {
  const { state, appliedRequests } = holding.snapshot;
  const next = actions.reduce(apply, state);
  const ids = actions.flatMap((action) => ("requestId" in action ? action.requestId : []));
  if (next !== state || ids.length > 0) {
    holding.snapshot = { state: next, appliedRequests: [...appliedRequests, ...ids] };
    holding.isSaved = false;
  }
}
