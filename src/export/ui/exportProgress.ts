import type { RetryNotice } from "../../api/types";
import type { Checkpoint } from "../engine/checkpoint";
import type { Clock } from "../../util/clock";
import { withFullStop } from "../../util/strings";
import type { ReportProgress } from "../../window";
import { counted } from "../../shared/text";
import { percentWalked, progressWords } from "./exportText";

/** Often enough for who watches. */
const reportEveryMs = 250;

/** Tells a progress notification how an export goes. */
export class ExportProgress {
  private readonly startedMs: number;
  private readonly eventsBefore: number;
  private percentTold = 0;
  private toldMs = -Infinity;

  /** @param from where the export stands as it is taken up. */
  constructor(
    private readonly report: ReportProgress,
    from: Checkpoint,
    private readonly clock: Clock,
  ) {
    this.startedMs = clock.now();
    this.eventsBefore = from.totals.events;
    this.tell(from);
  }

  /** @param checkpoint after another page. */
  tell(checkpoint: Checkpoint): void {
    const now = this.clock.now();
    if (now - this.toldMs < reportEveryMs) {
      return;
    }
    this.toldMs = now;
    const percent = checkpoint.order.place ? percentWalked(checkpoint) : 0;
    const seconds = Math.max((now - this.startedMs) / 1000, reportEveryMs / 1000);
    const rate = (checkpoint.totals.events - this.eventsBefore) / seconds;
    this.report(progressWords(checkpoint, rate), Math.max(0, percent - this.percentTold));
    this.percentTold = Math.max(percent, this.percentTold);
  }

  tellRetry({ error, delayMs }: RetryNotice): void {
    const seconds = counted(Math.ceil(delayMs / 1000), "second");
    this.report(`${withFullStop(error.message)} Retrying in ${seconds}.`);
  }
}
