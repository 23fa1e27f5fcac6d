import assert from "node:assert/strict";
import * as vscode from "vscode";

/** Timeout of a test. */
export const patienceMs = 150_000;

/** Labels of the tabs of feed panels. */
export function feedTabs(): string[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap(({ label }) => (label.startsWith("Event Feed") ? [label] : []));
}

/** Waits for a tab of a feed panel with this label. */
export async function untilFeedTab(label: RegExp): Promise<void> {
  const isOpen = (): boolean => feedTabs().some((open) => label.test(open));
  await new Promise<void>((resolve) => {
    const end = (): void => {
      listener.dispose();
      clearTimeout(timer);
      resolve();
    };
    const listener = vscode.window.tabGroups.onDidChangeTabs(() => isOpen() && end());
    const timer = setTimeout(end, patienceMs);
    if (isOpen()) {
      end();
    }
  });
  assert.ok(isOpen(), `No feed ${label}, but ${feedTabs().join(", ") || "none"}.`);
}
