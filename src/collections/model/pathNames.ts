import type { Collection } from "../../service/types";

/** A name of a collection that a path may take: which of the two it takes is not specified (docs/service.md, Changes). */
export interface PathName {
  readonly field: "database_name" | "collection_name";
  readonly name: string;
}

/** The names of a collection, each once, the likelier one first. */
export function pathNamesOf({ databaseName, collectionName }: Collection): readonly PathName[] {
  const names: PathName[] = [];
  if (databaseName) {
    names.push({ field: "database_name", name: databaseName });
  }
  if (collectionName && collectionName !== databaseName) {
    names.push({ field: "collection_name", name: collectionName });
  }
  return names;
}
