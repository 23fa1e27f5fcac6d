/** Hands VS Code what the page needs to come back after a window reload: a moment after a change, and when the page goes. */
import type { PageState } from "../shared/pageState";
import type { VsCodeApi } from "./hostLink";

const saveAfterMs = 200;

export class PageKeeper {
  private saving: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly api: Pick<VsCodeApi, "setState">,
    /** What is to be kept; undefined: nothing is known yet, and what was kept stays. */
    private readonly read: () => PageState | undefined,
    page: Window,
  ) {
    page.addEventListener("pagehide", () => this.save());
  }

  /** Something that is kept changed. */
  changed(): void {
    this.saving ??= setTimeout(() => this.save(), saveAfterMs);
  }

  private save(): void {
    clearTimeout(this.saving);
    this.saving = undefined;
    const state = this.read();
    if (state) {
      this.api.setState(state);
    }
  }
}
