import { observeSize } from "./element";

/** A part of the page that F6 goes to. */
export interface Region {
  readonly element: Element | null;
  focus(): void;
}

/**
 * F6 and Shift+F6 cycle through the regions of the page, like the parts of VS Code. VS Code's own "Focus
 * Next Part" doesn't notice that a webview has the focus, and would focus the editor area: the page again.
 * @param regions in document order
 * @returns whether a region was focused
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
  // VS Code listens on the page's window.
  event.stopPropagation();
  next.focus();
  return true;
}

/** Calls `focusMain` when the focused control is removed, hidden or disabled, or none has the focus. */
export function keepFocus(page: HTMLElement, focusMain: () => void): void {
  const restore = (): void => {
    if (document.hasFocus() && nothingHasFocus()) {
      focusMain();
    }
  };
  window.addEventListener("focus", restore);
  // In a narrower page, the focused control may not be displayed any more.
  observeSize([page], restore);
  new MutationObserver(restore).observe(page, {
    subtree: true,
    childList: true,
    attributeFilter: ["hidden", "inert", "disabled"],
  });
  // A new panel may already have the focus.
  restore();
}

/** Called for every DOM change: must not force a layout. */
function nothingHasFocus(): boolean {
  const { activeElement, body } = document;
  return (
    !activeElement ||
    activeElement === body ||
    activeElement.closest("[hidden], [inert], [disabled]") !== null
  );
}
