/** The context menus of events are VS Code's own: package.json contributes their items to `webview/context`. */
import type { FeedQuery } from "../../shared/feedQuery";
import { isFilterText } from "../../shared/filters";
import type { EventRow } from "../../shared/feedState";
import { canFilterBySector, canFilterByType } from "../filters/pendingFilters";

/** For the `data-vscode-context` attribute; leaves out VS Code's items for text. */
export function selectionMenuContext(selectedCount: number): string {
  return JSON.stringify({
    webviewSection: "selection",
    preventDefaultContextMenuItems: true,
    isSingleEvent: selectedCount === 1,
  });
}

/**
 * The same for the rows of the list. `when` clauses in package.json use its members.
 *
 * @param event the only selected event; undefined: several are selected
 */
export function rowMenuContext(event: EventRow | undefined, query: FeedQuery | undefined): string {
  return JSON.stringify(eventContext(event, query));
}

/** The same for the details of an event, which need not be selected. */
export function detailsMenuContext(event: EventRow, query: FeedQuery | undefined): string {
  return JSON.stringify({ ...eventContext(event, query), areDetails: true });
}

function eventContext(event: EventRow | undefined, query: FeedQuery | undefined): object {
  return {
    webviewSection: "event",
    preventDefaultContextMenuItems: true,
    isSingleEvent: event !== undefined,
    canFilterByType: event !== undefined && canFilterByType(event, query),
    canFilterBySector: event !== undefined && canFilterBySector(event, query),
    isPublication: query?.source !== undefined,
    hasCompany: isFilterText(event?.company),
    hasWebsite: event?.hasWebsite === true,
  };
}

/** Opens the menu on an element with that attribute, at a point of the viewport (CSS pixels). */
export function openSelectionMenu(element: Element, clientX: number, clientY: number): void {
  // VS Code opens its menu for each `contextmenu` event that reaches the window, also for synthetic ones.
  element.dispatchEvent(
    new MouseEvent("contextmenu", { bubbles: true, cancelable: true, button: 2, clientX, clientY }),
  );
}
