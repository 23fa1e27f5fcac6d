// Replaces the native module `@vscode/spdlog`, which VS Code needs for its log files, but is C++ source only.
const { appendFileSync, mkdirSync } = require("node:fs");
const path = require("node:path");

const levels = ["trace", "debug", "info", "warning", "error", "critical"];
let defaultLevel = 2;

/** Appends lines to a file of unlimited size, because each VS Code starts a new one. Never throws. */
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

  /** From now on, writes messages without time, level and line break. */
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

// Export one by one, so that ES modules can import them by name.
exports.version = 0;
exports.Logger = Logger;
exports.createRotatingLogger = createRotatingLogger;
exports.createAsyncRotatingLogger = createRotatingLogger;
exports.setFlushOn = () => {};
/** Sets the level of loggers that are created later. */
exports.setLevel = (level) => {
  defaultLevel = level;
};
