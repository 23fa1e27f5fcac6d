import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Collection, Item, RetryNotice } from "../../api/types";
import type { Connections } from "../../connections/connections";
import { contexts, views } from "../../ids";
import type { Clock } from "../../util/clock";
import { type IDisposable, Disposable, MutableDisposable } from "../../util/disposable";
import { withProgressNotification, withViewProgress } from "../../window";
import { type Arrangement, decodeArrangement } from "../model/arrangement";
import type { CollectionList } from "../model/collectionList";
import { type CollectionField, progressText } from "../model/collectionText";
import { CollectionNode, FieldNode, type TreeNode } from "./collectionNodes";
import {
  CollectionTreeDataProvider,
  CollectionTreeInput,
  registerInactiveDecoration,
} from "./collectionTreeDataProvider";
import { collectionsContext, retryText, viewDescription, viewMessage } from "./viewText";

const arrangementKey = "collections.arrangement";
/** From this many pages on, loading shows a notification with Cancel. */
const manyPages = 5;

/** A collection and the input of the tree that it belongs to. */
export interface SelectedCollection {
  readonly input: CollectionTreeInput;
  readonly item: Item<Collection>;
}

/** The view "Collections" of the active connection. Only the view and commands load collections, never the tree data provider. */
export class CollectionsView extends Disposable {
  private readonly provider = this.register(new CollectionTreeDataProvider());
  private readonly currentInput = this.register(new MutableDisposable<CollectionTreeInput>());
  private readonly itemsEmitter = this.register(new vscode.EventEmitter<CollectionTreeInput>());
  private readonly view: vscode.TreeView<TreeNode>;
  private currentArrangement: Arrangement;
  private openQuickPicks = 0;
  /** The announced retry, and when it will start. */
  private retry: { readonly notice: RetryNotice; readonly at: number } | undefined;
  private readonly countdown = this.register(new MutableDisposable<IDisposable>());

  /** Collections were loaded or refreshed. */
  readonly onDidChangeItems = this.itemsEmitter.event;

  /** @param memento stores the arrangement */
  constructor(
    private readonly connections: Connections,
    private readonly memento: vscode.Memento,
    private readonly pageSize: () => number,
    private readonly clock: Clock,
  ) {
    super();
    this.currentArrangement = decodeArrangement(memento.get(arrangementKey));
    this.view = this.register(
      vscode.window.createTreeView(views.collections, { treeDataProvider: this.provider }),
    );
    this.register(registerInactiveDecoration());
    this.register(connections.onDidChangeActive(() => this.setInput()));
    this.register(connections.onDidChangeKey((name) => void this.refreshWithNewKey(name)));
    this.register(this.view.onDidChangeVisibility(() => this.loadFirstPage()));
    this.setInput();
  }

  /** Another object when another connection becomes active, or the active one is edited. */
  get input(): CollectionTreeInput | undefined {
    return this.currentInput.value;
  }

  get arrangement(): Arrangement {
    return this.currentArrangement;
  }

  /** The collection of a tree element that a menu passes to its command, else the selected one. */
  selected(node: unknown): SelectedCollection | undefined {
    const candidate = node instanceof CollectionNode ? node : this.view.selection[0];
    return this.input && candidate instanceof CollectionNode
      ? { input: this.input, item: candidate.item }
      : undefined;
  }

