/**
 * Keeps the keyboard from getting lost. A control that goes away with what it did leaves it to the home of the page (its
 * list); where the window gets the keyboard back and nothing in it has it, whatever had it last takes it up again.
 */
export class FocusRestorer {
  /** What had the keyboard last, inside of an element of VS Code's where it is one. */
  private last: HTMLElement | undefined;

  constructor(
    page: HTMLElement,
    private readonly home: () => void,
    source: Window,
  ) {
    page.addEventListener("focusin", (event) => {
      const [target] = event.composedPath();
      this.last = target instanceof HTMLElement ? target : undefined;
    });
    // It is on its way elsewhere: what goes away meanwhile has nothing to leave. Heard before the page draws because of it.
    page.addEventListener(
      "focusout",
      ({ relatedTarget }) => {
        this.last = relatedTarget ? undefined : this.last;
      },
      { capture: true },
    );
    source.addEventListener("focus", () => this.takeUp());
    new MutationObserver(() => this.leave()).observe(page, {
      subtree: true,
      childList: true,
      attributeFilter: ["hidden", "inert", "disabled"],
    });
    // A panel that was just opened has the keyboard before its page listens.
    if (document.hasFocus()) {
      this.takeUp();
    }
  }

  private takeUp(): void {
    if (nothingHasFocus() && this.last && !isGone(this.last)) {
      this.last.focus({ preventScroll: true });
    }
    if (nothingHasFocus()) {
      this.home();
    }
  }

  private leave(): void {
    if (this.last && isGone(this.last)) {
      const { activeElement } = document;
      const hadIt = nothingHasFocus() || activeElement === outerOf(this.last);
      this.last = undefined;
      if (hadIt && document.hasFocus()) {
        this.home();
      }
    }
  }
}

function nothingHasFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Asked at every change of the page: whatever would make the browser lay out stays out of here. */
function isGone(element: HTMLElement): boolean {
  return !element.isConnected || outerOf(element).closest("[hidden], [inert], [disabled]") !== null;
}

function outerOf(element: HTMLElement): Element {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : element;
}
