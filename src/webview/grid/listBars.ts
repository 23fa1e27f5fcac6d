/** Lines above the list that say what it shows, each with one button to end that. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { Narrowing, PendingFilters } from "../filters/pendingFilters";
import type { PanelState } from "../../shared/protocol";
import { formatNumber } from "../../shared/text";
import type { SortOrder } from "../../shared/viewQueries";
import { eventTypeInfo } from "../ui/eventTypes";
import { displayLine, dot } from "../ui/text";

/** @param inList focuses the list after an action, which removes its button */
export function listBars(
  panel: PanelState | undefined,
  shownSort: SortOrder | undefined,
  filters: PendingFilters,
  inList: (action: () => void) => () => void,
): TemplateResult {
  const { lastNarrowing, view } = filters;
  const { companies = 0 } = panel?.localFilter ?? {};
  const showsAll = view?.allCompanies === true;
  const changeCompanies = inList(() => filters.changeView({ allCompanies: showsAll ? undefined : true }));
  const undo = inList(() => filters.undoNarrowing());
  const showNewestFirst = inList(() => filters.changeView({ sort: undefined }));
  const isComplete = panel?.completeness.kind === "complete";
  return html`${companies > 0 ? companiesBar(companies, showsAll, changeCompanies) : nothing}
  ${lastNarrowing ? narrowingBar(lastNarrowing, undo) : nothing}
  ${shownSort ? sortBar(shownSort, isComplete, showNewestFirst) : nothing}`;
}

/** What the list was narrowed to from an event, and how to undo that. */
function narrowingBar(narrowing: Narrowing, undo: () => void): TemplateResult {
  if ("company" in narrowing) {
    // A search in what is loaded, not a filter of the feed.
    const text = l10n.t("Loaded events about {0}", displayLine(narrowing.company));
    return listBar("search", text, l10n.t("Undo"), undo);
  }
  const value = "type" in narrowing ? eventTypeInfo(narrowing.type).label : narrowing.sector;
  return listBar("filter", l10n.t("Showing only {0}", displayLine(value)), l10n.t("Undo"), undo);
}

/** How the loaded events are sorted, and how to return to newest first. */
function sortBar(sort: SortOrder, isComplete: boolean, reset: () => void): TemplateResult {
  const { by, descending } = sort;
  const texts = {
    amount: descending ? l10n.t("Sorted by amount, highest first") : l10n.t("Sorted by amount, lowest first"),
    company: descending ? l10n.t("Sorted by company, Z to A") : l10n.t("Sorted by company, A to Z"),
  };
  return listBar(
    descending ? "arrow-down" : "arrow-up",
    isComplete ? texts[by] : l10n.t("{0} (loaded events only)", texts[by]),
    l10n.t("Back to newest first"),
    reset,
  );
}

/** That a saved feed shows only events of its companies, or that it shows all, and how to change that. */
function companiesBar(count: number, showsAll: boolean, change: () => void): TemplateResult {
  const companies = count === 1 ? l10n.t("1 company") : l10n.t("{0} companies", formatNumber(count));
  const showOnly =
    count === 1
      ? l10n.t("Show only the company of this feed")
      : l10n.t("Show only the {0} companies of this feed", formatNumber(count));
  return showsAll
    ? listBar("organization", l10n.t("Events of all companies"), showOnly, change)
    : listBar(
        "organization",
        l10n.t("{0} · matched here, not by the service", companies),
        l10n.t("Show all companies"),
        change,
      );
}

function listBar(icon: string, text: string, action: string, onClick: () => void): TemplateResult {
  return html`<div class="list-bar">
    <span class="codicon codicon-${icon}" aria-hidden="true"></span>
    <span role="status"><bdi>${text}</bdi></span
    >${dot}<button type="button" class="link" @click=${onClick}>${action}</button>
  </div>`;
}
