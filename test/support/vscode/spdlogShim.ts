/**
 * Replaces the native module `@vscode/spdlog`, which VS Code writes its log files with: it is published as C++ source only.
 * vscodeInstall.ts bundles this file into the installed VS Code.
 */
import { closeSync, fstatSync, openSync, renameSync, writeSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";

const levelNames = ["trace", "debug", "info", "warning", "error", "critical", "off"] as const;
const off = levelNames.indexOf("off");

export const version = 0;

let defaultLevel = levelNames.indexOf("info");

/** Sets the level of loggers that are created later. */
export function setLevel(level: number): void {
  defaultLevel = level;
}

/** Does nothing: messages are written at once. */
export function setFlushOn(): void {}

export async function createRotatingLogger(
  name: string,
  file: string,
  maxFileSize: number,
  maxFiles: number,
): Promise<Logger> {
  await mkdir(path.dirname(file), { recursive: true });
  return new Logger("rotating", name, file, maxFileSize, maxFiles);
}

export const createAsyncRotatingLogger = createRotatingLogger;

/** Appends lines to a file and rotates it when it is full. Like the original, writing never throws. */
export class Logger {
  private level = defaultLevel;
  private pattern = "[%Y-%m-%d %H:%M:%S.%e] [%n] [%l] %v";
  private handle: number | undefined;
  private size = 0;

  constructor(
    _type: string,
    private readonly name: string,
    private readonly file: string,
    private readonly maxFileSize: number,
    private readonly maxFiles: number,
  ) {
    this.open();
  }

  trace(message: string): void {
    this.log(0, message);
  }

  debug(message: string): void {
    this.log(1, message);
  }

  info(message: string): void {
    this.log(2, message);
  }

  warn(message: string): void {
    this.log(3, message);
  }

  error(message: string): void {
    this.log(4, message);
  }

  critical(message: string): void {
    this.log(5, message);
  }

  getLevel(): number {
    return this.level;
  }

  setLevel(level: number): void {
    this.level = level;
  }

  /** @param pattern with `%v` for the message, `%l` the level, `%n` the name, and `%Y %m %d %H %M %S %e` the local time */
  setPattern(pattern: string): void {
    this.pattern = pattern;
  }

  /** Writes messages without a pattern or line break from now on. */
  clearFormatters(): void {
    this.pattern = "";
  }

  flush(): void {}

  drop(): void {
    this.close();
    this.level = off;
  }

  private log(level: number, message: string): void {
    if (level < this.level) {
      return;
    }
    const bytes = Buffer.from(this.pattern === "" ? message : `${this.format(level, message)}\n`);
    try {
      if (this.size > 0 && this.size + bytes.length > this.maxFileSize) {
        this.rotate();
      }
      if (this.handle !== undefined) {
        this.size += writeSync(this.handle, bytes);
      }
    } catch (error) {
      console.error(`Couldn't write the log file ${this.file}:`, error);
    }
  }

  private format(level: number, message: string): string {
    const now = new Date();
    const digits = (value: number, count = 2): string => String(value).padStart(count, "0");
    const values: Record<string, string> = {
      Y: digits(now.getFullYear(), 4),
      m: digits(now.getMonth() + 1),
      d: digits(now.getDate()),
      H: digits(now.getHours()),
      M: digits(now.getMinutes()),
      S: digits(now.getSeconds()),
      e: digits(now.getMilliseconds(), 3),
      l: levelNames[level] ?? "",
      n: this.name,
      v: message,
    };
    return this.pattern.replace(/%(\w)/g, (token, letter: string) => values[letter] ?? token);
  }

  /** Renames `name.log` to `name.1.log`, that to `name.2.log` and so on, and overwrites the oldest. */
  private rotate(): void {
    this.close();
    for (let index = this.maxFiles - 1; index > 0; index--) {
      try {
        renameSync(this.rotated(index - 1), this.rotated(index));
      } catch {
        // There are fewer files.
      }
    }
    this.open(this.maxFiles > 1 ? "a" : "w");
  }

  private rotated(index: number): string {
    const { dir, name, ext } = path.parse(this.file);
    return index === 0 ? this.file : path.join(dir, `${name}.${index}${ext}`);
  }

  private open(flags = "a"): void {
    this.handle = openSync(this.file, flags);
    this.size = fstatSync(this.handle).size;
  }

  private close(): void {
    if (this.handle !== undefined) {
      closeSync(this.handle);
      this.handle = undefined;
    }
  }
}
