/** A line above the list that says what it shows, and has one button to end that. */
import * as l10n from "@vscode/l10n";
import { html, type TemplateResult } from "lit";
import type { Narrowing } from "../filters/pendingFilters";
import type { SortOrder } from "../../shared/viewQueries";
import { eventTypeInfo } from "../ui/eventTypes";
import { displayLine } from "../ui/text";

/** What the list was narrowed to from an event, and how to undo that. */
export function narrowingBar(narrowing: Narrowing, undo: () => void): TemplateResult {
  if ("company" in narrowing) {
    // A search in what is loaded, not a filter of the feed.
    const text = l10n.t("Loaded events of {0}", displayLine(narrowing.company));
    return listBar("search", text, l10n.t("Undo"), undo);
  }
  const value = "type" in narrowing ? eventTypeInfo(narrowing.type).label : narrowing.sector;
  return listBar("filter", l10n.t("Showing only {0}", displayLine(value)), l10n.t("Undo"), undo);
}

/** How the loaded events are sorted, and how to return to newest first. */
export function sortBar(sort: SortOrder, isComplete: boolean, reset: () => void): TemplateResult {
  const text = sortText(sort);
  return listBar(
    sort.descending ? "arrow-down" : "arrow-up",
    isComplete ? text : l10n.t("{0} (loaded events only)", text),
    l10n.t("Back to newest first"),
    reset,
  );
}

function sortText({ by, descending }: SortOrder): string {
  switch (by) {
    case "amount":
      return descending
        ? l10n.t("Sorted by amount, highest first")
        : l10n.t("Sorted by amount, lowest first");
    case "company":
      return descending ? l10n.t("Sorted by company, Z to A") : l10n.t("Sorted by company, A to Z");
  }
}

function listBar(icon: string, text: string, action: string, onClick: () => void): TemplateResult {
  return html`<div class="list-bar">
    <span class="codicon codicon-${icon}" aria-hidden="true"></span>
    <span role="status"><bdi>${text}</bdi></span>
    <span aria-hidden="true">·</span>
    <button type="button" class="link" @click=${onClick}>${action}</button>
  </div>`;
}
