import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { RetryNotice } from "../../service/types";
import { setContext } from "../../commands";
import type { ConnectionClient } from "../../connections/connectionClient";
import type { Connections } from "../../connections/connections";
import { contexts, views } from "../../ids";
import type { Clock } from "../../util/clock";
import { type IDisposable, Disposable, DisposableStore, MutableDisposable } from "../../util/disposable";
import { type Log, logRejection } from "../../util/log";
import { TreeSelection } from "../../util/treeSelection";
import { withViewProgress } from "../../window";
import { type Arrangement, decodeArrangement } from "../model/arrangement";
import { AutomaticLoad } from "../model/automaticLoad";
import type { CollectionList } from "../model/collectionList";
import type { DocumentList } from "../model/documentList";
import type { Field } from "../model/fields";
import { FieldNode, type TreeNode } from "./collectionNodes";
import { CollectionTreeDataProvider } from "./collectionTreeDataProvider";
import { CollectionTreeInput } from "./collectionTreeInput";
import { DocumentNode, DocumentsNode } from "./documentNodes";
import { withListProgress } from "./listProgress";
import {
  clickedNodes,
  collectionOf,
  currentNode,
  neighborOfRemoved,
  deletableRows,
  type SelectedCollection,
  type SelectedDocument,
} from "./selection";
import { ErrorNode, LoadMoreNode, RemedyNode } from "./statusNodes";
import { registerInactiveDecoration } from "./treeItems";
import { collectionsContext, viewDescription, viewMessage } from "./viewText";

const arrangementKey = "collections.arrangement";

/** The view "Collections" of the active connection. Only the view and commands load collections, never the tree data provider. */
export class CollectionsView extends Disposable {
  private readonly provider = this.register(new CollectionTreeDataProvider());
  private readonly currentInput = this.register(new MutableDisposable<CollectionTreeInput>());
  private readonly automaticLoad = this.register(new MutableDisposable<AutomaticLoad>());
  private readonly inputListeners = this.register(new MutableDisposable<IDisposable>());
  private readonly itemsEmitter = this.register(new vscode.EventEmitter<CollectionTreeInput>());
  private readonly view: vscode.TreeView<TreeNode>;
  private readonly selection: TreeSelection<TreeNode>;
  private currentArrangement: Arrangement;
  private currentClient: ConnectionClient | undefined;
  private openQuickPicks = 0;
  /** IDs of the collections whose row "Documents" is open. */
  private readonly expandedDocuments = new Set<string>();
  /** The announced retry of a request, and when it will start. */
  private retry: { readonly notice: RetryNotice; readonly at: number } | undefined;
  private readonly countdown = this.register(new MutableDisposable<IDisposable>());

  /** Collections were loaded or refreshed. */
  readonly onDidChangeItems = this.itemsEmitter.event;

  get onDidChangeVisibility(): vscode.Event<vscode.TreeViewVisibilityChangeEvent> {
    return this.view.onDidChangeVisibility;
  }

  /** @param memento stores the arrangement */
  constructor(
    private readonly connections: Connections,
    private readonly memento: vscode.Memento,
    private readonly pageSize: () => number,
    private readonly clock: Clock,
    private readonly log: Pick<Log, "error">,
  ) {
    super();
    this.currentArrangement = decodeArrangement(memento.get(arrangementKey));
    this.view = this.register(
      vscode.window.createTreeView(views.collections, {
        treeDataProvider: this.provider,
        canSelectMany: true,
      }),
    );
    this.register(this.provider.onDidRequestDocuments(({ list }) => logRejection(this.loadPage(list), log)));
    this.register(this.view.onDidExpandElement(({ element }) => this.setExpanded(element, true)));
    this.register(this.view.onDidCollapseElement(({ element }) => this.setExpanded(element, false)));
    this.selection = this.register(new TreeSelection(this.view, (node) => currentNode(node, this.provider)));
    this.register(registerInactiveDecoration());
    this.register(connections.onDidChangeActive(() => this.setInput()));
    this.register(connections.onDidUpdateKey((client) => logRejection(this.retryWithKey(client), log)));
    this.register(this.view.onDidChangeVisibility(({ visible }) => this.setVisible(visible)));
    this.setInput();
  }

