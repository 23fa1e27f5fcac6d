import * as l10n from "@vscode/l10n";
import { randomBytes } from "node:crypto";
import path from "node:path";
import { type Clock, delay } from "./clock";
import type { IDisposable } from "./disposable";
import { type FileSystem, modifiedTimeStepMs, retryWhileBusy } from "./fileSystem";
import { hasCode } from "./errors";

export interface LeaseEnvironment {
  readonly files: FileSystem;
  readonly clock: Clock;
}

export interface LeaseTiming {
  /** Between heartbeats of a holder and between reads of a contender. At least 2 s, the resolution of some disks. */
  readonly heartbeatIntervalMs: number;
  /** Reads without a heartbeat in between after which the lease has expired. */
  readonly missedHeartbeats: number;
}

/** Another process took over the lease after it had expired. */
export class LeaseLostError extends Error {
  constructor() {
    super(l10n.t("Another window took over."));
  }
}

interface Claim {
  readonly generation: number;
  readonly isFree: boolean;
  /** Modification time, compared only with earlier ones, never with a clock. */
  readonly lastHeartbeatMs: number;
}

const free = "free";

/**
 * A lock between the processes of one machine, in files `<path>.<generation>`; the highest generation is the lease.
 *
 * - To claim it, a process creates the next generation exclusively, so that one of several contenders wins. It then reads
 *   again, since its information may be outdated, and withdraws if there is a higher generation.
 * - The holder's heartbeat sets the modification time of its file. A contender takes over after `missedHeartbeats` reads
 *   without one, by its own timers: clocks are never compared, so changing one ends no lease. After a read that was much
 *   later than planned it starts over, because the machine, including the holder, was asleep.
 * - A holder that was suspended finds a higher generation in `check`, which it calls before each write. Only the moment
 *   between the check and the write is unprotected.
 * - A file contains its holder's random ID, or "free". It is kept, so that generations only grow. Any other text is a holder
 *   without heartbeats.
 * - If files cannot be written, `claim` rejects with the system's error.
 */
export class FileLease {
  constructor(
    private readonly path: string,
    private readonly environment: LeaseEnvironment,
    private readonly timing: LeaseTiming = { heartbeatIntervalMs: 2_000, missedHeartbeats: 5 },
  ) {}

  /**
   * Takes the lease: at once if it is free, or else when it has expired.
   * @returns undefined if its holder is alive, another process is faster or `signal` is aborted
   */
  async claim(signal?: AbortSignal): Promise<HeldLease | undefined> {
    const holder = await this.readClaim();
    const last = holder && !holder.isFree ? await this.waitUntilExpired(holder, signal) : holder;
    const isRefused = holder !== undefined && last === undefined;
    return isRefused || signal?.aborted ? undefined : this.create((last?.generation ?? 0) + 1);
  }

  /** An estimate by the clock, without waiting for heartbeats as `claim` does. */
  async seemsHeld(): Promise<boolean> {
    const holder = await this.readClaim();
    const { heartbeatIntervalMs, missedHeartbeats } = this.timing;
    return (
      holder?.isFree === false &&
      Math.abs(this.environment.clock.now() - holder.lastHeartbeatMs) < heartbeatIntervalMs * missedHeartbeats
    );
  }

  /** @returns the newest claim once it has expired or is free; undefined if there is a heartbeat or `signal` is aborted */
  private async waitUntilExpired(holder: Claim, signal: AbortSignal | undefined): Promise<Claim | undefined> {
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
        // Another process may have held it in the meantime.
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
    await this.deleteOlder(generation);
    return held;
  }

  /** @returns whether this process created it */
  private async createFile(file: string, id: string): Promise<boolean> {
    const { files, clock } = this.environment;
    for (let isRetry = false; ; isRetry = true) {
      try {
        await files.createFolder(path.dirname(file));
        await retryWhileBusy(clock, () => files.createFile(file, id));
        return true;
      } catch (error) {
        // A former holder may delete the folder in between.
        if (isRetry || !hasCode(error, "ENOENT")) {
          if (hasCode(error, "EEXIST")) {
            // An attempt that reported an error may have succeeded.
            return (await files.readFile(file).catch(() => undefined)) === id;
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
          // Deleted by the process that took over.
          if (!hasCode(error, "ENOENT")) {
            throw error;
          }
        }
      }
      return undefined;
    });
  }

  /** Existing generations, the highest first. */
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

  /** Errors are ignored: older generations do no harm. */
  private async deleteOlder(generation: number): Promise<void> {
    const older = (await this.generations().catch(() => [])).filter((other) => other < generation);
    await Promise.allSettled(older.map((other) => this.environment.files.delete(`${this.path}.${other}`)));
  }
}

/** A lease that this process holds until it is disposed or lost. */
export class HeldLease implements IDisposable {
  private readonly ended = new AbortController();
  private timer: IDisposable | undefined;
  private lastHeartbeatMs: number;

  /** Aborted when the lease is disposed, or a heartbeat or check finds it lost. */
  readonly signal = this.ended.signal;

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

  /** Call before each write. @throws {LeaseLostError} if this process no longer holds the lease */
  async check(): Promise<void> {
    if (!this.signal.aborted && !(await this.isHolder())) {
      this.end();
    }
    if (this.signal.aborted) {
      throw new LeaseLostError();
    }
  }

  /** Synchronous, since the window may be closing. */
  dispose(): void {
    this.end();
    const { files } = this.environment;
    try {
      if (files.readFileSync(this.file) === this.id) {
        files.writeFileSync(this.file, free);
      }
    } catch {
      // The lease expires.
    }
  }

  private schedule(): void {
    this.timer = this.environment.clock.after(this.heartbeatIntervalMs, () => void this.heartbeat());
  }

  private async heartbeat(): Promise<void> {
    const { files, clock } = this.environment;
    try {
      await this.check();
      // Two heartbeats must differ even if the clock was set back.
      this.lastHeartbeatMs = Math.max(clock.now(), this.lastHeartbeatMs + modifiedTimeStepMs);
      await files.setModifiedMs(this.file, this.lastHeartbeatMs);
    } catch {
      // The next heartbeat or check determines whether the lease is lost or the disk was unavailable.
    }
    if (!this.signal.aborted) {
      this.schedule();
    }
  }

  private end(): void {
    this.ended.abort();
    this.timer?.dispose();
  }
}
