/** The context menus of events are VS Code's own: package.json contributes their items to `webview/context`. */
import type { FeedQuery } from "../../shared/feedQuery";
import { isFilterText } from "../../shared/filters";
import type { EventRow } from "../../shared/feedState";
import { canFilterBySector, canFilterByType } from "../filters/pendingFilters";

/** What a menu of an event needs of it. */
export type MenuEvent = { readonly [K in "type" | "sector" | "company"]?: EventRow[K] | undefined };

/** For the `data-vscode-context` attribute; leaves out VS Code's items for text. */
export function selectionMenuContext(selectedCount: number): string {
  return JSON.stringify({
    webviewSection: "selection",
    preventDefaultContextMenuItems: true,
    isSingleEvent: selectedCount === 1,
  });
}

/**
 * The same for the rows of the list and for details, whose event need not be selected. `when` clauses in package.json use its members.
 *
 * @param event undefined: several are selected
 */
export function eventMenuContext(
  event: MenuEvent | undefined,
  query: FeedQuery | undefined,
  areDetails = false,
): string {
  return JSON.stringify({
    ...(areDetails && { areDetails }),
    webviewSection: "event",
    preventDefaultContextMenuItems: true,
    isSingleEvent: event !== undefined,
    canFilterByType: event !== undefined && canFilterByType(event.type, query),
    canFilterBySector: event !== undefined && canFilterBySector(event.sector, query),
    isPublication: query?.source !== undefined,
    hasCompany: isFilterText(event?.company),
  });
}

/** Opens the menu on an element with that attribute, at a point of the viewport (CSS pixels). */
export function openSelectionMenu(element: Element, clientX: number, clientY: number): void {
  // VS Code opens its menu for each `contextmenu` event that reaches the window, also for synthetic ones.
  element.dispatchEvent(
    new MouseEvent("contextmenu", { bubbles: true, cancelable: true, button: 2, clientX, clientY }),
  );
}
