import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { setContext } from "../../commands";
import type { ConnectionClient } from "../../connections/connectionClient";
import type { Connections } from "../../connections/connections";
import { contexts, views } from "../../ids";
import type { Collection } from "../../service/types";
import type { Clock } from "../../util/clock";
import { type IDisposable, Disposable, DisposableStore, MutableDisposable } from "../../util/disposable";
import { type Log, logRejection } from "../../util/log";
import { withProgressNotification, withViewProgress } from "../../window";
import { type Arrangement, serviceArrangement } from "../model/arrangement";
import { AutomaticLoad } from "../model/automaticLoad";
import { progressText } from "../model/collectionText";
import type { DocumentList } from "../model/documentList";
import type { Field } from "../model/fields";
import type { Identified, PagedList } from "../model/pagedList";
import { CollectionLists, type SelectedCollection, type SelectedDocument } from "./collectionLists";
import { CollectionTree } from "./collectionTree";
import { collectionRowOf, deletableRows, DocumentRow, FieldRow, LoadMoreRow, type Row } from "./rows";
import { collectionsContext, viewDescription, viewMessage } from "./viewText";

/** From this many pages on, loading shows a notification with Cancel. */
const manyPages = 5;

/** The view "Collections" of the active connection. */
export class CollectionsView extends Disposable {
  private readonly tree = this.register(
    new CollectionTree((list) => this.run(list.isStale ? this.refreshDocuments(list) : this.loadPage(list))),
  );
  private readonly view: vscode.TreeView<Row>;
  private readonly currentLists = this.register(new MutableDisposable<CollectionLists>());
  private readonly listeners = this.register(new MutableDisposable<IDisposable>());
  private readonly automaticLoad = this.register(new MutableDisposable<AutomaticLoad<Collection>>());
  /** As VS Code told last. */
  private lastSelection: readonly Row[] = [];
  private currentArrangement = serviceArrangement;
  private openDialogs = 0;

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
    this.register(
      this.view.onDidChangeVisibility(({ visible }) => this.automaticLoad.value?.setVisible(visible)),
    );
    this.register(this.view.onDidChangeSelection(({ selection }) => (this.lastSelection = selection)));
    this.register(connections.onDidChangeActive(() => this.setLists()));
    this.register(connections.onDidUpdateKey((client) => this.retryWithKey(client)));
    this.register(connections.onDidChangeList(() => this.updateContext()));
    this.setLists();
  }

  /** Others when another connection becomes active, or the active one is edited. */
  get lists(): CollectionLists | undefined {
    return this.currentLists.value;
  }

  /** While VS Code reads refreshed rows, it knows none of them: what it told before then counts, and what it told meanwhile does not. */
  private get selection(): readonly Row[] {
    const { selection } = this.view;
    return selection.length >= this.lastSelection.length ? selection : this.lastSelection;
  }

  get arrangement(): Arrangement {
    return this.currentArrangement;
  }

  /** The collection of a row that a menu passes to its command, else of the selected one. */
  selectedCollection(row: unknown): SelectedCollection | undefined {
    const { lists } = this;
    const collection = collectionRowOf(row ?? this.selection[0]);
    const item = collection && lists?.collections.find(collection.item.value.id);
    return lists && item && { lists, item };
  }

  /** The documents of the rows that a menu passes to its command, else the selected ones. */
  selectedDocuments(row: unknown, rows: unknown): readonly SelectedDocument[] {
    const { lists } = this;
    const clicked: readonly unknown[] = Array.isArray(rows) && rows.length > 0 ? rows : row ? [row] : [];
    return (clicked.length > 0 ? clicked : this.selection).flatMap((each) => {
      if (!lists || !(each instanceof DocumentRow)) {
        return [];
      }
      const { item: collection } = each.parent.parent;
      const list = lists.documentsOf(collection.value);
      const item = list.find(each.item.value.id);
      return item ? [{ lists, collection, list, item }] : [];
    });
  }

  /** The field of a row that a menu passes to its command, else the selected one. */
  selectedField(row: unknown): Field | undefined {
    const candidate = row ?? this.selection[0];
    return candidate instanceof FieldRow ? candidate.field : undefined;
  }

  /** What the Delete key is for: the selected rows. */
  get deletableRows(): "collection" | "documents" | undefined {
    return deletableRows(this.selection);
  }

  arrange(arrangement: Arrangement): void {
    this.currentArrangement = arrangement;
    this.update();
  }

  /** Runs a dialog. Refreshing the tree waits: it would take the focus from the dialog if the tree had it before. */
  async withDialog<T>(show: () => Promise<T>): Promise<T> {
    this.openDialogs++;
    try {
      return await show();
    } finally {
      this.openDialogs--;
      this.update();
      this.lists?.openDocuments.forEach((_, id) => this.updateDocuments(id));
    }
  }

  /** Selects a collection in the tree, or one of its documents, if it is loaded. */
  async reveal(collectionId: string, documentId?: string): Promise<void> {
    const row =
      documentId === undefined
        ? this.tree.find(collectionId)
        : this.tree.findDocument(collectionId, documentId);
    if (row) {
      // The tree may have changed in the meantime.
      await this.view.reveal(row, { select: true, focus: true }).then(undefined, () => undefined);
    }
  }

  /** Loads more of the list that a row belongs to; without one, more collections. The first new row gets the focus. */
  async loadMore(row?: unknown): Promise<void> {
    const parent = row instanceof LoadMoreRow ? row.parent?.parent.item.value : undefined;
    const list = parent ? this.lists?.documentsOf(parent) : this.lists?.collections;
    if (!list) {
      return;
    }
    const before = list.loadedItems.length;
    await this.loadPage(list);
    const first = list.state.items[before]?.value.id;
    if (first !== undefined && row instanceof LoadMoreRow) {
      await (parent ? this.reveal(parent.id, first) : this.reveal(first));
    }
  }

  async loadAll(): Promise<void> {
    const list = this.lists?.collections;
    if (list?.state.hasMore) {
      const { totalCount = Infinity, items } = list.state;
      await this.withListProgress(
        list,
        l10n.t("Loading collections"),
        totalCount - items.length,
        async (signal) => list.loadAll(signal),
      );
    }
  }

  /** Reloads the collections, and then the documents that are shown. @returns whether the collections were read */
  async refresh(): Promise<boolean> {
    const { lists } = this;
    lists?.openDocuments.forEach((list) => (list.isStale = true));
    return (
      lists !== undefined && (await this.refreshList(lists.collections, l10n.t("Refreshing collections")))
    );
  }

  refreshDocuments(list: DocumentList): Promise<boolean> {
    list.isStale = false;
    return this.refreshList(list, l10n.t("Refreshing documents"));
  }

  private async refreshList<T extends Identified>(list: PagedList<T>, title: string): Promise<boolean> {
    let isRead = false;
    await this.withListProgress(list, title, list.loadedItems.length, async (signal) => {
      isRead = await list.refresh(signal);
    });
    return isRead;
  }

  private async loadPage<T extends Identified>(list: PagedList<T>): Promise<void> {
    await withViewProgress(views.collections, () => list.loadMore());
  }

  /** In the view if there is little to load, else in a notification with Cancel. @param count of items, about */
  private async withListProgress<T extends Identified>(
    list: PagedList<T>,
    title: string,
    count: number,
    load: (signal?: AbortSignal) => Promise<void>,
  ): Promise<void> {
    if (count <= manyPages * this.pageSize()) {
      await withViewProgress(views.collections, () => load());
      return;
    }
    await withProgressNotification(title, async (report, signal) => {
      const listener = list.onDidProgress(({ loaded, total }) => report(progressText(loaded, total)));
      await load(signal).finally(() => listener.dispose());
    });
  }

  private setLists(): void {
    const client = this.connections.active;
    const lists = client && new CollectionLists(client, this.pageSize);
    // Rows of another connection may have the same IDs.
    this.lastSelection = [];
    this.currentLists.value = lists;
    this.automaticLoad.value =
      lists && new AutomaticLoad(lists.collections, () => this.run(this.refresh()), this.clock);
    this.automaticLoad.value?.onDidTick(() => this.updateMessage());
    this.listeners.value = lists && this.listenTo(lists);
    this.update();
    this.automaticLoad.value?.setVisible(this.view.visible);
  }

  private listenTo(lists: CollectionLists): IDisposable {
    const listeners = new DisposableStore();
    listeners.add(lists.onDidChangeDocuments((id) => this.updateDocuments(id)));
    listeners.add(lists.collections.onDidChange(() => this.update()));
    return listeners;
  }

  private retryWithKey(client: ConnectionClient): void {
    if (client === this.lists?.client && this.lists.collections.state.failure) {
      this.run(this.refresh());
    }
  }

  private update(): void {
    if (this.openDialogs === 0) {
      this.tree.update(this.lists, this.currentArrangement);
    }
    this.view.description = viewDescription(this.lists?.collections.state);
    this.updateMessage();
    this.updateContext();
  }

  private updateDocuments(collectionId: string): void {
    if (this.openDialogs === 0) {
      this.tree.updateDocuments(collectionId);
    }
    this.updateMessage();
  }

  private updateMessage(): void {
    const retryInMs = this.automaticLoad.value?.retryInMs ?? 0;
    this.view.message = this.lists ? viewMessage(this.lists, this.currentArrangement, retryInMs) : "";
  }

  private updateContext(): void {
    setContext(contexts.collections, collectionsContext(this.lists?.collections.state));
    setContext(contexts.changesAllowed, this.connections.active?.connection.allowChanges ?? false);
  }

  private run(promise: Promise<unknown>): void {
    logRejection(promise, this.log);
  }
}
