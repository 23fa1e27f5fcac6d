import * as l10n from "@vscode/l10n";
import type { Company } from "../../shared/companyEvent";
import { formatNumber } from "../../shared/text";
import { oneLine } from "../../util/strings";
import { showInformation, showStatusBarMessage } from "../../window";
import type { SavedFeed, SavedFeedEntry, SavedFeedId } from "../model/savedFeed";
import { maxCompanies } from "../model/savedFeedEntries";
import { addedTo, removedFrom, Watchlist, watchlistEntryOf } from "../model/watchlist";
import type { CompaniesEnvironment } from "./importWatchlist";
import { feedItem, pickTargetFeed } from "./targetFeed";

/**
 * The command Follow This Company…: adds a company to a saved feed with companies, or to a new one. A feed of all companies is not
 * offered: it would have no other company then.
 */
export async function followCompany(
  company: Company,
  environment: CompaniesEnvironment,
  /** Follows a new feed on the connection that the company was seen on. */
  followFeed: (id: SavedFeedId) => Promise<void>,
): Promise<void> {
  const { list, settings } = environment;
  const entry = watchlistEntryOf(company);
  if (entry === undefined) {
    throw new Error(l10n.t("This event doesn't say which company it is about."));
  }
  const name = oneLine(company.name?.trim() || entry, 100);
  const title = l10n.t("Follow {0}", name);
  const items = list.entries
    .filter(({ feed }) => feed.companies.length > 0)
    .map((listed) => itemOf(listed, company));
  const target = await pickTargetFeed(items, { title, suggestedName: l10n.t("Followed companies"), list });
  if (target?.kind === "existing") {
    await toggle(target.listed, company, entry, environment);
  } else if (target) {
    const feedName = target.name;
    const feed: SavedFeed = {
      name: feedName,
      query: settings.defaultFeedQuery,
      companies: [entry],
      mute: [],
      alert: "badge",
    };
    const id = await list.add(feed, { kind: "user" });
    await followFeed(id);
    showStatusBarMessage(l10n.t('Saved "{0}". New events are counted from now on.', oneLine(feedName, 100)), {
      icon: "check",
    });
  }
}

function itemOf(listed: SavedFeedEntry, company: Company): ReturnType<typeof feedItem> {
  const item = feedItem(listed);
  return Watchlist.of(listed.feed.companies).matches(company)
    ? {
        ...item,
        icon: "check",
        description: l10n.t("{0} · Includes this company. Select to remove it.", item.description),
      }
    : item;
}

async function toggle(
  { id, feed }: SavedFeedEntry,
  company: Company,
  entry: string,
  { list }: CompaniesEnvironment,
): Promise<void> {
  const name = oneLine(company.name?.trim() || entry, 100);
  const feedName = oneLine(feed.name, 100);
  // As it was offered. The feed may have been edited elsewhere since.
  if (!Watchlist.of(feed.companies).matches(company)) {
    await list.edit(id, (now) => ({ ...now, companies: withCompany(now, entry) }));
    showStatusBarMessage(l10n.t('Added {0} to "{1}"', name, feedName), { icon: "check" });
    return;
  }
  const removal = { isOfOnlyCompany: false };
  await list.edit(id, (now) => {
    const companies = removedFrom(now.companies, company);
    removal.isOfOnlyCompany = companies.length === 0;
    // Without companies, it would show those of all.
    return removal.isOfOnlyCompany ? now : { ...now, companies };
  });
  if (removal.isOfOnlyCompany) {
    await showInformation(
      l10n.t('{0} is the only company of "{1}". Remove the saved feed instead.', name, feedName),
    );
    return;
  }
  showStatusBarMessage(l10n.t('Removed {0} from "{1}"', name, feedName), { icon: "check" });
}

/** The companies of a feed with another one. */
function withCompany({ name, companies }: SavedFeed, entry: string): readonly string[] {
  const added = addedTo(companies, [entry]);
  if (added.length > maxCompanies) {
    throw new Error(
      l10n.t(
        '"{0}" has {1} companies, which is the most that a saved feed can have.',
        oneLine(name, 100),
        formatNumber(maxCompanies),
      ),
    );
  }
  return added;
}
