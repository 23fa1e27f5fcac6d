import { maxPageSize } from "../../api/types";

/** Pages to read at most before a larger one is tried again. */
const maxPagesUntilRetry = 64;

/** The largest page size that the service applies and whose pages can be read. */
export class PageSizeLimit {
  /** The largest page size that the service reports as applied. */
  private applied = Infinity;
  /** A page had more items than the service reported as its page size: such reports are ignored from then on. */
  private isUnderreported = false;
  /** Pages of twice this size were too large to read. */
  private readable = Infinity;
  private pagesUntilRetry = 1;
  private pagesLeft = 0;
  private isGrowing = false;

  atMost(pageSize: number): number {
    return Math.min(pageSize, this.applied, this.readable);
  }

  /** A page was read. @param applied the page size that the service reported. */
  pageRead(requested: number, applied: number): void {
    if (applied < requested && !this.isUnderreported) {
      this.applied = applied;
    }
    if (requested < this.readable || --this.pagesLeft > 0) {
      return;
    }
    this.readable = requested * 2 >= maxPageSize ? Infinity : requested * 2;
    this.isGrowing = true;
  }

  /** A page was decoded. @param applied the page size that the service reported. @param count items that it had. */
  pageDecoded(applied: number, count: number): void {
    if (count > applied) {
      this.isUnderreported = true;
      this.applied = Infinity;
    }
  }

  /** A page was too large to read. @param requested more than 1. */
  pageTooLarge(requested: number): void {
    if (this.isGrowing) {
      // All pages of that size are too large, not just one event: try less often.
      this.pagesUntilRetry = Math.min(maxPagesUntilRetry, this.pagesUntilRetry * 2);
      this.isGrowing = false;
    }
    this.readable = Math.floor(requested / 2);
    this.pagesLeft = this.pagesUntilRetry;
  }
}
