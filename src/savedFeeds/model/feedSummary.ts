import * as l10n from "@vscode/l10n";
import { activeFilters, windowDays } from "../../shared/feedQuery";
import { formatNumber } from "../../shared/text";
import { oneLine } from "../../util/strings";
import type { SavedFeed } from "./savedFeed";

/** What a feed asks for, in a few words each: `Funding`, `≥ $50M`, `42 companies`. Empty if that is its name. */
export function feedParts(feed: SavedFeed): readonly string[] {
  return isNamedAfterFilters(feed) ? [] : filterParts(feed);
}

/** The same for a feed that asks for all events, with neither its name nor its time range. */
export function filtersOrAll({ query, companies }: Omit<SavedFeed, "name">): readonly string[] {
  const filters = activeFilters(query);
  const all = companies.length > 0 ? l10n.t("All types") : l10n.t("All events");
  return filters.length > 0 ? filters : [all];
}

/** `1 company`, `42 companies` */
export function companyCount(count: number): string {
  return count === 1 ? l10n.t("1 company") : l10n.t("{0} companies", formatNumber(count));
}

/** The name that a feed with these filters is given at first. */
export function suggestedName(feed: Omit<SavedFeed, "name">): string {
  const parts = filterParts(feed);
  return parts.length === 0 ? l10n.t("All events") : oneLine(parts.join(" · "), 60);
}

/** Whether its name says what it asks for. */
export function isNamedAfterFilters(feed: SavedFeed): boolean {
  return feed.name === suggestedName(feed);
}

function filterParts({ query, companies }: Omit<SavedFeed, "name">): readonly string[] {
  return [
    ...activeFilters(query),
    ...(companies.length > 0 ? [companyCount(companies.length)] : []),
    ...(query.window.kind === "fixed" ? [windowDays(query.window)] : []),
  ];
}
