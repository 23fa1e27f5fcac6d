import type { PageState } from "../shared/pageState";
import type { HostLink, VsCodeApi } from "./hostLink";

const keepAfterMs = 200;

export interface Kept {
  /** For a reload. */
  readonly state: PageState;
  /** For a refresh: date of the last event on screen, milliseconds since 1970 UTC. */
  readonly readTo: number | undefined;
}

/** Has what a reload or a refresh will need kept, by VS Code and by the host: a moment after it changed, and when the page goes. */
export class PageKeeper {
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private toldReadTo: number | undefined;

  constructor(
    private readonly api: Pick<VsCodeApi, "setState">,
    private readonly link: Pick<HostLink, "post">,
    page: Pick<Window, "addEventListener">,
    /** Undefined: nothing is there to be kept yet. */
    private readonly kept: () => Kept | undefined,
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
    if (kept.readTo !== undefined && kept.readTo !== this.toldReadTo) {
      this.toldReadTo = kept.readTo;
      this.link.post({ type: "place", publishedMs: kept.readTo });
    }
  }

  /** The host knows no longer how far down is read: it began anew, or with another query. */
  tellAnew(): void {
    this.toldReadTo = undefined;
  }
}
