import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Collection, Item } from "../../api/types";
import type { Clock } from "../../util/clock";
import { type IDisposable, Disposable, MutableDisposable } from "../../util/disposable";
import { type PickItem, QuickPick, showQuickPick } from "../../window";
import type { Arrangement } from "../model/arrangement";
import type { CollectionList } from "../model/collectionList";
import { environmentIcon, labelOf, progressText, quickPickDescriptionOf } from "../model/collectionText";
import { formatNumber } from "../../shared/text";
import { retryText } from "../tree/viewText";
import { CollectionSearch } from "./collectionSearch";

/** Limited because VS Code renders and compares every item at each key press. */
const maxResults = 200;
const updateIntervalMs = 200;

interface CollectionPickItem extends PickItem {
  readonly item?: Item<Collection>;
  readonly isRetry?: true;
}

/**
 * Lets the user pick one of all collections. Those that are not loaded yet are loaded meanwhile, until the quick pick is
 * closed, and are kept. Undefined when it is dismissed.
 */
export function findCollection(
  list: CollectionList,
  clock: Clock,
  title: string,
): Promise<Item<Collection> | undefined> {
  return new Promise((resolve) => {
    const quickPick = new CollectionQuickPick(list, clock, title, (item) => {
      quickPick.dispose();
      resolve(item);
    });
  });
}

class CollectionQuickPick extends Disposable {
  private readonly pick = this.register(
    new QuickPick<CollectionPickItem>({
      placeholder: l10n.t("Name, collection name, ID or environment"),
      keepScrollPosition: true,
    }),
  );
  private readonly nextUpdate = this.register(new MutableDisposable<IDisposable>());
  private readonly cancellation = new AbortController();
  private search = new CollectionSearch(maxResults);
  private searchedItems: readonly Item<Collection>[] = [];

  constructor(
    private readonly list: CollectionList,
    private readonly clock: Clock,
    private readonly title: string,
    private readonly close: (item: Item<Collection> | undefined) => void,
  ) {
    super();
    this.register({ dispose: () => this.cancellation.abort() });
    this.register(this.pick.onDidChangeValue((value) => this.setQuery(value)));
    this.register(this.pick.onDidAccept(() => this.accept()));
    this.register(this.pick.onDidHide(() => this.close(undefined)));
    this.register(list.onDidProgress(() => this.scheduleUpdate()));
    this.register(list.onDidChange(() => this.scheduleUpdate()));
    this.update();
    this.pick.show();
    this.loadAll();
  }

  private loadAll(): void {
    if (this.list.state.hasMore !== "no") {
      this.pick.busy = true;
      void this.list.loadAll(this.cancellation.signal).finally(() => {
        if (!this.disposed) {
          this.pick.busy = false;
          this.update();
        }
      });
    }
  }

  private setQuery(value: string): void {
    this.search.setQuery(value);
    this.pick.keepScrollPosition = false;
    this.update();
    this.pick.keepScrollPosition = true;
  }

  private accept(): void {
    const { selected } = this.pick;
    if (selected?.isRetry) {
      this.loadAll();
    } else if (selected?.item) {
      this.close(selected.item);
    }
  }

  private scheduleUpdate(): void {
    this.nextUpdate.value ??= this.clock.after(updateIntervalMs, () => {
      this.nextUpdate.value = undefined;
      this.update();
    });
  }

  private update(): void {
    this.addLoadedItems();
    const { items, matchCount } = this.search.results;
    const { hasMore, totalCount } = this.list.state;
    const progress = progressText(this.search.size, hasMore === "no" ? undefined : totalCount);
    this.pick.title =
      hasMore === "no" ? `${this.title} (${progress})` : l10n.t("{0} ({1} loaded)", this.title, progress);
    this.pick.items = [...items.map(collectionPickItem), ...this.statusItems(matchCount, items.length)];
  }

