import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { PageState } from "../../shared/pageState";
import type { VisibleEvents } from "../../shared/viewQueries";
import type { FeedModel } from "./feedModel";
import type { HostConnection, VsCodeApi } from "./hostConnection";

const saveDelayMs = 200;

export interface PersistedState {
  /** What VS Code keeps for a reload of the window. */
  readonly state: PageState;
  /** What the host needs for a refresh. */
  readonly visible: VisibleEvents | undefined;
}

/** Saves the page's state a moment after each update and when the page is closed. */
export class StatePersister implements ReactiveController {
  private api: Pick<VsCodeApi, "setState"> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** What the host was told last, as JSON. */
  private reported = "";

  constructor(
    host: ReactiveControllerHost,
    private readonly connection: Pick<HostConnection, "post">,
    model: Pick<FeedModel, "onDidReset" | "onDidChangeShownQuery">,
    /** Undefined before there is anything to save. */
    private readonly getState: () => PersistedState | undefined,
  ) {
    host.addController(this);
    model.onDidReset(() => (this.reported = ""));
    model.onDidChangeShownQuery(() => (this.reported = ""));
  }

  /** Nothing is saved before this: it would overwrite the state to be restored. */
  start(api: Pick<VsCodeApi, "setState">, page: Pick<Window, "addEventListener">): void {
    this.api = api;
    page.addEventListener("pagehide", () => this.save());
  }

  hostUpdated(): void {
    this.saveSoon();
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
