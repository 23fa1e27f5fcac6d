import type { EventRow } from "../../shared/feedState";

/** How long the row of a new event is tinted once it is visible, and how long the tint then fades (eventGrid.css). */
const tintMs = 4000;
const fadeMs = 1000;
/** More than a screen shows. */
const maxRemembered = 2000;

export type TintPhase = "tinted" | "fading" | undefined;

/** Which rows are tinted because live updates have just added their events. */
export class NewRows {
  /** When each was first visible, milliseconds since 1970 UTC. */
  private readonly visibleSince = new Map<string, number>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onDidChange a row is in another phase */
  constructor(private readonly onDidChange: () => void) {}

  phaseOf({ id, isNew }: EventRow, isVisible: boolean): TintPhase {
    if (!isNew) {
      return undefined;
    }
    const nowMs = Date.now();
    const since = this.visibleSince.get(id);
    if (since === undefined) {
      if (isVisible) {
        this.remember(id, nowMs);
      }
      return "tinted";
    }
    const elapsedMs = nowMs - since;
    return elapsedMs < tintMs ? "tinted" : elapsedMs < tintMs + fadeMs ? "fading" : undefined;
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private remember(id: string, nowMs: number): void {
    this.visibleSince.set(id, nowMs);
    if (this.visibleSince.size > maxRemembered) {
      const [oldest] = this.visibleSince.keys();
      this.visibleSince.delete(oldest ?? id);
    }
    this.timer ??= setTimeout(() => this.update(), tintMs);
  }

  /** Runs while any row is tinted or fading. */
  private update(): void {
    const nowMs = Date.now();
    const isTinted = [...this.visibleSince.values()].some((since) => nowMs - since < tintMs + fadeMs);
    this.timer = isTinted ? setTimeout(() => this.update(), fadeMs / 2) : undefined;
    this.onDidChange();
  }
}
