/**
 * Keeps the keyboard focus in the page. When the focused control is removed or disabled, the focus goes to the page's main
 * control (the list). When the window regains the focus but no control does, the last focused one gets it.
 */
export class FocusRestorer {
  /** For a VS Code element, the focused one in its shadow root. */
  private lastFocused: HTMLElement | undefined;

  constructor(
    page: HTMLElement,
    private readonly focusMain: () => void,
    source: Window,
  ) {
    page.addEventListener("focusin", (event) => {
      const [target] = event.composedPath();
      this.lastFocused = target instanceof HTMLElement ? target : undefined;
    });
    // The focus moves elsewhere, so that removing this control loses nothing. Capture runs before listeners update the page.
    page.addEventListener(
      "focusout",
      ({ relatedTarget }) => {
        this.lastFocused = relatedTarget ? undefined : this.lastFocused;
      },
      { capture: true },
    );
    source.addEventListener("focus", () => this.restore());
    new MutationObserver(() => this.onMutation()).observe(page, {
      subtree: true,
      childList: true,
      attributeFilter: ["hidden", "inert", "disabled"],
    });
    // A new panel may have the focus before its page listens.
    if (document.hasFocus()) {
      this.restore();
    }
  }

  private restore(): void {
    if (nothingHasFocus() && this.lastFocused && canHaveFocus(this.lastFocused)) {
      this.lastFocused.focus({ preventScroll: true });
    }
    if (nothingHasFocus()) {
      this.focusMain();
    }
  }

  private onMutation(): void {
    if (this.lastFocused && !canHaveFocus(this.lastFocused)) {
      const hadFocus = nothingHasFocus() || document.activeElement === hostOf(this.lastFocused);
      this.lastFocused = undefined;
      if (hadFocus && document.hasFocus()) {
        this.focusMain();
      }
    }
  }
}

function nothingHasFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Called for every change of the page: nothing here may force a layout. */
function canHaveFocus(element: HTMLElement): boolean {
  return element.isConnected && hostOf(element).closest("[hidden], [inert], [disabled]") === null;
}

function hostOf(element: HTMLElement): Element {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : element;
}
