import type { CollectionDocument, Item } from "../../api/types";
import type { DocumentList } from "../model/documentList";
import type { CollectionNode } from "./collectionNodes";
import { LoadMoreNode, statusNodes, type StatusNode } from "./statusNodes";
import { documentsNote, type Note } from "./viewText";

export class DocumentNode {
  constructor(
    readonly item: Item<CollectionDocument>,
    readonly parent: DocumentsNode,
  ) {}
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

  get children(): readonly (DocumentNode | NoteNode | StatusNode)[] {
    const { documents, status } = this;
    const note = this.note ? [this.note] : [];
    return this.refreshFailed ? [...status, ...documents, ...note] : [...documents, ...note, ...status];
  }

  /** The number of documents: as listed, else as the collection has it. */
  get count(): number | undefined {
    const { documentCount, fileCount } = this.parent.item.value;
    return this.list.count ?? documentCount ?? fileCount;
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
    this.refreshFailed = state.refreshFailed === true;
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
        documents.push(new DocumentNode(item, this));
      }
    }
    this.items = items;
  }
}
