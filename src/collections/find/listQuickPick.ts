import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Item } from "../../service/types";
import { formatNumber } from "../../shared/text";
import type { Clock } from "../../util/clock";
import { Disposable, type IDisposable, MutableDisposable } from "../../util/disposable";
import { type Log, logRejection } from "../../util/log";
import { createQuickPick, type PickItem, plainTitle, type RenderedItem, renderedItems } from "../../window";
import { loadedText } from "../model/collectionText";
import type { Identified, PagedList } from "../model/pagedList";
import { ItemSearch, type SearchTexts } from "./itemSearch";

/** Limited because VS Code renders and compares every item at each key press. */
const maxResults = 200;
const updateIntervalMs = 200;

/** The list to pick from, and how its items are searched and shown. */
export interface FindOptions<T extends Identified> {
  readonly list: PagedList<T>;
  readonly title: string;
  readonly placeholder: string;
  /** Shown when nothing matches. */
  readonly noMatch: string;
  readonly textsOf: (value: T) => SearchTexts;
  readonly pickItem: (value: T) => Pick<PickItem, "label" | "description" | "icon">;
}

interface ItemPickItem<T> extends PickItem {
  readonly item?: Item<T>;
  readonly isRetry?: true;
}

/** Lets the user pick an item of a list. While it is open, it loads the rest of the list, which is kept. */
export class ListQuickPick<T extends Identified> extends Disposable {
  private readonly pick: vscode.QuickPick<RenderedItem<ItemPickItem<T>>>;
  private readonly nextUpdate = this.register(new MutableDisposable<IDisposable>());
  private readonly cancellation = new AbortController();
  private readonly search: ItemSearch<T>;

  constructor(
    private readonly options: FindOptions<T>,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
    const { list, placeholder, textsOf } = options;
    this.search = new ItemSearch(textsOf);
    this.pick = this.register(createQuickPick(placeholder));
    this.pick.keepScrollPosition = true;
    this.register({ dispose: () => this.cancellation.abort() });
    this.register(this.pick.onDidChangeValue(() => this.showMatches()));
    this.register(list.onDidProgress(() => this.scheduleUpdate()));
    this.register(list.onDidChange(() => this.scheduleUpdate()));
  }

  /** @returns undefined when it is dismissed */
  async show(): Promise<Item<T> | undefined> {
    if (this.options.list.state.hasMore) {
      this.loadAll();
    }
    this.update();
    this.pick.show();
    try {
      return await new Promise((resolve) => {
        this.register(this.pick.onDidHide(() => resolve(undefined)));
        this.register(
          this.pick.onDidAccept(() => {
            const selected = this.pick.selectedItems[0]?.item;
            if (selected?.isRetry) {
              this.loadAll();
            } else if (selected?.item) {
              resolve(selected.item);
            }
          }),
        );
      });
    } finally {
      this.dispose();
    }
  }

  /** Loads the rest of the list. If the list is complete, a refresh has failed, and is repeated. */
  private loadAll(): void {
    const { list } = this.options;
    const { signal } = this.cancellation;
    this.pick.busy = true;
    const loaded = (list.state.hasMore ? list.loadAll(signal) : list.refresh(signal)).finally(() => {
      if (!this.disposed) {
        this.pick.busy = false;
        this.update();
      }
    });
    logRejection(loaded, this.log);
  }

  /** Shows the matches of a new query, and makes the best one active. */
  private showMatches(): void {
    this.pick.keepScrollPosition = false;
    this.pick.items = renderedItems(this.rows());
    this.pick.keepScrollPosition = true;
  }

  private scheduleUpdate(): void {
    this.nextUpdate.value ??= this.clock.after(updateIntervalMs, () => {
      this.nextUpdate.value = undefined;
      this.update();
    });
  }

  /** VS Code makes the first row active when rows are replaced. If another row was active, this makes it active again. */
  private update(): void {
    const { title, list } = this.options;
    const { hasMore, totalCount } = list.state;
    const progress = loadedText(list.loadedItems.length, hasMore ? totalCount : undefined);
    this.pick.title = plainTitle(
      hasMore ? l10n.t("{0} ({1} loaded)", title, progress) : `${title} (${progress})`,
    );
    const active = this.pick.activeItems[0]?.item;
    const items = this.pick.items.map(({ item }) => item);
    const rows = this.rows();
    if (rows.length === items.length && rows.every((row, index) => isSameRow(row, items[index]))) {
      return;
    }
    this.pick.items = renderedItems(rows);
    const again = this.pick.items.find(({ item }) => active?.item && isSameRow(item, active));
    if (again && active !== items[0]) {
      this.pick.activeItems = [again];
    }
  }

  private rows(): ItemPickItem<T>[] {
    const { loadedItems } = this.options.list;
    const { items, matchCount } = this.search.find(loadedItems, this.pick.value, maxResults);
    return [
      // Always shown, regardless of VS Code's filter: the search decides what matches.
      ...items.map((item) => ({ ...this.options.pickItem(item.value), alwaysShow: true, item })),
      ...this.statusItems(matchCount),
    ];
  }

  private statusItems(matchCount: number): ItemPickItem<T>[] {
    const { busy } = this.pick;
    const { error } = this.options.list.state;
    if (error && !busy) {
      const description = error.message;
      return [{ label: l10n.t("Retry"), description, icon: "warning", alwaysShow: true, isRetry: true }];
    }
    if (matchCount === 0 && !busy) {
      return [{ label: this.options.noMatch, alwaysShow: true }];
    }
    const label = l10n.t(
      "Showing {0} of {1} matches. Type to narrow down.",
      formatNumber(maxResults),
      formatNumber(matchCount),
    );
    return matchCount > maxResults ? [{ label, kind: vscode.QuickPickItemKind.Separator }] : [];
  }
}

function isSameRow<T extends Identified>(a: ItemPickItem<T>, b: ItemPickItem<T> | undefined): boolean {
  return a.item?.value.id === b?.item?.value.id && a.label === b?.label && a.description === b.description;
}
