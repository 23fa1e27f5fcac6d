import { createHash } from "node:crypto";

/**
 * The ID of a tree item, by which VS Code keeps it expanded and selected.
 * @param parts together unique
 */
export function treeItemId(parts: readonly string[]): string {
  const id = JSON.stringify(parts);
  // Names may be megabytes long.
  return id.length <= 500 ? id : `${id.slice(0, 100)}${createHash("sha256").update(id).digest("hex")}`;
}
