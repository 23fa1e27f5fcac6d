/** A line above the list that says what it shows, and has one button to end that. */
import * as l10n from "@vscode/l10n";
import { html, type TemplateResult } from "lit";
import type { Narrowing } from "../filters/pendingFilters";
import type { LocalFilter } from "../../shared/feedState";
import { formatNumber } from "../../shared/text";
import type { SortOrder, View, ViewChanges } from "../../shared/viewQueries";
import { eventTypeInfo } from "../ui/eventTypes";
import { displayLine } from "../ui/text";

/** What the list was narrowed to from an event, and how to undo that. */
export function narrowingBar(narrowing: Narrowing, undo: () => void): TemplateResult {
  if ("company" in narrowing) {
    // A search in what is loaded, not a filter of the feed.
    const text = l10n.t("Loaded events about {0}", displayLine(narrowing.company));
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

/** That a saved feed shows only events of its companies, with a button to show all. Undefined if it shows all anyway. */
export function savedFeedBar(
  { companies: count }: LocalFilter,
  { allCompanies }: View,
  change: (changes: Pick<ViewChanges, "allCompanies">) => void,
): TemplateResult | undefined {
  if (count === 0) {
    return undefined;
  }
  const companies = count === 1 ? l10n.t("1 company") : l10n.t("{0} companies", formatNumber(count));
  return allCompanies
    ? listBar(
        "organization",
        l10n.t("Events of all companies"),
        count === 1
          ? l10n.t("Show only the company of this feed")
          : l10n.t("Show only the {0} companies of this feed", formatNumber(count)),
        () => change({ allCompanies: undefined }),
      )
    : listBar(
        "organization",
        l10n.t("{0} · matched here, not by the service", companies),
        l10n.t("Show all companies"),
        () => change({ allCompanies: true }),
      );
}

function listBar(icon: string, text: string, action: string, onClick: () => void): TemplateResult {
  return html`<div class="list-bar">
    <span class="codicon codicon-${icon}" aria-hidden="true"></span>
    <span role="status"><bdi>${text}</bdi></span>
    <span aria-hidden="true">·</span>
    <button type="button" class="link" @click=${onClick}>${action}</button>
  </div>`;
}
