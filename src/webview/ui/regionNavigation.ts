/** A part of the page that F6 goes to. */
export interface Region {
  readonly element: Element | null;
  focus(): void;
}

/**
 * F6 and Shift+F6 go to the next and the previous region of the page, as they do between the parts of VS Code. Beyond the last and
 * the first region the key is left to VS Code, which goes on to its own parts.
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
  const next = shiftKey
    ? regions.findLast((region) => positionOf(region) === Node.DOCUMENT_POSITION_PRECEDING)
    : regions.find((region) => positionOf(region) === Node.DOCUMENT_POSITION_FOLLOWING);
  if (!next) {
    return false;
  }
  event.preventDefault();
  // VS Code listens on the window of the page.
  event.stopPropagation();
  next.focus();
  return true;
}
