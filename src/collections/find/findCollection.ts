import * as vscode from "vscode";
import type { Collection, Item } from "../../api/types";
import type { Clock } from "../../util/clock";
import { type IDisposable, Disposable, MutableDisposable } from "../../util/disposable";
import { type PickItem, QuickPick } from "../../window";
import { CollectionSearch } from "./collectionSearch";
import type { CollectionList } from "../model/collectionList";
import { environmentIcon, formatCount, labelOf, alternateNameOf } from "../model/collectionText";
import { pickDescription } from "../tree/treeItems";
import { progressOf, waitingText } from "../tree/viewText";

/** Rows handed to VS Code at most: it draws and compares every one of them at each key. */
const shownAtMost = 200;
/** Milliseconds between two paintings while pages come in. */
const paintEvery = 200;

interface FoundItem extends PickItem {
  readonly item?: Item<Collection>;
  readonly retry?: true;
}

/**
 * Asks for one of all collections. Those that are loaded are there at once; the rest is paged in behind the list until the
 * person picks or leaves, and what came is kept. Nothing when the person leaves.
 */
export function findCollection(
  pages: CollectionList,
  clock: Clock,
  title: string,
): Promise<Item<Collection> | undefined> {
  return new Promise((resolve) => {
    const finding = new Finding(pages, clock, title, (item) => {
      finding.dispose();
      resolve(item);
    });
  });
}

class Finding extends Disposable {
  private readonly pick = this.register(
    new QuickPick<FoundItem>({
      placeholder: "Name, collection name, ID or environment",
      // Which rows match is decided here; VS Code shows those it gets (`alwaysShow`) and keeps the active one.
      keepScrollPosition: true,
    }),
  );
  private readonly nextPaint = this.register(new MutableDisposable<IDisposable>());
  private readonly wish = new AbortController();
  private finder = new CollectionSearch(shownAtMost);
  private searched: readonly Item<Collection>[] = [];

  constructor(
    private readonly pages: CollectionList,
    private readonly clock: Clock,
    private readonly title: string,
    private readonly done: (item: Item<Collection> | undefined) => void,
  ) {
    super();
    this.register({ dispose: () => this.wish.abort() });
    this.register(this.pick.onDidChangeValue((value) => this.search(value)));
    this.register(this.pick.onDidAccept(() => this.accept()));
    this.register(this.pick.onDidHide(() => this.done(undefined)));
    this.register(pages.onDidProgress(() => this.paintSoon()));
    this.register(pages.onDidChange(() => this.paintSoon()));
    this.paint();
    this.pick.show();
    this.load();
  }

  private load(): void {
    if (this.pages.state.hasMore !== "no") {
      this.pick.busy = true;
      void this.pages.loadAll(this.wish.signal).finally(() => {
        if (!this.disposed) {
          this.pick.busy = false;
          this.paint();
        }
      });
    }
  }

  private search(value: string): void {
    this.finder.search(value);
    this.pick.keepScrollPosition = false;
    this.paint();
    this.pick.keepScrollPosition = true;
  }

  private accept(): void {
    const chosen = this.pick.selected;
    if (chosen?.retry) {
      this.load();
    } else if (chosen?.item) {
      this.done(chosen.item);
    }
  }

  private paintSoon(): void {
    this.nextPaint.value ??= this.clock.after(paintEvery, () => {
      this.nextPaint.value = undefined;
      this.paint();
    });
  }

  private paint(): void {
    this.takeNew();
    const { items, matches } = this.finder.found;
    const { state } = this.pages;
    const loaded = progressOf(this.finder.size, state.hasMore === "no" ? undefined : state.totalCount);
    this.pick.title = `${this.title} (${loaded}${state.hasMore === "no" ? "" : " loaded"})`;
    this.pick.items = [...items.map(foundItem), ...this.notes(matches, items.length)];
  }

  /** Collections that came since the last look; all of them after a refresh. */
  private takeNew(): void {
    const { loadedItems: live } = this.pages;
    if (live !== this.searched) {
      this.searched = live;
      this.finder = new CollectionSearch(shownAtMost);
      this.finder.search(this.pick.value);
    }
    this.finder.add(live, this.finder.size);
  }

  private notes(matches: number, shown: number): FoundItem[] {
    const notes: FoundItem[] = [];
    if (matches === 0 && !this.pick.busy) {
      notes.push({ label: "No collection matches", alwaysShow: true });
    }
    if (matches > shown) {
      const label = `${formatCount(shown)} of ${formatCount(matches)} matches: type more to narrow them`;
      notes.push({ label, kind: vscode.QuickPickItemKind.Separator });
    }
    const { failure, retry } = this.pages.state;
    if (retry) {
      const description = waitingText(retry, retry.delayMs);
      notes.push({ label: "Waiting", description, icon: "watch", alwaysShow: true });
    }
    if (failure && !this.pick.busy) {
      notes.push({
        label: "Retry",
        description: failure.message,
        icon: "warning",
        alwaysShow: true,
        retry: true,
      });
    }
    return notes;
  }
}

function foundItem(item: Item<Collection>): FoundItem {
  const { value } = item;
  const second = alternateNameOf(value);
  const behind = [second, pickDescription(value), value.collectionId].filter(Boolean).join(" · ");
  return {
    label: labelOf(value),
    description: behind,
    icon: environmentIcon(value.environment),
    alwaysShow: true,
    item,
  };
}
