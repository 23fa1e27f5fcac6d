import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { setContext } from "../../commands";
import type { Connections } from "../../connections/connections";
import { contexts, views } from "../../ids";
import type { Collection } from "../../service/types";
import type { Clock } from "../../util/clock";
import { Disposable, DisposableStore, MutableDisposable } from "../../util/disposable";
import { type Log, logRejection } from "../../util/log";
import { OpenDialogs } from "../../util/openDialogs";
import { withProgressNotification, withViewProgress } from "../../window";
import { type Arrangement, serviceArrangement } from "../model/arrangement";
import { AutomaticLoad } from "../model/automaticLoad";
import { loadedText } from "../model/collectionText";
import type { DocumentList } from "../model/documentList";
import type { Field } from "../model/fields";
import type { Identified, PagedList } from "../model/pagedList";
import { CollectionLists, type SelectedCollection, type SelectedDocument } from "./collectionLists";
import { CollectionTree } from "./collectionTree";
import { isRow, type CollectionTreeRow } from "./rows";
import { collectionsContext, viewDescription, viewMessage } from "./viewText";

/** Loading more pages than this shows a notification with Cancel. */
const manyPages = 5;

/** The view "Collections" of the active connection. */
export class CollectionsView extends Disposable {
  private readonly tree = this.register(
    new CollectionTree((list) => {
      logRejection(list.isStale ? this.refreshDocuments(list) : this.loadPage(list), this.log);
    }),
  );
  private readonly view: vscode.TreeView<CollectionTreeRow>;
  /** Disposed when another connection becomes active. */
  private readonly current = this.register(new MutableDisposable<DisposableStore>());
  private automaticLoad: AutomaticLoad<Collection> | undefined;
  /** The selection that VS Code reported last. */
  private lastSelection: readonly CollectionTreeRow[] = [];
  /** Replaced when another connection becomes active, or the active one is edited or gets another key. */
  lists: CollectionLists | undefined;
  arrangement = serviceArrangement;
  readonly dialogs = new OpenDialogs(() => {
    this.update();
    this.lists?.openDocuments.forEach((_, id) => this.updateDocuments(id));
  });

  constructor(
    private readonly connections: Connections,
    private readonly pageSize: () => number,
    readonly clock: Clock,
    readonly log: Log,
  ) {
    super();
    this.view = this.register(
      vscode.window.createTreeView(views.collections, { treeDataProvider: this.tree, canSelectMany: true }),
    );
    this.register(this.view.onDidChangeSelection(({ selection }) => (this.lastSelection = selection)));
    this.register(connections.onDidChangeActive(() => this.setLists()));
    this.register(connections.onDidChangeList(() => this.updateContext()));
    this.setLists();
  }

  /** VS Code's selection lacks refreshed rows that it has not read again yet. The one reported last has them. */
  get selection(): readonly CollectionTreeRow[] {
    const { selection } = this.view;
    return selection.length >= this.lastSelection.length ? selection : this.lastSelection;
  }

  /** The collection of the row that a menu passes to its command, or of the selected row. */
  selectedCollection(row: unknown): SelectedCollection | undefined {
    const { lists } = this;
    const selected = row ?? this.selection[0];
    const collection = isRow(selected) ? selected.collection : undefined;
    const item = collection && lists?.collections.find(collection.value.id);
    return lists && item && { lists, item };
  }

  /** The documents of the rows that a menu passes to its command, or of the selected rows. */
  selectedDocuments(row: unknown, rows: unknown): readonly SelectedDocument[] {
    const { lists } = this;
    const clicked: readonly unknown[] = Array.isArray(rows) && rows.length > 0 ? rows : row ? [row] : [];
    return (clicked.length > 0 ? clicked : this.selection).flatMap((selected) => {
      if (!lists || !isRow(selected) || selected.kind !== "document") {
        return [];
      }
      const { collection, document } = selected;
      const list = lists.documentsOf(collection.value);
      const item = list.find(document.value.id);
      return item ? [{ lists, collection, list, item }] : [];
    });
  }

  /** The field of the row that a menu passes to its command, or of the selected row. */
  selectedField(row: unknown): Field | undefined {
    const selected = row ?? this.selection[0];
    return isRow(selected) && selected.kind === "field" ? selected.field : undefined;
  }

  arrange(arrangement: Arrangement): void {
    this.arrangement = arrangement;
    this.update();
  }

