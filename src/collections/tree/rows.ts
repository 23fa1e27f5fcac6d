import type { Collection, CollectionDocument, Item } from "../../service/types";
import type { Field } from "../model/fields";

/** The collections of one environment, or those without one. */
export class EnvironmentRow {
  readonly parent = undefined;
  readonly collections: readonly CollectionRow[];

  constructor(
    readonly environment: string | undefined,
    items: readonly Item<Collection>[],
  ) {
    this.collections = items.map((item) => new CollectionRow(item, this));
  }
}

export class CollectionRow {
  constructor(
    readonly item: Item<Collection>,
    readonly parent?: EnvironmentRow,
  ) {}
}

export class FieldRow {
  constructor(
    readonly field: Field,
    readonly parent: CollectionRow,
  ) {}
}

/** The first row below a collection. Opens to its documents, which are loaded then. */
export class DocumentsRow {
  constructor(readonly parent: CollectionRow) {}
}

export class DocumentRow {
  constructor(
    readonly item: Item<CollectionDocument>,
    readonly parent: DocumentsRow,
  ) {}
}

/** Below the collections, or the documents of one, while there are more. */
export class LoadMoreRow {
  constructor(readonly parent?: DocumentsRow) {}
}

/** A row of the tree "Collections". Whatever is no data is told by the view's message and by the row "Documents". */
export type Row = EnvironmentRow | CollectionRow | FieldRow | DocumentsRow | DocumentRow | LoadMoreRow;

/** The collection that a row is, or is below of. Menus pass anything. */
export function collectionRowOf(row: unknown): CollectionRow | undefined {
  if (row instanceof CollectionRow) {
    return row;
  }
  return row instanceof FieldRow ||
    row instanceof DocumentsRow ||
    row instanceof DocumentRow ||
    row instanceof LoadMoreRow
    ? collectionRowOf(row.parent)
    : undefined;
}

/** What the Delete key is for. */
export function deletableRows(selection: readonly Row[]): "collection" | "documents" | undefined {
  if (selection.length > 0 && selection.every((row) => row instanceof DocumentRow)) {
    return "documents";
  }
  return selection.length === 1 && selection[0] instanceof CollectionRow ? "collection" : undefined;
}
