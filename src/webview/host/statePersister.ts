import type { PageState } from "../../shared/pageState";
import type { VisibleEvents } from "../../shared/viewQueries";
import type { HostConnection, VsCodeApi } from "./hostConnection";

const saveDelayMs = 200;

export interface PersistedState {
  /** Saved by VS Code for a reload of the window. */
  readonly state: PageState;
  /** Sent to the host, which needs it for a refresh. */
  readonly visible: VisibleEvents | undefined;
}

/** Saves the page's state, a moment after it may have changed and when the page is closed. */
export class StatePersister {
  private api: Pick<VsCodeApi, "setState"> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly connection: Pick<HostConnection, "post">,
    /** Undefined before there is anything to save. */
    private readonly getState: () => PersistedState | undefined,
  ) {}

  /** Nothing is saved before, which would overwrite the state to be restored. */
  start(api: Pick<VsCodeApi, "setState">): void {
    this.api = api;
    window.addEventListener("pagehide", () => this.save());
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
    if (visible) {
      this.connection.post({ type: "visibleEvents", ...visible });
    }
  }
}