  /** Selects a collection in the tree, or one of its documents, if it is loaded. */
  async reveal(collectionId: string, documentId?: string): Promise<void> {
    const row = this.tree.find(collectionId, documentId);
    if (row) {
      // The tree may have changed in the meantime.
      await this.view.reveal(row, { select: true, focus: true }).then(undefined, () => undefined);
    }
  }

  /** For a row "Load more", loads more of its list and focuses the first new row. Otherwise loads more collections. */
  async loadMore(row?: unknown): Promise<void> {
    const isLoadMore = isRow(row) && row.kind === "loadMore";
    const parent = isLoadMore ? row.collection?.value : undefined;
    const list = parent ? this.lists?.documentsOf(parent) : this.lists?.collections;
    if (!list) {
      return;
    }
    const before = list.loadedItems.length;
    await this.loadPage(list);
    const first = list.state.items[before]?.value.id;
    if (first !== undefined && isLoadMore) {
      await (parent ? this.reveal(parent.id, first) : this.reveal(first));
    }
  }

  async loadAll(): Promise<void> {
    const list = this.lists?.collections;
    if (list?.state.hasMore) {
      const { totalCount = Infinity, items } = list.state;
      const title = l10n.t("Loading collections");
      const load = (signal?: AbortSignal) => list.loadAll(signal);
      await this.withListProgress(list, title, totalCount - items.length, load);
    }
  }

  /** Reloads the collections, and then the documents that are shown. @returns whether the collections were read */
  async refresh(): Promise<boolean> {
    const { lists } = this;
    lists?.openDocuments.forEach((list) => (list.isStale = true));
    return lists !== undefined && this.refreshList(lists.collections, l10n.t("Refreshing collections"));
  }

  refreshDocuments(list: DocumentList): Promise<boolean> {
    list.isStale = false;
    return this.refreshList(list, l10n.t("Refreshing documents"));
  }

  private refreshList<T extends Identified>(list: PagedList<T>, title: string): Promise<boolean> {
    return this.withListProgress(list, title, list.loadedItems.length, (signal) => list.refresh(signal));
  }

  private async loadPage<T extends Identified>(list: PagedList<T>): Promise<void> {
    await withViewProgress(views.collections, () => list.loadMore());
  }

  /** Shows progress in the view or, for many pages, in a notification with Cancel. @param count approximate number of items */
  private async withListProgress<T extends Identified, R>(
    list: PagedList<T>,
    title: string,
    count: number,
    load: (signal?: AbortSignal) => Promise<R>,
  ): Promise<R> {
    if (count <= manyPages * this.pageSize()) {
      return withViewProgress(views.collections, () => load());
    }
    return withProgressNotification(title, (report, signal) => {
      const listener = list.onDidProgress(({ loaded, total }) => report(loadedText(loaded, total)));
      return load(signal).finally(() => listener.dispose());
    });
  }

  private setLists(): void {
    const client = this.connections.active;
    const resources = new DisposableStore();
    this.current.value = resources;
    // Rows of another connection may have the same IDs.
    this.lastSelection = [];
    const lists = client && resources.add(new CollectionLists(client, this.pageSize));
    this.lists = lists;
    const load = () => logRejection(this.refresh(), this.log);
    this.automaticLoad =
      lists && resources.add(new AutomaticLoad(lists.collections, this.view, load, this.clock, client));
    if (client) {
      resources.add(client.onDidChange(() => this.update()));
    }
    // These listeners are disposed with what they listen to.
    this.automaticLoad?.onDidTick(() => this.updateMessage());
    lists?.onDidChangeDocuments((id) => this.updateDocuments(id));
    lists?.collections.onDidChange(() => this.update());
    this.update();
  }

  private update(): void {
    if (!this.dialogs.areOpen) {
      this.tree.update(this.lists, this.arrangement);
    }
    this.view.description = viewDescription(this.lists);
    this.updateMessage();
    this.updateContext();
  }

  private updateDocuments(collectionId: string): void {
    if (!this.dialogs.areOpen) {
      this.tree.updateDocuments(collectionId);
    }
    this.updateMessage();
  }

  private updateMessage(): void {
    const retryInMs = this.automaticLoad?.retryInMs ?? 0;
    this.view.message = this.lists ? viewMessage(this.lists, this.arrangement, retryInMs) : "";
  }

  private updateContext(): void {
    setContext(contexts.collectionsProblem, collectionsContext(this.lists?.state));
    setContext(contexts.changesAllowed, this.connections.active?.connection.allowChanges ?? false);
  }
}
