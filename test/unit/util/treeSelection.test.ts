import assert from "node:assert/strict";
import { Emitter } from "../../../src/shared/event";
import { TreeSelection } from "../../../src/util/treeSelection";

/** Like VS Code's: what is selected is told by an event, but not that it is empty while refreshed rows are read. */
class FakeTreeView {
  private readonly changed = new Emitter<{ readonly selection: readonly string[] }>();
  readonly onDidChangeSelection = this.changed.event;
  selection: readonly string[] = [];

  select(...rows: readonly string[]): void {
    this.selection = rows;
    this.changed.fire({ selection: rows });
  }
}

describe("The selection of a tree view", () => {
  let view: FakeTreeView;
  let current: Map<string, string>;
  let selection: TreeSelection<string>;

  beforeEach(() => {
    view = new FakeTreeView();
    current = new Map([
      ["a", "a after the refresh"],
      ["b", "b after the refresh"],
    ]);
    selection = new TreeSelection(view, (row) => current.get(row));
  });

  afterEach(() => selection.dispose());

  it("is that of the view", () => {
    assert.deepEqual(selection.rows, []);
    view.select("a", "b");
    assert.deepEqual(selection.rows, ["a", "b"]);
    view.select();
    assert.deepEqual(selection.rows, []);
  });

  it("stays while the view reads refreshed rows, as far as the rows still exist", () => {
    view.select("a", "b");
    view.selection = [];
    assert.deepEqual(selection.rows, ["a after the refresh", "b after the refresh"]);
    current.delete("a");
    assert.deepEqual(selection.rows, ["b after the refresh"]);
    view.selection = ["a", "b"];
    assert.deepEqual(selection.rows, ["a", "b"]);
  });

  it("is empty once the view shows something else", () => {
    view.select("a");
    view.selection = [];
    selection.clear();
    assert.deepEqual(selection.rows, []);
  });
});
