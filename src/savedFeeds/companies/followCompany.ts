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
  if (!Watchlist.of(feed.companies).matches(company)) {
    if (feed.companies.length >= maxCompanies) {
      throw new Error(
        l10n.t(
          '"{0}" has {1} companies, which is the most that a saved feed can have.',
          oneLine(feed.name, 100),
          formatNumber(maxCompanies),
        ),
      );
    }
    await list.edit(id, { ...feed, companies: addedTo(feed.companies, [entry]) });
    showStatusBarMessage(l10n.t('Added {0} to "{1}"', name, oneLine(feed.name, 100)), { icon: "check" });
    return;
  }
  const companies = removedFrom(feed.companies, company);
  if (companies.length === 0) {
    // Without companies, it would show those of all.
    await showInformation(
      l10n.t(
        '{0} is the only company of "{1}". Remove the saved feed instead.',
        name,
        oneLine(feed.name, 100),
      ),
    );
    return;
  }
  await list.edit(id, { ...feed, companies });
  showStatusBarMessage(l10n.t('Removed {0} from "{1}"', name, oneLine(feed.name, 100)), { icon: "check" });
}
