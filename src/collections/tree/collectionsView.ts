import * as vscode from "vscode";
import type { Collection, Item, RetryNotice } from "../../api/types";
import type { Connections } from "../../connections/connections";
import { contexts, views } from "../../ids";
import type { Clock } from "../../util/clock";
import { type IDisposable, Disposable, MutableDisposable } from "../../util/disposable";
import { withProgressNotification, withViewProgress } from "../../window";
import { type Arrangement, decodeArrangement } from "../model/arrangement";
import type { CollectionList } from "../model/collectionList";
import { CollectionRow, type TreeRow } from "./collectionRows";
import { CollectionTree, ShownCollections } from "./collectionTree";
import { dimInactive } from "./inactiveDecoration";
import { loadedContext, progressOf, viewDescription, viewMessage, waitingText } from "./viewText";

const arrangementKey = "collections.arrangement";
/** From so many pages on a person can call off reading them. */
const manyPages = 5;

/** A collection and the connection it was read from. */
export interface ChosenCollection {
  readonly shown: ShownCollections;
  readonly item: Item<Collection>;
}

/**
 * The view "Collections": the active connection's collections. Loading happens here and on command, never while VS Code
 * asks for rows.
 */
export class CollectionsView extends Disposable {
  private readonly tree = this.register(new CollectionTree());
  private readonly slot = this.register(new MutableDisposable<ShownCollections>());
  private readonly loaded = this.register(new vscode.EventEmitter<ShownCollections>());
  private readonly view: vscode.TreeView<TreeRow>;
  private kept: Arrangement;
  private picksOpen = 0;
  /** When the request that is waited for is sent again, and the next step of the countdown to it. */
  private retry: { readonly notice: RetryNotice; readonly at: number } | undefined;
  private readonly countdown = this.register(new MutableDisposable<IDisposable>());

  /** The rows of the connection that is shown are other ones. */
  readonly onDidLoad = this.loaded.event;

  /** @param memory where the arrangement is kept. */
  constructor(
    private readonly connections: Connections,
    private readonly memory: vscode.Memento,
    private readonly pageSize: () => number,
    private readonly clock: Clock,
  ) {
    super();
    this.kept = decodeArrangement(memory.get(arrangementKey));
    this.view = this.register(
      vscode.window.createTreeView(views.collections, { treeDataProvider: this.tree }),
    );
    this.register(dimInactive());
    this.register(connections.onDidChangeActive(() => this.show()));
    this.register(connections.onDidChangeKey((name) => void this.followKey(name)));
    this.register(this.view.onDidChangeVisibility(() => this.loadFirstPage()));
    this.show();
  }

  /** The connection that is shown: another object as soon as another one is active, or the active one was edited. */
  get shown(): ShownCollections | undefined {
    return this.slot.value;
  }

  get arrangement(): Arrangement {
    return this.kept;
  }

  /** The collection of a row that VS Code handed over, else of the row that is selected. */
  chosen(row: unknown): ChosenCollection | undefined {
    const candidate = row instanceof CollectionRow ? row : this.view.selection[0];
    return this.shown && candidate instanceof CollectionRow
      ? { shown: this.shown, item: candidate.item }
      : undefined;
  }

  async arrange(arrangement: Arrangement): Promise<void> {
    this.kept = arrangement;
    this.render();
    await this.memory.update(arrangementKey, arrangement);
  }

  /** Asks with a quick pick. The tree is repainted after it: VS Code gives a tree that had the focus the focus back then. */
  async pick<T>(ask: () => Promise<T>): Promise<T> {
    this.picksOpen++;
    try {
      return await ask();
    } finally {
      this.picksOpen--;
      this.render();
    }
  }

  /** Selects a collection in the tree, where it is loaded. */
  async reveal(id: string): Promise<void> {
    const row = this.tree.find(id);
    if (row) {
      await this.view.reveal(row, { select: true, focus: true });
    }
  }

  async loadMore(): Promise<void> {
    await this.inView((pages) => pages.loadMore());
  }

