/** Where the keyboard focus goes in the page, besides what the browser does. */

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
 * Keeps the keyboard focus in the page: when the focused control is removed, hidden or disabled, or the window regains the focus and
 * no control does, it goes to the page's main control (the list).
 */
export function keepFocus(page: HTMLElement, focusMain: () => void, source: Window): void {
  const restore = (): void => {
    if (document.hasFocus() && nothingHasFocus()) {
      focusMain();
    }
  };
  source.addEventListener("focus", restore);
  new MutationObserver(restore).observe(page, {
    subtree: true,
    childList: true,
    attributeFilter: ["hidden", "inert", "disabled"],
  });
  // A new panel may have the focus before its page listens.
  restore();
}

/** Called for every change of the page: nothing here may force a layout. */
function nothingHasFocus(): boolean {
  const { activeElement, body } = document;
  return (
    !activeElement ||
    activeElement === body ||
    activeElement.closest("[hidden], [inert], [disabled]") !== null
  );
}
