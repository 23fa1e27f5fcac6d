import type { Event } from "../shared/event";
import { Disposable } from "./disposable";

/** The part of VS Code's `TreeView` that tells the selection. */
interface SelectableView<Row> {
  readonly selection: readonly Row[];
  readonly onDidChangeSelection: Event<{ readonly selection: readonly Row[] }>;
}

/** The selected rows of a tree view. While VS Code reads refreshed rows, `TreeView.selection` has none of them. */
export class TreeSelection<Row> extends Disposable {
  /** As of VS Code's last event. */
  private latest: readonly Row[] = [];

  /** @param current the row that replaced another one when the tree was refreshed; undefined if that is gone */
  constructor(
    private readonly view: SelectableView<Row>,
    private readonly current: (row: Row) => Row | undefined,
  ) {
    super();
    this.register(view.onDidChangeSelection(({ selection }) => (this.latest = selection)));
  }

  get rows(): readonly Row[] {
    const { selection } = this.view;
    return selection.length >= this.latest.length
      ? selection
      : this.latest.flatMap((row) => this.current(row) ?? []);
  }

  /** When the tree shows something else. */
  clear(): void {
    this.latest = [];
  }
}
