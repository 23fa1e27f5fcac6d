/** The line below the unread events. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { UnreadRow } from "../../shared/feedState";
import { formatNumber } from "../../shared/text";

/** Mark the unread events as read, or take that back. */
export type UnreadChange = "markRead" | "undo";

/** Only the button marks events as read: a click beside it must not. */
export function unreadLine(row: UnreadRow): TemplateResult {
  const change = unreadChangeOf(row);
  return html`<span class="what">${unreadText(row)}</span>${
      change
        ? html` ·
            <button type="button" class="link" tabindex="-1" data-unread-change=${change}>
              ${change === "undo" ? l10n.t("Undo") : l10n.t("Mark as Read")}
            </button>`
        : nothing
    }`;
}

/** What the button of the line does; undefined: it has none. */
export function unreadChangeOf({ count, canUndo }: UnreadRow): UnreadChange | undefined {
  return count > 0 ? "markRead" : canUndo ? "undo" : undefined;
}

/** What the clicked button of the line does. */
export function clickedUnreadChange({ target }: MouseEvent): UnreadChange | undefined {
  const button = target instanceof Element ? target.closest<HTMLElement>("[data-unread-change]") : null;
  const change = button?.dataset["unreadChange"];
  return change === "markRead" || change === "undo" ? change : undefined;
}

function unreadText({ count, atLeast, canUndo }: UnreadRow): string {
  if (count === 0) {
    return canUndo ? l10n.t("Marked as read") : l10n.t("All read");
  }
  if (atLeast) {
    return l10n.t("More than {0} unread events", formatNumber(count));
  }
  return count === 1 ? l10n.t("1 unread event") : l10n.t("{0} unread events", formatNumber(count));
}
