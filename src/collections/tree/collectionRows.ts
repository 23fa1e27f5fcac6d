import type { ApiError } from "../../api/errors";
import type { Collection, Item } from "../../api/types";
import { type Arrangement, grouped, sorted } from "../model/arrangement";
import { type Field, fieldsOf } from "../model/collectionFields";
import type { CollectionListState } from "../model/collectionList";

/** A collection. */
export class CollectionRow {
  private known: readonly FieldRow[] | undefined;

  constructor(
    readonly item: Item<Collection>,
    readonly parent: GroupRow | undefined,
  ) {}

  /** Its fields, made when they are first asked for. */
  get fields(): readonly FieldRow[] {
    return (this.known ??= fieldsOf(this.item.json).map((field) => new FieldRow(field, this)));
  }
}

/** A field of a collection. */
export class FieldRow {
  constructor(
    readonly field: Field,
    readonly parent: CollectionRow,
  ) {}
}

/** The collections of one environment, or those without. */
export class GroupRow {
  readonly rows: readonly CollectionRow[];

  constructor(
    readonly environment: string | undefined,
    items: readonly Item<Collection>[],
    /** Whether it is one of so many that none is opened unasked. */
    readonly oneOfMany: boolean,
  ) {
    this.rows = items.map((item) => new CollectionRow(item, this));
  }
}

/** The last row while there is more: loads it. The same object for as long as the connection is shown. */
export class LoadMoreRow {
  constructor(public state: CollectionListState) {}
}

/** What went wrong. */
export class FailureRow {
  constructor(readonly error: ApiError) {}
}

/** Below a `FailureRow`: what to do about it. */
export class RemedyRow {
  constructor(readonly error: ApiError) {}
}

/** A row of the tree "Collections". */
export type TreeRow = CollectionRow | FieldRow | GroupRow | LoadMoreRow | FailureRow | RemedyRow;
type EndRow = LoadMoreRow | FailureRow | RemedyRow;

const groupsOpenedUnasked = 12;

/** The rows of one connection, kept in step with what is loaded and how it is arranged. */
export class CollectionRows {
  private items: readonly Item<Collection>[] = [];
  private arrangement: Arrangement | undefined;
  private body: readonly (CollectionRow | GroupRow)[] = [];
  private end: readonly EndRow[] = [];

  /** The top level, top to bottom. */
  get roots(): readonly TreeRow[] {
    return [...this.body, ...this.end];
  }

  /**
   * Takes what is loaded now.
   * @returns what has to be painted again: all, or a single row, or nothing.
   */
  update(state: CollectionListState, arrangement: Arrangement): "all" | LoadMoreRow | undefined {
    const sameBody = state.items === this.items && arrangement === this.arrangement;
    if (!sameBody) {
      this.items = state.items;
      this.arrangement = arrangement;
      this.body = bodyOf(state.items, arrangement);
    }
    const previous = this.end;
    this.end = endRows(state, previous);
    const [last] = this.end;
    if (!sameBody || last !== previous[0]) {
      return "all";
    }
    return last instanceof LoadMoreRow ? last : undefined;
  }

  /** The row of a collection that is loaded. */
  find(id: string): CollectionRow | undefined {
    for (const row of this.body) {
      const rows = row instanceof GroupRow ? row.rows : [row];
      const found = rows.find((candidate) => candidate.item.value.id === id);
      if (found) {
        return found;
      }
    }
    return undefined;
  }
}

export function parentOf(row: TreeRow): TreeRow | undefined {
  return row instanceof CollectionRow || row instanceof FieldRow ? row.parent : undefined;
}

export function childrenOf(row: TreeRow): readonly TreeRow[] {
  if (row instanceof GroupRow) {
    return row.rows;
  }
  return row instanceof CollectionRow ? row.fields : [];
}

function bodyOf(
  items: readonly Item<Collection>[],
  arrangement: Arrangement,
): readonly (CollectionRow | GroupRow)[] {
  const inOrder = sorted(items, arrangement);
  if (!arrangement.byEnvironment) {
    return inOrder.map((item) => new CollectionRow(item, undefined));
  }
  const groups = grouped(inOrder);
  return groups.map(
    (group) => new GroupRow(group.environment, group.items, groups.length > groupsOpenedUnasked),
  );
}

/** Nothing is there for want of a key: the view's welcome text says so and offers the ways out. */
export function needsKey({ items, failure }: CollectionListState): boolean {
  return items.length === 0 && failure?.kind === "noKey";
}

function endRows(state: CollectionListState, previous: readonly EndRow[]): readonly EndRow[] {
  const [last] = previous;
  if (needsKey(state)) {
    return [];
  }
  const { failure } = state;
  if (failure) {
    return last instanceof FailureRow && last.error === failure
      ? previous
      : [new FailureRow(failure), new RemedyRow(failure)];
  }
  if (state.items.length === 0 || state.hasMore === "no") {
    return [];
  }
  if (last instanceof LoadMoreRow) {
    last.state = state;
    return previous;
  }
  return [new LoadMoreRow(state)];
}
