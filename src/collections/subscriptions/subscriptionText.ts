import * as l10n from "@vscode/l10n";
import type { Item, Subscription, SubscriptionSettings } from "../../service/types";
import { perLocale } from "../../shared/locale";
import { formatNumber } from "../../shared/text";
import { oneLine } from "../../util/strings";
import { parseUrl } from "../../util/url";
import { listText } from "../changes/changeText";
import { type Field, type FieldLabels, labeledFields } from "../model/fields";

/** The feeds that an alert can watch (docs/service.md, Webhook alert object). */
export const allFeeds = ["events", "publications"] as const;

/** The host of the callback URL; the rest of it may be confidential. */
export function hostOf(callbackUrl: string | undefined): string {
  return parseUrl(callbackUrl ?? "")?.host ?? "";
}

export function subscriptionLabel({ id, callbackUrl }: Subscription): string {
  return oneLine(hostOf(callbackUrl), 200) || oneLine(id, 200);
}

export function domainCountText(count: number): string {
  return count === 1 ? l10n.t("1 domain") : l10n.t("{0} domains", formatNumber(count));
}

/** The first domains, or how many there are if the service doesn't list them all; empty if it says neither. */
export function domainsText({ domains = [], domainCount = 0 }: Subscription): string {
  return domains.length < domainCount ? domainCountText(domainCount) : listText(domains, 10);
}

export function feedsText(feeds: readonly string[]): string {
  const names: ReadonlyMap<string, string> = new Map([
    ["events", l10n.t("events")],
    ["publications", l10n.t("publications")],
  ]);
  return feeds.map((feed) => names.get(feed) ?? oneLine(feed, 60)).join(", ");
}

/** Follows the label in the tree: `2 domains · events, publications · active`. */
export function subscriptionDescription({
  domains,
  domainCount,
  feeds = [],
  status = "",
}: Subscription): string {
  const count = domainCount ?? domains?.length;
  const countText = count === undefined ? "" : domainCountText(count);
  return [countText, feedsText(feeds), oneLine(status, 60)].filter(Boolean).join(" · ");
}

/** The settings that can be edited. Those that the service did not send, or not all of, are empty. */
export function settingsOf({
  callbackUrl = "",
  domains = [],
  domainCount = 0,
  feeds = [],
}: Subscription): SubscriptionSettings {
  // A part of the domains would replace all of them.
  return { callbackUrl, domains: domains.length < domainCount ? [] : domains, feeds };
}

/** The settings that differ from `before`. Lists are compared as sets. */
export function changedSettings(
  before: SubscriptionSettings,
  { callbackUrl, domains, feeds, secret }: SubscriptionSettings,
): Partial<SubscriptionSettings> {
  return {
    ...(callbackUrl !== before.callbackUrl && { callbackUrl }),
    ...(!isSameSet(domains, before.domains) && { domains }),
    ...(!isSameSet(feeds, before.feeds) && { feeds }),
    ...(secret !== undefined && { secret }),
  };
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return new Set([...a, ...b]).size === a.length && a.length === b.length;
}

const maxShownDomains = 10;

/** The settings as a dialog shows them: without the secret, and with only the first domains. */
export function shownSettings<T extends Partial<SubscriptionSettings>>(settings: T): T {
  const { domains = [], secret } = settings;
  const more = domains.length - maxShownDomains;
  const shown = [...domains.slice(0, maxShownDomains), l10n.t("… and {0} more", formatNumber(more))];
  return {
    ...settings,
    ...(more > 0 && { domains: shown }),
    ...(secret !== undefined && { secret: l10n.t("(hidden)") }),
  };
}

const fieldLabels = perLocale<FieldLabels>(
  () =>
    new Map([
      ["id", l10n.t("Webhook alert ID")],
      ["callback_url", l10n.t("Callback URL")],
      ["watchlist_count", l10n.t("Number of domains")],
      ["watchlist_domains", l10n.t("Domains")],
      ["feeds", l10n.t("Feeds")],
      ["status", l10n.t("Status")],
      ["created_at", l10n.t({ message: "Created", args: [], comment: ["When a collection was created"] })],
    ]),
);

/** The fields below an alert. */
export function subscriptionFields({ json }: Item<Subscription>): readonly Field[] {
  return labeledFields(json, fieldLabels());
}
