import type { FileSystem } from "../../../src/util/fileSystem";
import { InterceptingFileSystem, systemError } from "../../support/fakes/fakeFileSystem";

/** A file system of which one operation fails: the disk is full, or the process is killed there, and does nothing any longer. */
export class FaultyFileSystem extends InterceptingFileSystem {
  /** Operations so far. */
  steps = 0;

  /** @param step counted from 1; if it is a write, half of its bytes are written */
  constructor(base: FileSystem, step: number, fault: "full" | "killed") {
    super(
      base,
      () => {
        this.steps++;
        if (fault === "full" ? this.steps === step : this.steps >= step) {
          throw systemError("ENOSPC");
        }
      },
      () => this.steps + 1 === step,
    );
  }
}
