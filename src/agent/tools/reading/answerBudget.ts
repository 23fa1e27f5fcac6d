import { ApiError } from "../../../api/errors";
import type { Clock } from "../../../util/clock";

/** Questions about events that agents may ask at once, whether or not a request is needed. */
const answerBurst = 60;
/** After that, agents may ask one question in each of these intervals. */
const answerIntervalMs = 1000;

/**
 * Limits how many questions about events all agents together may ask. Counting and adding up thousands of events that were read before
 * takes no request, but it takes time in which panels would wait.
 */
export class AnswerBudget {
  private answers = answerBurst;
  private updatedMs: number;

  constructor(private readonly clock: Clock) {
    this.updatedMs = clock.now();
  }

  /** @throws {ApiError} `throttled` */
  take(): void {
    const now = this.clock.now();
    // The clock may have been set back.
    const elapsedMs = Math.max(0, now - this.updatedMs);
    this.answers = Math.min(answerBurst, this.answers + elapsedMs / answerIntervalMs);
    this.updatedMs = now;
    if (this.answers < 1) {
      const retryAfterMs = 5 * answerIntervalMs;
      throw new ApiError(
        { kind: "throttled", retryAfterMs },
        `Agents may ask ${answerBurst} questions at once, then one every ${answerIntervalMs / 1000} s.`,
      );
    }
    this.answers--;
  }
}
