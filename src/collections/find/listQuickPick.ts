import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { retryText } from "../../service/failureText";
import type { Item } from "../../service/types";
import { formatNumber } from "../../shared/text";
import type { Clock } from "../../util/clock";
import { type IDisposable, Disposable, MutableDisposable } from "../../util/disposable";
import { type Log, logRejection } from "../../util/log";
import { type PickItem, QuickPick } from "../../window";
import { progressText } from "../model/collectionText";
import type { PagedList } from "../model/pagedList";
import type { Identified } from "../model/loadedPages";
import type { ItemSearch } from "./itemSearch";

/** Limited because VS Code renders and compares every item at each key press. */
const maxResults = 200;
const updateIntervalMs = 200;

export interface FindEnvironment {
  readonly clock: Clock;
  readonly log: Pick<Log, "error">;
}

/** What a quick pick finds. */
export interface FindOptions<T extends Identified> {
  readonly list: PagedList<T>;
  readonly title: string;
  readonly placeholder: string;
  /** Shown when nothing matches. */
  readonly noMatch: string;
  /** @param limit of the results */
  readonly search: (limit: number) => ItemSearch<T>;
  /** How an item is shown. */
  readonly pickItem: (value: T) => Pick<PickItem, "label" | "description" | "icon">;
  /** Why there is nothing to find, if that is no error. */
  readonly unavailableText?: () => string | undefined;
}

interface ItemPickItem<T> extends PickItem {
  readonly item?: Item<T>;
  readonly isRetry?: true;
}

/**
 * Lets the user pick one of all items of a list. Those that are not loaded yet are loaded meanwhile, until the quick pick is
 * closed, and are kept. Undefined when it is dismissed.
 */
export function findItem<T extends Identified>(
  options: FindOptions<T>,
  environment: FindEnvironment,
): Promise<Item<T> | undefined> {
  return new Promise((resolve) => {
    const quickPick = new ListQuickPick(options, environment, (item) => {
      quickPick.dispose();
      resolve(item);
    });
  });
}

class ListQuickPick<T extends Identified> extends Disposable {
  private readonly pick: QuickPick<ItemPickItem<T>>;
  private readonly list: PagedList<T>;
  private readonly nextUpdate = this.register(new MutableDisposable<IDisposable>());
  private readonly cancellation = new AbortController();
  private search: ItemSearch<T>;
  private searchedItems: readonly Item<T>[] = [];

  constructor(
    private readonly options: FindOptions<T>,
    private readonly environment: FindEnvironment,
    private readonly close: (item: Item<T> | undefined) => void,
  ) {
    super();
    const { list, placeholder } = options;
    this.list = list;
    this.search = options.search(maxResults);
    this.pick = this.register(new QuickPick({ placeholder, keepScrollPosition: true }));
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
    if (this.list.state.hasMore) {
      this.pick.busy = true;
      const loaded = this.list.loadAll(this.cancellation.signal).finally(() => {
        if (!this.disposed) {
          this.pick.busy = false;
          this.update();
        }
      });
      logRejection(loaded, this.environment.log);
    }
  }

  /** The best match of another query becomes the active row. */
  private setQuery(value: string): void {
    this.search.setQuery(value);
    this.addLoadedItems();
    this.pick.keepScrollPosition = false;
    this.pick.items = this.rows();
    this.pick.keepScrollPosition = true;
    this.update();
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
    this.nextUpdate.value ??= this.environment.clock.after(updateIntervalMs, () => {
      this.nextUpdate.value = undefined;
      this.update();
    });
  }

  private update(): void {
    this.addLoadedItems();
    const { title } = this.options;
    const { hasMore } = this.list.state;
    const progress = progressText(this.search.size, hasMore ? this.list.totalCount : undefined);
    this.pick.title = hasMore ? l10n.t("{0} ({1} loaded)", title, progress) : `${title} (${progress})`;
    this.updateRows();
  }

  /** VS Code makes the first of new rows active. Whoever is on another one stays there, wherever better matches move it. */
  private updateRows(): void {
    const { active, items } = this.pick;
    const rows = this.rows();
    if (rows.length === items.length && rows.every((row, index) => readsSame(row, items[index]))) {
      return;
    }
    this.pick.items = rows;
    if (active && !isSameItem(active, items[0]) && rows.some((row) => isSameItem(row, active))) {
      this.pick.activate((row) => isSameItem(row, active));
    }
  }

  private rows(): ItemPickItem<T>[] {
    const { items, matchCount } = this.search.results;
    const { pickItem } = this.options;
    return [
      // Always shown, regardless of VS Code's filter: the search decides what matches.
      ...items.map((item) => ({ ...pickItem(item.value), alwaysShow: true, item })),
      ...this.statusItems(matchCount, items.length),
    ];
  }

  /** Only the new ones, unless a refresh has replaced them all. */
  private addLoadedItems(): void {
    const { loadedItems } = this.list;
    if (loadedItems !== this.searchedItems) {
      this.searchedItems = loadedItems;
      this.search = this.options.search(maxResults);
      this.search.setQuery(this.pick.value);
    }
    this.search.add(loadedItems, this.search.size);
  }

  private statusItems(matchCount: number, shownCount: number): ItemPickItem<T>[] {
    const { busy } = this.pick;
    const { failure, retry } = this.list.state;
    const unavailable = busy ? undefined : this.options.unavailableText?.();
    if (unavailable !== undefined) {
      return [{ label: unavailable, icon: "info", alwaysShow: true }];
    }
    const items: ItemPickItem<T>[] = [];
    if (matchCount === 0 && !busy && !failure) {
      items.push({ label: this.options.noMatch, alwaysShow: true });
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

function isSameItem<T extends Identified>(a: ItemPickItem<T>, b: ItemPickItem<T> | undefined): boolean {
  return a.item?.value.id === b?.item?.value.id && a.isRetry === b?.isRetry;
}

function readsSame<T extends Identified>(a: ItemPickItem<T>, b: ItemPickItem<T> | undefined): boolean {
  return isSameItem(a, b) && a.label === b?.label && a.description === b.description;
}