  /** Another object when another connection becomes active, or the active one is edited. */
  get input(): CollectionTreeInput | undefined {
    return this.currentInput.value;
  }

  get arrangement(): Arrangement {
    return this.currentArrangement;
  }

  /** The collection of a tree element that a menu passes to its command, else of the selected one. */
  selected(node: unknown): SelectedCollection | undefined {
    const selected = node ?? this.selection.rows[0];
    const collection = collectionOf(selected);
    // The rows below a collection may know it from before the last refresh.
    const current =
      collection === selected ? collection : collection && this.provider.find(collection.item.value.id);
    return this.input && current ? { input: this.input, item: current.item } : undefined;
  }

  /** The documents of the tree elements that a menu passes to its command, else the selected ones. */
  selectedDocuments(node: unknown, nodes: unknown): readonly SelectedDocument[] {
    const { input } = this;
    return clickedNodes(node, nodes, this.selection.rows).flatMap((each) =>
      input && each instanceof DocumentNode
        ? [{ input, collection: each.documents.parent.item, list: each.documents.list, item: each.item }]
        : [],
    );
  }

  /** What the Delete key is for: the selected rows. */
  get deletableRows(): "collection" | "documents" | "other" {
    return deletableRows(this.selection.rows);
  }

  /** The field of a tree element that a menu passes to its command, else the selected one. */
  selectedField(node: unknown): Field | undefined {
    const candidate = node ?? this.selection.rows[0];
    return candidate instanceof FieldNode ? candidate.field : undefined;
  }

  /**
   * Puts the focus of the tree on a selected row, unless a menu passed its row: with the keyboard the focus may be on another one,
   * which a command cannot know.
   */
  async focusSelection(node: unknown): Promise<void> {
    const [selected] = this.selection.rows;
    if (node === undefined && selected && this.view.visible) {
      await this.revealNode(selected, { select: false, focus: true });
    }
  }

  async arrange(arrangement: Arrangement): Promise<void> {
    this.currentArrangement = arrangement;
    this.update();
    await this.memento.update(arrangementKey, arrangement);
  }

  /** Runs a quick pick. Refreshing the tree is deferred: it would take the focus from the quick pick if the tree had it before. */
  async withQuickPick<T>(show: () => Promise<T>): Promise<T> {
    this.openQuickPicks++;
    try {
      return await show();
    } finally {
      this.openQuickPicks--;
      this.update();
      this.input?.loadedDocuments.forEach((id) => this.updateDocuments(id));
    }
  }

  /** Selects a collection in the tree if it is loaded, or one of its documents. */
  async reveal(id: string, documentId?: string): Promise<void> {
    const node =
      documentId === undefined ? this.provider.find(id) : this.provider.findDocument(id, documentId);
    if (node) {
      await this.revealNode(node, { select: true, focus: true });
    }
  }

  private async revealNode(node: TreeNode, options: { select: boolean; focus: boolean }): Promise<void> {
    try {
      await this.view.reveal(node, options);
    } catch {
      // The tree has changed in the meantime.
    }
  }

  /** Loads more of the list that a row belongs to, such as Load more or Retry; without one, more collections. */
  async loadMore(node?: unknown): Promise<void> {
    const isStatus = node instanceof LoadMoreNode || node instanceof ErrorNode || node instanceof RemedyNode;
    const documents = isStatus ? node.parent?.list : undefined;
    if (isStatus && !documents) {
      await this.loadAgain();
    } else {
      await this.loadPage(documents ?? this.input?.list);
    }
  }

  /** Repeats what failed for the collections; if nothing did, loads more of them. */
  private async loadAgain(): Promise<void> {
    switch (this.input?.list.state.failed) {
      case "refresh":
        return this.refresh();
      case "all":
        return this.loadAll();
      case "more":
      case undefined:
        return this.loadPage(this.input?.list);
    }
  }

  async loadAll(): Promise<void> {
    const list = this.input?.list;
    if (list && list.state.hasMore) {
      const { totalCount = Infinity, items } = list.state;
      const load = this.describe(l10n.t("Loading collections"), totalCount - items.length);
      await withListProgress(list, load, (signal) => list.loadAll(signal));
    }
  }

