/** The line below the unread events. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { UnreadRow } from "../../shared/feedState";
import { formatNumber } from "../../shared/text";

/** Mark the unread events as read, take that back, or copy them. */
export type UnreadChange = "markRead" | "undo" | "copy";

/** Only the buttons do something: a click beside them must not. */
export function unreadLine(row: UnreadRow): TemplateResult {
  const change = unreadChangeOf(row);
  return html`<span class="what">${unreadText(row)}</span>${
      change ? button(change, change === "undo" ? l10n.t("Undo") : l10n.t("Mark as Read")) : nothing
    }${row.count > 0 ? button("copy", l10n.t("Copy")) : nothing}`;
}

function button(change: UnreadChange, label: string): TemplateResult {
  return html` ·
    <button type="button" class="link" tabindex="-1" data-unread-change=${change}>${label}</button>`;
}

/** What Enter does on the line; undefined: nothing. */
export function unreadChangeOf({ count, canUndo }: UnreadRow): UnreadChange | undefined {
  return count > 0 ? "markRead" : canUndo ? "undo" : undefined;
}

/** What the clicked button of the line does. */
export function clickedUnreadChange({ target }: MouseEvent): UnreadChange | undefined {
  const clicked = target instanceof Element ? target.closest<HTMLElement>("[data-unread-change]") : null;
  const change = clicked?.dataset["unreadChange"];
  return change === "markRead" || change === "undo" || change === "copy" ? change : undefined;
}

function unreadText({ count, atLeast, canUndo }: UnreadRow): string {
  if (count === 0) {
    return canUndo ? l10n.t("Marked as read") : l10n.t("All read");
  }
  return l10n.t("{0} unread", `${formatNumber(count)}${atLeast ? "+" : ""}`);
}
