import { randomBytes } from "node:crypto";
import path from "node:path";
import { type Clock, delay } from "./clock";
import type { IDisposable } from "./disposable";
import { type FileSystem, retryWhileBusy } from "./fileSystem";
import { hasCode } from "./errors";

export interface LeaseEnvironment {
  readonly files: FileSystem;
  readonly clock: Clock;
}

export interface LeaseTiming {
  /** Between two heartbeats of a holder, and between two reads of a contender. At least 2 s: some disks count in those. */
  readonly heartbeatIntervalMs: number;
  /** A holder is dead after so many reads without a heartbeat in between. */
  readonly missedHeartbeats: number;
}

/** The lease was taken over, because its holder did not show up for a while. */
export class LeaseLostError extends Error {
  constructor() {
    super("Another window took over.");
  }
}

interface Claim {
  readonly generation: number;
  readonly isFree: boolean;
  /** Time of the last heartbeat: compared with what it was before, not with a clock. */
  readonly lastHeartbeatMs: number;
}

/** Text of a file whose holder is done. */
const free = "free";

/** The coarsest step of modification times that a disk is known to have. */
const coarsestStepMs = 2_000;

/**
 * Something that one process of a machine may do at a time, as files `<path>.<generation>`: the highest generation is the
 * lease.
 *
 * - A claim creates the next generation exclusively, so that one of several contenders wins. It then reads once more,
 *   because its view may have been old, and withdraws where a higher generation is there.
 * - The holder beats: it sets the modification time of its file. A contender watches for `missedHeartbeats` reads, by timers of
 *   its own, before it takes over. No clock is compared with another, so a clock that jumps ends no lease; a read that came
 *   much later than planned starts the watch again, since the machine slept and the holder did too.
 * - A holder that was suspended for longer than that finds a higher generation in `check`, which it calls before each write.
 *   What remains is the instant between the check and the write.
 * - A file holds a number that tells holders apart, or says that its lease is free. It stays there, so that generations only
 *   grow. Any other text is that of a holder who will not show up.
 * - Where nothing can be written there is no lease: `claim` rejects with what the system says.
 */
export class FileLease {
  constructor(
    private readonly path: string,
    private readonly environment: LeaseEnvironment,
    private readonly timing: LeaseTiming = { heartbeatIntervalMs: 2_000, missedHeartbeats: 5 },
  ) {}

  /**
   * Takes the lease: at once where it is free, after `missedHeartbeats` reads where its holder is dead.
   * @returns nothing as soon as its holder shows up, somebody else is faster or `signal` is aborted
   */
  async claim(signal?: AbortSignal): Promise<HeldLease | undefined> {
    const holder = await this.readClaim();
    const last = holder && !holder.isFree ? await this.whenGone(holder, signal) : holder;
    const isRefused = holder !== undefined && last === undefined;
    return isRefused || signal?.aborted ? undefined : this.create((last?.generation ?? 0) + 1);
  }

  /** A guess without waiting, by the clock: only `claim` knows. */
  async seemsHeld(): Promise<boolean> {
    const holder = await this.readClaim();
    const { heartbeatIntervalMs, missedHeartbeats } = this.timing;
    return (
      holder?.isFree === false &&
      Math.abs(this.environment.clock.now() - holder.lastHeartbeatMs) < heartbeatIntervalMs * missedHeartbeats
    );
  }

  /** @returns the newest claim once its holder is dead or done; nothing as soon as a holder shows up or `signal` is aborted */
  private async whenGone(holder: Claim, signal: AbortSignal | undefined): Promise<Claim | undefined> {
    const { clock } = this.environment;
    const { heartbeatIntervalMs, missedHeartbeats } = this.timing;
    for (let missed = 0; missed < missedHeartbeats;) {
      const before = clock.now();
      await delay(clock, heartbeatIntervalMs, signal);
      if (signal?.aborted) {
        return undefined;
      }
      const now = await this.readClaim();
      if (!now || now.isFree) {
        // Another process may have had it since, with a generation of its own.
        return now ?? holder;
      }
      if (now.generation !== holder.generation || now.lastHeartbeatMs !== holder.lastHeartbeatMs) {
        return undefined;
      }
      missed = clock.now() - before > 3 * heartbeatIntervalMs ? 0 : missed + 1;
    }
    return holder;
  }

  private async create(generation: number): Promise<HeldLease | undefined> {
    const id = randomBytes(16).toString("hex");
    const file = `${this.path}.${generation}`;
    if (!(await this.createFile(file, id))) {
      return undefined;
    }
    const held = new HeldLease(
      file,
      id,
      () => this.isHolder(generation, id),
      this.environment,
      this.timing.heartbeatIntervalMs,
    );
    try {
      await held.check();
    } catch (error) {
      held.dispose();
      if (error instanceof LeaseLostError) {
        await this.environment.files.delete(file).catch(() => undefined);
        return undefined;
      }
      throw error;
    }
    await this.deleteBefore(generation);
    return held;
  }

