import { type ApiError, problemKindOf } from "../../api/errors";
import type { Collection, Item } from "../../api/types";
import { commands } from "../../ids";
import { type RemedyKind, remediesOf } from "../../shared/problemKind";
import { type Arrangement, grouped, sorted } from "../model/arrangement";
import type { CollectionListState } from "../model/collectionList";
import { type CollectionField, fieldsOf } from "../model/collectionText";

export class CollectionNode {
  private children: readonly FieldNode[] | undefined;

  constructor(
    readonly item: Item<Collection>,
    readonly parent: EnvironmentNode | undefined,
  ) {}

  get fields(): readonly FieldNode[] {
    return (this.children ??= fieldsOf(this.item.json).map((field) => new FieldNode(field, this)));
  }
}

export class FieldNode {
  constructor(
    readonly field: CollectionField,
    readonly parent: CollectionNode,
  ) {}
}

/** The collections of one environment, or those without an environment. */
export class EnvironmentNode {
  readonly collections: readonly CollectionNode[];

  constructor(
    readonly environment: string | undefined,
    items: readonly Item<Collection>[],
    readonly isExpanded: boolean,
  ) {
    this.collections = items.map((item) => new CollectionNode(item, this));
  }
}

/** Below the collections while there are more: loads them. */
export class LoadMoreNode {
  constructor(public state: CollectionListState) {}
}

/** Above the collections: opens the event feed. */
export class EventFeedNode {
  readonly command = commands.openFeed;
}

/** Why loading failed: above the collections when refreshing them did, else below them. */
export class ErrorNode {
  constructor(readonly error: ApiError) {}
}

/** Below an `ErrorNode`: what to do about it. */
export class RemedyNode {
  constructor(readonly remedy: RemedyKind) {}
}

/** An element of the tree "Collections". */
export type TreeNode =
  EventFeedNode | CollectionNode | FieldNode | EnvironmentNode | LoadMoreNode | ErrorNode | RemedyNode;

/** Environments are initially expanded if there are no more than this. */
const maxExpandedEnvironments = 12;

const eventFeedNode = new EventFeedNode();

/** The elements of the tree for one connection. */
export class CollectionNodes {
  private items: readonly Item<Collection>[] = [];
  private arrangement: Arrangement | undefined;
  private isKeyMissing = false;
  private refreshFailed = false;
  private collections: readonly (CollectionNode | EnvironmentNode)[] = [];
  /** What follows from the state of loading. */
  private status: readonly (LoadMoreNode | ErrorNode | RemedyNode)[] = [];

  constructor(private readonly isSample = false) {}

  /** The top level. */
  get roots(): readonly TreeNode[] {
    const { collections, status } = this;
    const below = this.refreshFailed ? [...status, ...collections] : [...collections, ...status];
    return this.isKeyMissing ? below : [eventFeedNode, ...below];
  }

  /** Present after loading failed. */
  get error(): ErrorNode | undefined {
    const [first] = this.status;
    return first instanceof ErrorNode ? first : undefined;
  }

  /** @returns what has changed: everything, one element, or nothing. */
  update(state: CollectionListState, arrangement: Arrangement): "all" | LoadMoreNode | undefined {
    const areSame = state.items === this.items && arrangement === this.arrangement;
    if (!areSame) {
      this.items = state.items;
      this.arrangement = arrangement;
      this.collections = collectionsOf(state.items, arrangement);
    }
    const { isKeyMissing, refreshFailed } = this;
    this.isKeyMissing = needsKey(state);
    this.refreshFailed = state.refreshFailed === true;
    const [previous] = this.status;
    this.status = this.statusOf(state);
    const [first] = this.status;
    if (
      !areSame ||
      first !== previous ||
      isKeyMissing !== this.isKeyMissing ||
      refreshFailed !== this.refreshFailed
    ) {
      return "all";
    }
    return first instanceof LoadMoreNode ? first : undefined;
  }

  /** The element of a collection that is loaded. */
  find(id: string): CollectionNode | undefined {
    for (const node of this.collections) {
      const nodes = node instanceof EnvironmentNode ? node.collections : [node];
      const found = nodes.find(({ item }) => item.value.id === id);
      if (found) {
        return found;
      }
    }
    return undefined;
  }

  /** Remaining elements are the same objects as before, so that VS Code can refresh them individually. */
  private statusOf(state: CollectionListState): readonly (LoadMoreNode | ErrorNode | RemedyNode)[] {
    const [previous] = this.status;
    const { failure } = state;
    if (this.isKeyMissing) {
      return [];
    }
    if (failure) {
      return previous instanceof ErrorNode && previous.error === failure
        ? this.status
        : [
            new ErrorNode(failure),
            ...remediesOf(problemKindOf(failure), this.isSample).map((remedy) => new RemedyNode(remedy)),
          ];
    }
    if (state.items.length === 0 || state.hasMore === "no") {
      return [];
    }
    if (previous instanceof LoadMoreNode) {
      previous.state = state;
      return this.status;
    }
    return [new LoadMoreNode(state)];
  }
}

export function parentOf(node: TreeNode): TreeNode | undefined {
  return node instanceof CollectionNode || node instanceof FieldNode ? node.parent : undefined;
}

export function childrenOf(node: TreeNode): readonly TreeNode[] {
  if (node instanceof EnvironmentNode) {
    return node.collections;
  }
  return node instanceof CollectionNode ? node.fields : [];
}

/** Nothing could be loaded without a key: shown by the view's welcome content instead of the tree. */
export function needsKey({ items, failure }: CollectionListState): boolean {
  return items.length === 0 && failure?.kind === "noKey";
}

function collectionsOf(
  items: readonly Item<Collection>[],
  arrangement: Arrangement,
): readonly (CollectionNode | EnvironmentNode)[] {
  const inOrder = sorted(items, arrangement);
  if (!arrangement.byEnvironment) {
    return inOrder.map((item) => new CollectionNode(item, undefined));
  }
  const groups = grouped(inOrder);
  const areExpanded = groups.length <= maxExpandedEnvironments;
  return groups.map((group) => new EnvironmentNode(group.environment, group.items, areExpanded));
}
