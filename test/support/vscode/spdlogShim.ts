/**
 * Replaces the native module `@vscode/spdlog`, which VS Code writes its log files with: it is published as C++ source only.
 * vscodeInstall.ts bundles this file into the installed VS Code.
 */
import { appendFileSync } from "node:fs";
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

export async function createRotatingLogger(name: string, file: string): Promise<Logger> {
  await mkdir(path.dirname(file), { recursive: true });
  return new Logger("rotating", name, file);
}

export const createAsyncRotatingLogger = createRotatingLogger;

/** Appends lines to a file, which is never full: each start of VS Code has its own. Like the original, writing never throws. */
export class Logger {
  private level = defaultLevel;
  private isPlain = false;

  constructor(
    _type: string,
    _name: string,
    private readonly file: string,
  ) {
    appendFileSync(file, "");
  }

  readonly trace = (message: string) => this.log(0, message);
  readonly debug = (message: string) => this.log(1, message);
  readonly info = (message: string) => this.log(2, message);
  readonly warn = (message: string) => this.log(3, message);
  readonly error = (message: string) => this.log(4, message);
  readonly critical = (message: string) => this.log(5, message);

  getLevel(): number {
    return this.level;
  }

  setLevel(level: number): void {
    this.level = level;
  }

  /** Does nothing: the format is the one that VS Code sets. */
  setPattern(): void {}

  /** Writes messages without a time, a level or a line break from now on. */
  clearFormatters(): void {
    this.isPlain = true;
  }

  flush(): void {}

  drop(): void {
    this.level = off;
  }

  private log(level: number, message: string): void {
    if (level < this.level) {
      return;
    }
    const time = new Date().toISOString().replace("T", " ").replace("Z", "");
    try {
      const text = this.isPlain ? message : `${time} [${levelNames[level] ?? ""}] ${message}\n`;
      appendFileSync(this.file, text);
    } catch (error) {
      console.error(`Couldn't write the log file ${this.file}:`, error);
    }
  }
}
