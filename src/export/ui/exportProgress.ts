import * as l10n from "@vscode/l10n";
import { retryText } from "../../api/retryText";
import type { RetryNotice } from "../../api/types";
import type { Clock } from "../../util/clock";
import type { IDisposable } from "../../util/disposable";
import type { ReportProgress } from "../../window";
import type { Checkpoint } from "../engine/checkpoint";
import type { RunProgress } from "../engine/exportRun";
import { conversionText, percentRead, progressText } from "./exportText";

const reportIntervalMs = 250;

/** Reports the progress of an export, at most four times a second, and counts down to the next attempt while it waits. */
export class ExportProgress implements RunProgress {
  private readonly startedMs: number;
  private readonly eventsBefore: number;
  private reportedPercent = 0;
  private reportedMs = -Infinity;
  private countdown: IDisposable | undefined;
  private nextAttemptMs = -Infinity;

  constructor(
    private readonly send: ReportProgress,
    start: Checkpoint,
    private readonly clock: Clock,
  ) {
    this.startedMs = clock.now();
    this.eventsBefore = start.totals.events;
    this.report(start);
  }

  report(checkpoint: Checkpoint): void {
    const now = this.clock.now();
    if (now < this.nextAttemptMs) {
      // This page was read before the request that is retried, so the countdown goes on.
      return;
    }
    this.endCountdown();
    if (!this.isDue(now)) {
      return;
    }
    const percent = checkpoint.job.source ? percentRead(checkpoint) : 0;
    const seconds = Math.max(now - this.startedMs, reportIntervalMs) / 1000;
    const eventsPerSecond = (checkpoint.totals.events - this.eventsBefore) / seconds;
    this.send(progressText(checkpoint, eventsPerSecond), Math.max(0, percent - this.reportedPercent));
    this.reportedPercent = Math.max(percent, this.reportedPercent);
  }

  /** @param fraction of the file that is converted */
  reportConversion(fraction: number): void {
    this.endCountdown();
    if (this.isDue(this.clock.now())) {
      this.send(conversionText(fraction));
    }
  }

  reportRetry(retry: RetryNotice): void {
    this.endCountdown();
    this.nextAttemptMs = this.clock.now() + retry.delayMs;
    this.countDown(retry, this.nextAttemptMs);
  }

  reportSaving(): void {
    this.endCountdown();
    this.send(l10n.t("Saving the file…"));
  }

  dispose(): void {
    this.endCountdown();
  }

  private countDown(retry: RetryNotice, endMs: number): void {
    const remainingMs = Math.max(0, endMs - this.clock.now());
    this.send(retryText(retry, remainingMs));
    if (remainingMs > 0) {
      // To the next whole second, so that none is skipped when a timer is late.
      const nextMs = remainingMs % 1000 || 1000;
      this.countdown = this.clock.after(nextMs, () => this.countDown(retry, endMs));
    }
  }

  private endCountdown(): void {
    if (this.countdown) {
      this.countdown.dispose();
      this.countdown = undefined;
      // What was counted down to is over.
      this.reportedMs = -Infinity;
    }
  }

  private isDue(now: number): boolean {
    if (now - this.reportedMs < reportIntervalMs) {
      return false;
    }
    this.reportedMs = now;
    return true;
  }
}
