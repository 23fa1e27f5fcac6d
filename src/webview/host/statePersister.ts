import type { PageState } from "../../shared/pageState";
import type { VisibleEvents } from "../../shared/viewQueries";
import type { HostConnection, VsCodeApi } from "./hostConnection";

const saveDelayMs = 200;

export interface PersistedState {
  /** What VS Code keeps for a reload of the window. */
  readonly state: PageState;
  /** What the host needs for a refresh. */
  readonly visible: VisibleEvents | undefined;
}

/** Saves the page's state, a moment after it may have changed and when the page is closed. */
export class StatePersister {
  private api: Pick<VsCodeApi, "setState"> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** What the host was told last, as JSON. */
  private reported = "";

  constructor(
    private readonly connection: Pick<HostConnection, "post">,
    /** Undefined before there is anything to save. */
    private readonly getState: () => PersistedState | undefined,
  ) {}

  /** Nothing is saved before this: it would overwrite the state to be restored. */
  start(api: Pick<VsCodeApi, "setState">, page: Pick<Window, "addEventListener">): void {
    this.api = api;
    page.addEventListener("pagehide", () => this.save());
  }

  /** Tells the host again which events are visible: it has forgotten that, or shows other ones. */
  reportAgain(): void {
    this.reported = "";
  }

  saveSoon(): void {
    this.timer ??= setTimeout(() => this.save(), saveDelayMs);
  }

  save(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const persisted = this.api && this.getState();
    if (!persisted) {
      return;
    }
    const { state, visible } = persisted;
    this.api?.setState(state);
    if (visible && JSON.stringify(visible) !== this.reported) {
      this.reported = JSON.stringify(visible);
      this.connection.post({ type: "visibleEvents", ...visible });
    }
  }
}