  /** Only the new ones, unless a refresh has replaced them all. */
  private addLoadedItems(): void {
    const { loadedItems } = this.list;
    if (loadedItems !== this.searchedItems) {
      this.searchedItems = loadedItems;
      this.search = new CollectionSearch(maxResults);
      this.search.setQuery(this.pick.value);
    }
    this.search.add(loadedItems, this.search.size);
  }

  private statusItems(matchCount: number, shownCount: number): CollectionPickItem[] {
    const { busy } = this.pick;
    const { failure, retry } = this.list.state;
    const items: CollectionPickItem[] = [];
    if (matchCount === 0 && !busy) {
      items.push({ label: l10n.t("No matching collections"), alwaysShow: true });
    }
    if (matchCount > shownCount) {
      const label = l10n.t(
        "Showing {0} of {1} matches. Type to narrow down.",
        formatNumber(shownCount),
        formatNumber(matchCount),
      );
      items.push({ label, kind: vscode.QuickPickItemKind.Separator });
    }
    if (retry) {
      // Not a countdown: each change of the items would be read out by screen readers.
      const description = retryText(retry, 0);
      items.push({ label: l10n.t("Waiting"), description, icon: "watch", alwaysShow: true });
    }
    if (failure && !busy) {
      const description = failure.message;
      items.push({ label: l10n.t("Retry"), description, icon: "warning", alwaysShow: true, isRetry: true });
    }
    return items;
  }
}

/** Always shown, regardless of VS Code's filter: the search decides what matches. */
function collectionPickItem(item: Item<Collection>): CollectionPickItem {
  return {
    label: labelOf(item.value),
    description: quickPickDescriptionOf(item.value),
    icon: environmentIcon(item.value.environment),
    alwaysShow: true,
    item,
  };
}

interface Order extends Pick<Arrangement, "sort" | "descending"> {
  readonly label: string;
}

function orders(): readonly Order[] {
  return [
    { label: l10n.t("Default order"), sort: "service", descending: false },
    { label: l10n.t("Name, A to Z"), sort: "name", descending: false },
    { label: l10n.t("Name, Z to A"), sort: "name", descending: true },
    { label: l10n.t("Created, newest first"), sort: "created", descending: true },
    { label: l10n.t("Created, oldest first"), sort: "created", descending: false },
    { label: l10n.t("Documents, most first"), sort: "documents", descending: true },
    { label: l10n.t("Documents, fewest first"), sort: "documents", descending: false },
    { label: l10n.t("Requests, most first"), sort: "requests", descending: true },
    { label: l10n.t("Requests, fewest first"), sort: "requests", descending: false },
  ];
}

interface ArrangementPickItem extends PickItem {
  readonly arrangement?: Arrangement;
}

/** Lets the user pick another grouping or order. Undefined when the quick pick is dismissed. */
export async function pickArrangement(current: Arrangement): Promise<Arrangement | undefined> {
  const item = (label: string, arrangement: Arrangement): ArrangementPickItem => {
    const isCurrent =
      arrangement.byEnvironment === current.byEnvironment &&
      arrangement.sort === current.sort &&
      arrangement.descending === current.descending;
    return {
      label,
      icon: isCurrent ? "check" : "blank",
      ...(isCurrent ? { description: l10n.t("current") } : {}),
      arrangement,
    };
  };
  const picked = await showQuickPick<ArrangementPickItem>(
    [
      { label: l10n.t("Group"), kind: vscode.QuickPickItemKind.Separator },
      item(l10n.t("No grouping"), { ...current, byEnvironment: false }),
      item(l10n.t("By environment"), { ...current, byEnvironment: true }),
      { label: l10n.t("Sort"), kind: vscode.QuickPickItemKind.Separator },
      ...orders().map(({ label, sort, descending }) => item(label, { ...current, sort, descending })),
    ],
    {
      title: l10n.t("Group and Sort Collections"),
      placeHolder: l10n.t("Select a grouping or sort order"),
    },
  );
  return picked?.arrangement;
}
