/** Where the keyboard focus goes in the page, besides what the browser does. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Makes a toolbar one tab stop: Tab goes to the button that had the focus last, the arrow keys, Home and End go to the others. */
export class RovingTabIndex implements ReactiveController {
  private lastFocused: Element | undefined;

  /** @param selector of the toolbar, rendered by the host in its light DOM */
  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly selector: string,
  ) {
    host.addController(this);
    host.addEventListener("keydown", (event) => this.onKeyDown(event));
    host.addEventListener("focusin", ({ target }) => this.onFocusIn(target));
  }

  hostUpdated(): void {
    const buttons = this.buttons();
    const tabStop = buttons.find((button) => button === this.lastFocused) ?? buttons[0];
    for (const button of buttons) {
      button.tabIndex = button === tabStop ? 0 : -1;
    }
  }

  private buttons(): HTMLElement[] {
    return [...this.host.querySelectorAll<HTMLElement>(`${this.selector} > button`)];
  }

  private onFocusIn(target: EventTarget | null): void {
    if (target instanceof Element && target.parentElement?.matches(this.selector)) {
      this.lastFocused = target;
      this.hostUpdated();
    }
  }

  private onKeyDown(event: KeyboardEvent): void {
    const buttons = this.buttons();
    const index = buttons.findIndex((button) => button === event.target);
    if (index < 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
      return;
    }
    const last = buttons.length - 1;
    const target = {
      ArrowRight: index === last ? 0 : index + 1,
      ArrowLeft: index === 0 ? last : index - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      buttons[target]?.focus();
    }
  }
}

/** A part of the page that F6 goes to. */
export interface Region {
  readonly element: Element | null;
  focus(): void;
}

/**
 * F6 and Shift+F6 go to the next and the previous region of the page, as they do between the parts of VS Code; from the last to the
 * first and back. Left to VS Code, the key would lead nowhere: its "Focus Next Part" does not notice that a webview has the focus, and
 * focuses the editor area, which is the page again.
 *
 * @param regions in the order of the document
 * @returns whether the key was one of these and led to a region
 */
export function navigateRegions(event: KeyboardEvent, regions: readonly Region[]): boolean {
  const { key, altKey, ctrlKey, metaKey, shiftKey, target } = event;
  if (key !== "F6" || altKey || ctrlKey || metaKey || !(target instanceof Node)) {
    return false;
  }
  const positionOf = ({ element }: Region): number => (element ? target.compareDocumentPosition(element) : 0);
  const shown = regions.filter(({ element }) => element);
  const next = shiftKey
    ? (shown.findLast((region) => positionOf(region) === Node.DOCUMENT_POSITION_PRECEDING) ?? shown.at(-1))
    : (shown.find((region) => positionOf(region) === Node.DOCUMENT_POSITION_FOLLOWING) ?? shown[0]);
  if (!next) {
    return false;
  }
  event.preventDefault();
  // VS Code listens on the window of the page.
  event.stopPropagation();
  next.focus();
  return true;
}

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