  /** The field of a tree element that a menu passes to its command, else the selected one. */
  selectedField(node: unknown): CollectionField | undefined {
    const candidate = node instanceof FieldNode ? node : this.view.selection[0];
    return candidate instanceof FieldNode ? candidate.field : undefined;
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
    }
  }

  /** Selects a collection in the tree if it is loaded. */
  async reveal(id: string): Promise<void> {
    const node = this.provider.find(id);
    if (node) {
      await this.view.reveal(node, { select: true, focus: true });
    }
  }

  /** The error of a refresh is above the collections, which may be scrolled. */
  private async revealError(): Promise<void> {
    const { error } = this.provider;
    if (error && this.view.visible && this.openQuickPicks === 0) {
      try {
        await this.view.reveal(error, { select: false, focus: false });
      } catch {
        // The tree has changed in the meantime.
      }
    }
  }

  async loadMore(): Promise<void> {
    const { input } = this;
    if (input) {
      await withViewProgress(views.collections, () => input.list.loadMore());
    }
  }

  async loadAll(): Promise<void> {
    const list = this.input?.list;
    if (list && list.state.hasMore !== "no") {
      const { totalCount = Infinity, items } = list.state;
      const count = totalCount - items.length;
      await this.withProgress(list, count, l10n.t("Loading collections"), (signal) => list.loadAll(signal));
    }
  }

  async refresh(): Promise<void> {
    const list = this.input?.list;
    if (list) {
      const { length } = list.loadedItems;
      await this.withProgress(list, length, l10n.t("Refreshing collections"), (signal) =>
        list.refresh(signal),
      );
      await this.revealError();
    }
  }

  /** Shows the progress of loading `count` collections: in the view if there are few, else in a notification with Cancel. */
  private async withProgress(
    list: CollectionList,
    count: number,
    title: string,
    load: (signal?: AbortSignal) => Promise<void>,
  ): Promise<void> {
    if (count <= manyPages * this.pageSize()) {
      await withViewProgress(views.collections, () => load());
      return;
    }
    await withProgressNotification(title, true, async (report, token) => {
      const cancellation = new AbortController();
      let reported = 0;
      const listeners = [
        token.onCancellationRequested(() => cancellation.abort()),
        list.onDidProgress(({ loaded, total }) => {
          const percent = total ? (100 * loaded) / total : 0;
          report(progressText(loaded, total), Math.max(percent - reported, 0));
          reported = Math.max(reported, percent);
        }),
        list.onDidChange(({ retry }) => {
          if (retry) {
            // Without a number: it would not count down.
            report(retryText(retry, 0));
          }
        }),
      ];
      try {
        await load(cancellation.signal);
      } finally {
        listeners.forEach((listener) => void listener.dispose());
      }
    });
  }

  private setInput(): void {
    const client = this.connections.active;
    const input = client && new CollectionTreeInput(client, this.pageSize);
    this.currentInput.value = input;
    if (input) {
      let { items } = input.list.state;
      input.list.onDidChange((state) => {
        this.update();
        if (state.items !== items) {
          items = state.items;
          this.itemsEmitter.fire(input);
        }
      });
    }
    this.update();
    this.loadFirstPage();
  }

  /** Another key may belong to another organization: its collections replace all others. */
  private async refreshWithNewKey(name: string): Promise<void> {
    const { input } = this;
    const client = this.connections.active;
    if (!client || input?.connection.name !== name) {
      return;
    }
    const mayDiffer = input.list.state.failure !== undefined || (await client.hasKeyChanged());
    if (mayDiffer && this.input === input) {
      await this.refresh();
    }
  }

  private loadFirstPage(): void {
    const state = this.input?.list.state;
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

  private update(): void {
    const { input } = this;
    const state = input?.list.state;
    if (this.openQuickPicks === 0) {
      this.provider.update(input, this.currentArrangement);
    }
    this.view.description = viewDescription(state, input?.connection.sample ?? false);
    if (state?.retry !== this.retry?.notice) {
      this.retry = state?.retry && { notice: state.retry, at: this.clock.now() + state.retry.delayMs };
    }
    this.updateMessage();
    void vscode.commands.executeCommand("setContext", contexts.collections, collectionsContext(state));
  }

  /** Also counts down to a retry, each second. */
  private updateMessage(): void {
    const { input, retry, clock } = this;
    const retryInMs = retry ? retry.at - clock.now() : 0;
    const isSample = input?.connection.sample ?? false;
    this.view.message = viewMessage(input?.list.state, this.currentArrangement, isSample, retryInMs);
    this.countdown.value =
      retryInMs > 0 ? clock.after(retryInMs % 1000 || 1000, () => this.updateMessage()) : undefined;
  }
}
