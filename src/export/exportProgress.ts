import * as l10n from "@vscode/l10n";
import { retryText } from "../api/failureText";
import type { RetryNotice } from "../api/types";
import type { Clock } from "../util/clock";
import type { IDisposable } from "../util/disposable";
import type { ReportProgress } from "../window";
import type { DownloadedPart, DownloadProgress } from "./download";
import { progressText } from "./exportText";

/** Reports the progress of an export, and counts down to the next attempt while it waits. */
export class ExportProgress implements DownloadProgress, IDisposable {
  private countdown: IDisposable | undefined;
  private nextAttemptMs = -Infinity;

  constructor(
    private readonly report: ReportProgress,
    readonly signal: AbortSignal,
    private readonly clock: Clock,
  ) {}

  downloaded(part: DownloadedPart): void {
    // A page that was read before the request that is retried does not end the countdown.
    if (this.clock.now() >= this.nextAttemptMs) {
      this.countdown?.dispose();
      this.report(progressText(part));
    }
  }

  retrying(retry: RetryNotice): void {
    this.nextAttemptMs = this.clock.now() + retry.delayMs;
    this.countDown(retry);
  }

  saving(): void {
    this.countdown?.dispose();
    this.report(l10n.t("Saving the file…"));
  }

  dispose(): void {
    this.countdown?.dispose();
  }

  private countDown(retry: RetryNotice): void {
    this.countdown?.dispose();
    const remainingMs = Math.max(0, this.nextAttemptMs - this.clock.now());
    this.report(retryText(retry, remainingMs));
    if (remainingMs > 0) {
      // To the next whole second, so that none is skipped when a timer is late.
      this.countdown = this.clock.after(remainingMs % 1000 || 1000, () => this.countDown(retry));
    }
  }
}