  /** Reloads the collections, and the documents that are shown. */
  async refresh(): Promise<void> {
    const { input } = this;
    if (input) {
      const { list } = input;
      const load = this.describe(l10n.t("Refreshing collections"), list.loadedItems.length);
      await withListProgress(list, load, (signal) => list.refresh(signal));
      if (!list.state.failure) {
        await this.refreshDocuments(input);
      }
    }
  }

  private async refreshDocuments(input: CollectionTreeInput): Promise<void> {
    const refreshes = input.loadedDocuments.map(async (id) => {
      const list = input.findDocuments(id);
      if (list && this.expandedDocuments.has(id)) {
        const load = this.describe(l10n.t("Refreshing documents"), list.loadedItems.length);
        await withListProgress(list, load, (signal) => list.refresh(signal));
      } else {
        input.closeDocuments(id);
      }
    });
    await Promise.all(refreshes);
  }

  private async loadPage(list: CollectionList | DocumentList | undefined): Promise<void> {
    if (list) {
      await withViewProgress(views.collections, () => list.loadMore());
    }
  }

  private describe(title: string, count: number): Parameters<typeof withListProgress>[1] {
    return { title, count, pageSize: this.pageSize() };
  }

  private setExpanded(element: TreeNode, isExpanded: boolean): void {
    if (element instanceof DocumentsNode) {
      const { id } = element.parent.item.value;
      if (isExpanded) {
        this.expandedDocuments.add(id);
      } else {
        this.expandedDocuments.delete(id);
      }
    }
  }

  private setInput(): void {
    const client = this.connections.active;
    const input = client && new CollectionTreeInput(client, this.pageSize);
    this.currentClient = client;
    this.currentInput.value = input;
    this.selection.clear();
    this.expandedDocuments.clear();
    const load = (): void => logRejection(this.loadAgain(), this.log);
    // Before the listener below, which reads what this one decides.
    this.automaticLoad.value = input && new AutomaticLoad(input.list, load, this.clock);
    this.inputListeners.value = input && this.listenTo(input);
    this.update();
    this.setVisible(this.view.visible);
  }

  private setVisible(visible: boolean): void {
    this.automaticLoad.value?.setVisible(visible);
    this.updateMessage();
  }

  private listenTo(input: CollectionTreeInput): IDisposable {
    const listeners = new DisposableStore();
    listeners.add(input.onDidChangeDocuments((id) => this.updateDocuments(id)));
    let { items } = input.list.state;
    listeners.add(
      input.list.onDidChange((state) => {
        this.update();
        if (state.items !== items) {
          items = state.items;
          this.itemsEmitter.fire(input);
        }
      }),
    );
    return listeners;
  }

  private async retryWithKey(client: ConnectionClient): Promise<void> {
    if (client === this.currentClient && this.input?.list.state.failure) {
      await this.refresh();
    }
  }

  private update(): void {
    const { input } = this;
    const state = input?.list.state;
    this.updateTree(() => this.provider.update(input, this.currentArrangement));
    this.view.description = viewDescription(state, input?.connection.sample ?? false);
    if (state?.retry !== this.retry?.notice) {
      this.retry = state?.retry && { notice: state.retry, at: this.clock.now() + state.retry.delayMs };
    }
    this.updateMessage();
    setContext(contexts.collections, collectionsContext(state));
  }

  private updateDocuments(collectionId: string): void {
    this.updateTree(() => this.provider.updateDocuments(collectionId));
  }

  /** If a selected row goes, the one next to it is selected. */
  private updateTree(update: () => void): void {
    const { input } = this;
    if (this.openQuickPicks > 0) {
      return;
    }
    const neighbor =
      input && this.view.visible && neighborOfRemoved(this.selection.rows, this.provider, input);
    update();
    const node = neighbor && neighbor();
    if (node) {
      void this.revealNode(node, { select: true, focus: false });
    }
  }

  /** Also counts down to a retry, each second. */
  private updateMessage(): void {
    const { input, retry, clock } = this;
    const retryAt = retry?.at ?? this.automaticLoad.value?.nextAttemptMs;
    const retryInMs = retryAt === undefined ? 0 : retryAt - clock.now();
    this.view.message = viewMessage(input?.list.state, this.currentArrangement, retryInMs);
    this.countdown.value =
      retryInMs > 0 ? clock.after(retryInMs % 1000 || 1000, () => this.updateMessage()) : undefined;
  }
}