  async loadAll(): Promise<void> {
    const pages = this.slot.value?.pages;
    if (pages && pages.state.hasMore !== "no") {
      const { totalCount } = pages.state;
      const left = totalCount === undefined ? Infinity : totalCount - pages.state.items.length;
      await this.read(left, "Loading collections", (signal) => pages.loadAll(signal));
    }
  }

  async refresh(): Promise<void> {
    const pages = this.slot.value?.pages;
    if (pages) {
      const { length } = pages.loadedItems;
      await this.read(length, "Refreshing collections", (signal) => pages.refresh(signal));
    }
  }

  /** Reads many pages with progress that can be called off; a few of them under the view's own bar. */
  private async read(
    rows: number,
    title: string,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const pages = this.slot.value?.pages;
    if (!pages || rows <= manyPages * this.pageSize()) {
      await this.inView(() => work(new AbortController().signal));
      return;
    }
    await withProgressNotification(title, true, async (report, token) => {
      const wish = new AbortController();
      let told = 0;
      const listeners = [
        token.onCancellationRequested(() => wish.abort()),
        pages.onDidProgress(({ loaded, total }) => {
          const share = total ? (100 * loaded) / total : 0;
          report(progressOf(loaded, total), Math.max(share - told, 0));
          told = Math.max(told, share);
        }),
        pages.onDidChange(({ retry }) => {
          if (retry) {
            report(waitingText(retry, retry.delayMs));
          }
        }),
      ];
      try {
        await work(wish.signal);
      } finally {
        listeners.forEach((listener) => listener.dispose());
      }
    });
  }

  private async inView(work: (pages: CollectionList) => Promise<void>): Promise<void> {
    const pages = this.slot.value?.pages;
    if (pages) {
      await withViewProgress(views.collections, () => work(pages));
    }
  }

  private show(): void {
    const access = this.connections.active;
    const shown = access && new ShownCollections(access, this.pageSize);
    this.slot.value = shown;
    if (shown) {
      let items = shown.pages.state.items;
      shown.pages.onDidChange((state) => {
        this.render();
        if (state.items !== items) {
          items = state.items;
          this.loaded.fire(shown);
        }
      });
    }
    this.render();
    this.loadFirstPage();
  }

  /** Another key may see other collections: they take the place of those that are shown as a whole. */
  private async followKey(name: string): Promise<void> {
    const { shown } = this;
    const access = this.connections.active;
    if (!access || shown?.name !== name) {
      return;
    }
    const renewed = shown.pages.state.failure !== undefined || (await access.hasKeyChanged());
    if (renewed && this.shown === shown) {
      await this.refresh();
    }
  }

  private loadFirstPage(): void {
    const state = this.shown?.pages.state;
    if (
      this.view.visible &&
      state &&
      state.items.length === 0 &&
      !state.busy &&
      !state.failure &&
      state.hasMore !== "no"
    ) {
      void this.loadMore();
    }
  }

  private render(): void {
    const { shown } = this;
    const state = shown?.pages.state;
    if (this.picksOpen === 0) {
      this.tree.show(shown, this.kept);
    }
    const sample = shown?.access.connection.sample ?? false;
    this.view.description = viewDescription(state, sample);
    this.followRetry(state?.retry);
    this.showMessage();
    void vscode.commands.executeCommand("setContext", contexts.collections, loadedContext(state));
  }

  private followRetry(notice: RetryNotice | undefined): void {
    if (notice !== this.retry?.notice) {
      this.retry = notice && { notice, at: this.clock.now() + notice.delayMs };
    }
  }

  /** Counts down above the rows: those are not repainted each second. */
  private showMessage(): void {
    const { shown, retry, clock } = this;
    const leftMs = retry ? retry.at - clock.now() : 0;
    const sample = shown?.access.connection.sample ?? false;
    this.view.message = viewMessage(shown?.pages.state, this.kept, sample, leftMs);
    this.countdown.value =
      leftMs > 0 ? clock.after(leftMs % 1000 || 1000, () => this.showMessage()) : undefined;
  }
}