  /** @returns whether it was not there */
  private async createFile(file: string, id: string): Promise<boolean> {
    const { files, clock } = this.environment;
    for (let isRepeated = false; ; isRepeated = true) {
      try {
        await files.createFolder(path.dirname(file));
        await retryWhileBusy(clock, () => files.createFile(file, id));
        return true;
      } catch (error) {
        // Whoever held the lease before may delete the folder in between.
        if (isRepeated || !hasCode(error, "ENOENT")) {
          if (hasCode(error, "EEXIST")) {
            return false;
          }
          throw error;
        }
      }
    }
  }

  private isHolder(generation: number, id: string): Promise<boolean> {
    const { files, clock } = this.environment;
    return retryWhileBusy(clock, async () => {
      const [newest] = await this.generations();
      if (newest !== generation) {
        return false;
      }
      try {
        return (await files.readFile(`${this.path}.${generation}`)) === id;
      } catch (error) {
        if (hasCode(error, "ENOENT", "EISDIR")) {
          return false;
        }
        throw error;
      }
    });
  }

  private readClaim(): Promise<Claim | undefined> {
    const { files, clock } = this.environment;
    return retryWhileBusy(clock, async () => {
      for (const generation of await this.generations()) {
        const file = `${this.path}.${generation}`;
        try {
          const text = await files.readFile(file).catch(() => "");
          return { generation, isFree: text === free, lastHeartbeatMs: (await files.stat(file)).modifiedMs };
        } catch (error) {
          // Deleted in between, by whoever took over.
          if (!hasCode(error, "ENOENT")) {
            throw error;
          }
        }
      }
      return undefined;
    });
  }

  /** Those that there are, the highest first. */
  private async generations(): Promise<number[]> {
    const prefix = `${path.basename(this.path)}.`;
    try {
      return (await this.environment.files.readFolder(path.dirname(this.path)))
        .filter(({ name }) => name.startsWith(prefix) && /^[1-9]\d{0,8}$/.test(name.slice(prefix.length)))
        .map(({ name }) => Number(name.slice(prefix.length)))
        .sort((a, b) => b - a);
    } catch (error) {
      if (hasCode(error, "ENOENT")) {
        return [];
      }
      throw error;
    }
  }

  /** What cannot be deleted is in nobody's way. */
  private async deleteBefore(generation: number): Promise<void> {
    const before = (await this.generations().catch(() => [])).filter((other) => other < generation);
    await Promise.allSettled(before.map((other) => this.environment.files.delete(`${this.path}.${other}`)));
  }
}

/** A lease that this process holds until it is disposed, or lost. */
export class HeldLease implements IDisposable {
  private readonly ending = new AbortController();
  private timer: IDisposable | undefined;
  private lastHeartbeatMs: number;

  /** Aborted when the lease is lost, which is noticed with a heartbeat or a check; and when it is disposed. */
  readonly signal = this.ending.signal;

  constructor(
    private readonly file: string,
    private readonly id: string,
    private readonly isHolder: () => Promise<boolean>,
    private readonly environment: LeaseEnvironment,
    private readonly heartbeatIntervalMs: number,
  ) {
    this.lastHeartbeatMs = environment.clock.now();
    this.schedule();
  }

  /** To be called before each write. @throws {LeaseLostError} where this process does not hold the lease any more */
  async check(): Promise<void> {
    if (!this.signal.aborted && !(await this.isHolder())) {
      this.end();
    }
    if (this.signal.aborted) {
      throw new LeaseLostError();
    }
  }

  /** Frees the lease, at once: the window may be about to close. */
  dispose(): void {
    this.end();
    const { files } = this.environment;
    try {
      if (files.readFileSync(this.file) === this.id) {
        files.writeFileSync(this.file, free);
      }
    } catch {
      // It expires.
    }
  }

  private schedule(): void {
    this.timer = this.environment.clock.after(this.heartbeatIntervalMs, () => void this.beat());
  }

  private async beat(): Promise<void> {
    const { files, clock } = this.environment;
    try {
      await this.check();
      // A clock that is set back must not make two heartbeats look the same.
      this.lastHeartbeatMs = Math.max(clock.now(), this.lastHeartbeatMs + coarsestStepMs);
      await files.setModifiedMs(this.file, this.lastHeartbeatMs);
    } catch {
      // Lost, or not to be reached just now: the next heartbeat or check tells.
    }
    if (!this.signal.aborted) {
      this.schedule();
    }
  }

  private end(): void {
    this.ending.abort();
    this.timer?.dispose();
  }
}
