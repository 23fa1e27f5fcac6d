import type { CollectionDocument, Item } from "../../service/types";
import { documentCountOf } from "../model/collectionText";
import type { DocumentList } from "../model/documentList";
import type { CollectionNode } from "./collectionNodes";
import { LoadMoreNode, statusNodes, type StatusNode } from "./statusNodes";
import { documentsNote, type Note } from "./viewText";

export class DocumentNode {
  constructor(
    readonly item: Item<CollectionDocument>,
    readonly documents: DocumentsNode,
    /** Of all that are loaded. */
    readonly index: number,
  ) {}

  get parent(): DocumentsNode | DocumentRangeNode {
    return this.documents.parentOf(this);
  }
}

/** Documents below one row: as VS Code's debugger does it for long arrays. VS Code needs seconds for 100,000 rows, also to remove one. */
const rangeSize = 1000;

/** A range of the documents, which starts at `index`. Those before the first range are directly below the row "Documents". */
export class DocumentRangeNode {
  constructor(
    readonly index: number,
    readonly parent: DocumentsNode,
  ) {}

  get children(): readonly DocumentNode[] {
    return this.parent.documentsOf(this);
  }

  /** Where Load more adds documents. */
  get isOpenEnd(): boolean {
    return this.parent.list.state.hasMore && this.children.length < rangeSize;
  }
}

/** Says something about the documents of a collection, e.g. that there are none. */
export class NoteNode {
  constructor(
    readonly note: Note,
    readonly parent: DocumentsNode,
  ) {}
}

/** The first row below a collection: opens to its documents, which are loaded then. */
export class DocumentsNode {
  private documents: DocumentNode[] = [];
  private ranges: DocumentRangeNode[] = [];
  private items: readonly Item<CollectionDocument>[] = [];
  private status: readonly StatusNode[] = [];
  private note: NoteNode | undefined;
  private refreshFailed = false;

  constructor(
    public parent: CollectionNode,
    readonly list: DocumentList,
    private readonly isSample: boolean,
  ) {
    this.update();
  }

  get children(): readonly (DocumentNode | DocumentRangeNode | NoteNode | StatusNode)[] {
    const { status } = this;
    const documents = [...this.documents.slice(0, rangeSize), ...this.ranges];
    const note = this.note ? [this.note] : [];
    return this.refreshFailed ? [...status, ...documents, ...note] : [...documents, ...note, ...status];
  }

  /** The number of documents: as listed, else as the collection has it. */
  get count(): number | undefined {
    return this.list.count ?? documentCountOf(this.parent.item.value);
  }

  parentOf({ index }: DocumentNode): DocumentsNode | DocumentRangeNode {
    return this.ranges[Math.floor(index / rangeSize) - 1] ?? this;
  }

  documentsOf({ index }: DocumentRangeNode): readonly DocumentNode[] {
    return this.documents.slice(index, index + rangeSize);
  }

  find(id: string): DocumentNode | undefined {
    return this.documents.find(({ item }) => item.value.id === id);
  }

  /** @returns what has changed: everything below, one element, or nothing. */
  update(): "all" | LoadMoreNode | undefined {
    const { state } = this.list;
    const { items, refreshFailed, note } = this;
    const [previous] = this.status;
    this.updateDocuments(state.items);
    const text = documentsNote(state);
    this.note = text && (text.description === note?.note.description ? note : new NoteNode(text, this));
    this.status = text?.replacesError ? [] : statusNodes(state, this.status, this, this.isSample);
    this.refreshFailed = state.failed === "refresh";
    const [first] = this.status;
    if (
      items !== state.items ||
      first !== previous ||
      note !== this.note ||
      refreshFailed !== this.refreshFailed
    ) {
      return "all";
    }
    return first instanceof LoadMoreNode ? first : undefined;
  }

  /** Elements up to the first change stay: another page only appends. */
  private updateDocuments(items: readonly Item<CollectionDocument>[]): void {
    if (items === this.items) {
      return;
    }
    const { documents } = this;
    const changedAt = items.findIndex((item, index) => documents[index]?.item !== item);
    documents.length = changedAt < 0 ? items.length : changedAt;
    for (let index = documents.length; index < items.length; index++) {
      const item = items[index];
      if (item) {
        documents.push(new DocumentNode(item, this, index));
      }
    }
    const count = Math.max(Math.ceil(items.length / rangeSize) - 1, 0);
    this.ranges = Array.from(
      { length: count },
      (_, index) => this.ranges[index] ?? new DocumentRangeNode((index + 1) * rangeSize, this),
    );
    this.items = items;
  }
}
