// Replaces the native module `@vscode/spdlog`, which VS Code writes its log files with: it is published as C++ source only.
const { appendFileSync, mkdirSync } = require("node:fs");
const path = require("node:path");

const levels = ["trace", "debug", "info", "warning", "error", "critical"];
let defaultLevel = 2;

/** Appends lines to a file, which is never full: each start of VS Code has its own. Like the original, writing never throws. */
class Logger {
  constructor(_type, _name, file) {
    this.file = file;
    this.level = defaultLevel;
    this.isPlain = false;
    appendFileSync(file, "");
    ["trace", "debug", "info", "warn", "error", "critical"].forEach((name, level) => {
      this[name] = (message) => this.log(level, message);
    });
  }

  getLevel() {
    return this.level;
  }

  setLevel(level) {
    this.level = level;
  }

  setPattern() {}

  /** Writes messages without a time, a level or a line break from now on. */
  clearFormatters() {
    this.isPlain = true;
  }

  flush() {}

  drop() {
    this.level = levels.length;
  }

  log(level, message) {
    if (level < this.level) {
      return;
    }
    const time = new Date().toISOString().replace("T", " ").replace("Z", "");
    try {
      appendFileSync(this.file, this.isPlain ? message : `${time} [${levels[level]}] ${message}\n`);
    } catch (error) {
      console.error(`Couldn't write the log file ${this.file}:`, error);
    }
  }
}

async function createRotatingLogger(name, file) {
  mkdirSync(path.dirname(file), { recursive: true });
  return new Logger("rotating", name, file);
}

// One by one, so that ES modules can import them by name.
exports.version = 0;
exports.Logger = Logger;
exports.createRotatingLogger = createRotatingLogger;
exports.createAsyncRotatingLogger = createRotatingLogger;
exports.setFlushOn = () => {};
/** Of loggers that are created later. */
exports.setLevel = (level) => {
  defaultLevel = level;
};
