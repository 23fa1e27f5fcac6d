import { readFile } from "node:fs/promises";

/** The parts of V8's format that are read: rows of numbers, whose columns `meta` names. */
interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly [readonly string[], ...unknown[]];
      readonly edge_fields: readonly string[];
      readonly edge_types: readonly [readonly string[], ...unknown[]];
      readonly location_fields: readonly string[];
    };
    readonly node_count: number;
  };
  readonly nodes: readonly number[];
  readonly edges: readonly number[];
  readonly locations: readonly number[];
  readonly strings: readonly string[];
}

/** How many there are, by name. */
export type Counts = Readonly<Record<string, number>>;

export interface HeapContents {
  /** Without compiled code, which V8 goes on to optimize, and without what VS Code itself never frees. */
  readonly dataBytes: number;
  /** Functions, and objects of classes, that the scripts of an extension define. */
  readonly objects: Counts;
}

/** @param scripts part of the path of an extension's scripts */
export async function readHeapSnapshot(file: string, scripts: string): Promise<HeapContents> {
  const reader = new SnapshotReader(JSON.parse(await readFile(file, "utf8")) as HeapSnapshot);
  return { dataBytes: reader.dataBytes(), objects: reader.count(scripts) };
}

const namedEdges = ["property", "internal"];
const codeTypes = ["code", "hidden", "object shape"];

class SnapshotReader {
  private readonly meta = this.heap.snapshot.meta;
  private readonly nodeWidth = this.meta.node_fields.length;
  private readonly edgeWidth = this.meta.edge_fields.length;
  private readonly types = this.meta.node_types[0];
  private readonly edgeTypes = this.meta.edge_types[0];
  private readonly nodeColumn = columns(this.meta.node_fields);
  private readonly edgeColumn = columns(this.meta.edge_fields);
  /** Where the edges of a node begin. */
  private readonly firstEdge = new Uint32Array(this.heap.snapshot.node_count + 1);

  constructor(private readonly heap: HeapSnapshot) {
    const edgeCount = this.nodeColumn("edge_count");
    for (let node = 0, edge = 0; node < heap.snapshot.node_count; node++) {
      edge += heap.nodes[node * this.nodeWidth + edgeCount] ?? 0;
      this.firstEdge[node + 1] = edge;
    }
  }

  /**
   * VS Code keeps a disposed `DisposableStore` for each row that a tree has ever shown (`ExtHostTreeView._createTreeNode`), about
   * 220 bytes with its part of the `Set` that keeps it.
   */
  dataBytes(): number {
    const [isDisposed, toDispose, table, disposed] = this.stringIds(
      "_isDisposed",
      "_toDispose",
      "table",
      "true",
    );
    const size = this.nodeColumn("self_size");
    const sizeOf = (node: number | undefined): number =>
      node === undefined ? 0 : (this.heap.nodes[node * this.nodeWidth + size] ?? 0);
    let bytes = 0;
    for (let node = 0; node < this.heap.snapshot.node_count; node++) {
      const type = this.typeOf(node) ?? "";
      bytes += codeTypes.includes(type) ? 0 : sizeOf(node);
      const set = type === "object" ? this.follow(node, toDispose) : undefined;
      const state = set === undefined ? undefined : this.follow(node, isDisposed);
      if (set !== undefined && state !== undefined) {
        const isOver = this.nameIdOf(state) === disposed;
        bytes -= sizeOf(this.follow(set, table)) + (isOver ? sizeOf(node) + sizeOf(set) : 0);
      }
    }
    return bytes;
  }

  count(scripts: string): Counts {
    const places = this.places();
    const names = this.scriptNames(places);
    const counts: Record<string, number> = {};
    for (const { node, script, line } of places) {
      const file = names.get(script);
      if (file?.includes(scripts)) {
        const name = this.nameOf(node);
        const place = `${file.replace(/^.*\//, "")}:${line + 1}`;
        const key = this.typeOf(node) === "closure" ? `function ${name} (${place})` : name;
        counts[key] = (counts[key] ?? 0) + 1;
      }
    }
    return counts;
  }

  /** Where functions, and the constructors of objects, are in the code. */
  private places(): { readonly node: number; readonly script: number; readonly line: number }[] {
    const { locations } = this.heap;
    const fields = this.meta.location_fields;
    const column = columns(fields);
    const [object, script, line] = [column("object_index"), column("script_id"), column("line")];
    return Array.from({ length: locations.length / fields.length }, (_, n) => {
      const row = n * fields.length;
      return {
        node: (locations[row + object] ?? NaN) / this.nodeWidth,
        script: locations[row + script] ?? NaN,
        line: locations[row + line] ?? NaN,
      };
    });
  }

  /** The files of the scripts that have functions. */
  private scriptNames(places: ReturnType<SnapshotReader["places"]>): ReadonlyMap<number, string> {
    const names = new Map<number, string>();
    // The second name is that of V8 in Node 20.
    const [shared, code, oldCode] = this.stringIds("shared", "script", "script_or_debug_info");
    for (const { node, script } of places) {
      if (!names.has(script) && this.typeOf(node) === "closure") {
        const info = this.follow(node, shared);
        const file = info === undefined ? undefined : (this.follow(info, code) ?? this.follow(info, oldCode));
        if (file !== undefined) {
          names.set(script, this.nameOf(file));
        }
      }
    }
    return names;
  }

  /** @param name of the edge, among the strings */
  private follow(node: number, name: number | undefined): number | undefined {
    const [type, nameColumn, to] = ["type", "name_or_index", "to_node"].map(this.edgeColumn);
    const { edges } = this.heap;
    for (let edge = this.firstEdge[node] ?? 0; edge < (this.firstEdge[node + 1] ?? 0); edge++) {
      const row = edge * this.edgeWidth;
      // Other edges have an index instead of a name.
      const isNamed = namedEdges.includes(this.edgeTypes[edges[row + (type ?? 0)] ?? -1] ?? "");
      if (isNamed && edges[row + (nameColumn ?? 0)] === name) {
        return (edges[row + (to ?? 0)] ?? NaN) / this.nodeWidth;
      }
    }
    return undefined;
  }

  private typeOf(node: number): string | undefined {
    return this.types[this.heap.nodes[node * this.nodeWidth + this.nodeColumn("type")] ?? -1];
  }

  private nameOf(node: number): string {
    return this.heap.strings[this.nameIdOf(node)] ?? "";
  }

  private nameIdOf(node: number): number {
    return this.heap.nodes[node * this.nodeWidth + this.nodeColumn("name")] ?? -1;
  }

  private stringIds(...strings: readonly string[]): number[] {
    return strings.map((text) => this.heap.strings.indexOf(text));
  }
}

function columns(fields: readonly string[]): (name: string) => number {
  return (name) => fields.indexOf(name);
}
