import type { PageState } from "../../shared/pageState";
import type { EventRef, VisibleEvents } from "../../shared/viewQueries";
import type { HostConnection, VsCodeApi } from "./hostConnection";

const keepAfterMs = 200;

export interface PersistedState {
  /** For a reload. */
  readonly state: PageState;
  /** For a refresh. */
  readonly visible: VisibleEvents | undefined;
}

/** Has what a reload or a refresh will need kept, by VS Code and by the host: a moment after it changed, and when the page goes. */
export class StatePersister {
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private told: VisibleEvents | undefined;

  constructor(
    private readonly api: Pick<VsCodeApi, "setState">,
    private readonly link: Pick<HostConnection, "post">,
    page: Pick<Window, "addEventListener">,
    /** Undefined: nothing is there to be kept yet. */
    private readonly kept: () => PersistedState | undefined,
  ) {
    page.addEventListener("pagehide", () => this.now());
  }

  /** Something changed. */
  soon(): void {
    this.waiting ??= setTimeout(() => this.now(), keepAfterMs);
  }

  now(): void {
    clearTimeout(this.waiting);
    this.waiting = undefined;
    const kept = this.kept();
    if (!kept) {
      return;
    }
    this.api.setState(kept.state);
    const { visible } = kept;
    if (
      visible &&
      !(samePlace(visible.last, this.told?.last) && samePlace(visible.topmost, this.told?.topmost))
    ) {
      this.told = visible;
      this.link.post({ type: "visibleEvents", ...visible });
    }
  }

  /** The host knows no longer what is on screen: it began anew, or with another query. */
  tellAnew(): void {
    this.told = undefined;
  }
}

function samePlace(a: EventRef | undefined, b: EventRef | undefined): boolean {
  return a?.id === b?.id && a?.publishedMs === b?.publishedMs;
}
