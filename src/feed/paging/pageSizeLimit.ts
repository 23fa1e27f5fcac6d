import { maxPageSize } from "../../api/types";

/** Pages that are read before a larger one is tried again, at most. */
const longestWait = 64;

/** How large a page may be: as large as the service makes them, and as large as can be read. */
export class PageSizeLimit {
  /** The largest page size that the service applies. */
  private applied = Infinity;
  /** Whether a page had more items than the service says it applied: what it says is no limit then. */
  private understates = false;
  /** Twice this was too large to be read. */
  private readable = Infinity;
  /** Pages to be read before a larger one is tried. */
  private pagesUntilRetry = 1;
  private pagesLeft = 0;
  private isGrowing = false;

  atMost(pageSize: number): number {
    return Math.min(pageSize, this.applied, this.readable);
  }

  /** @param applied what the service says. */
  noteRead(asked: number, applied: number): void {
    if (applied < asked && !this.understates) {
      this.applied = applied;
    }
    if (asked < this.readable || --this.pagesLeft > 0) {
      return;
    }
    // One large event makes a page too large, or all of them do.
    this.readable = asked * 2 >= maxPageSize ? Infinity : asked * 2;
    this.isGrowing = true;
  }

  /** @param applied what the service said of a page that turned out to have `count` items. */
  noteItems(applied: number, count: number): void {
    if (count > applied) {
      this.understates = true;
      this.applied = Infinity;
    }
  }

  /** @param asked more than 1. */
  noteTooLarge(asked: number): void {
    if (this.isGrowing) {
      this.pagesUntilRetry = Math.min(longestWait, this.pagesUntilRetry * 2);
      this.isGrowing = false;
    }
    this.readable = Math.floor(asked / 2);
    this.pagesLeft = this.pagesUntilRetry;
  }
}
