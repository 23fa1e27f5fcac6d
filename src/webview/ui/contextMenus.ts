/** Context of VS Code's context menus, whose items package.json contributes to `webview/context`. */
import type { FeedQuery } from "../../shared/feedQuery";
import { isFilterText } from "../../shared/filters";
import type { EventRow } from "../../shared/feedState";
import { canFilterBySector, canFilterByType } from "../filters/pendingFilters";

/** Value of a `data-vscode-context` attribute, without VS Code's own items. */
export function selectionMenuContext(selectedCount: number): string {
  return JSON.stringify({
    webviewSection: "selection",
    preventDefaultContextMenuItems: true,
    isSingleEvent: selectedCount === 1,
  });
}

/** `when` clauses in package.json use its members. @param event undefined: several are selected */
export function eventMenuContext(event: EventRow | undefined, query: FeedQuery | undefined): string {
  return JSON.stringify({
    webviewSection: "event",
    preventDefaultContextMenuItems: true,
    isSingleEvent: event !== undefined,
    canFilterByType: event !== undefined && canFilterByType(event.type, query),
    canFilterBySector: event !== undefined && canFilterBySector(event.sector, query),
    isPublication: query?.source !== undefined,
    hasCompany: isFilterText(event?.company),
  });
}

/** @param element has a `data-vscode-context` attribute */
export function openSelectionMenu(element: Element, clientX: number, clientY: number): void {
  // VS Code also opens its menu for synthetic events.
  element.dispatchEvent(
    new MouseEvent("contextmenu", { bubbles: true, cancelable: true, button: 2, clientX, clientY }),
  );
}
