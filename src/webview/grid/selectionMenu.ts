/** The context menu of the selected events is VS Code's own: package.json contributes its items to `webview/context`. */

/** For the `data-vscode-context` attribute; leaves out VS Code's items for text. */
export const selectionMenuContext = JSON.stringify({
  webviewSection: "selection",
  preventDefaultContextMenuItems: true,
});

/** Opens the menu on an element with that attribute, at a point of the viewport (CSS pixels). */
export function openSelectionMenu(element: Element, clientX: number, clientY: number): void {
  // VS Code opens its menu for each `contextmenu` event that reaches the window, also for synthetic ones.
  element.dispatchEvent(
    new MouseEvent("contextmenu", { bubbles: true, cancelable: true, button: 2, clientX, clientY }),
  );
}
