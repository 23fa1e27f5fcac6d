import type { ChangeRequest } from "../../../src/api/types";

/** A collection that the key sees. */
export interface ModelCollection {
  /** What it is told apart by: `database_name`. */
  readonly name: string;
  readonly otherName: string;
  readonly environment: string;
  /** IDs in the service's order. */
  documents: readonly string[];
}

/** What a service with these collections has, implemented independently of the sample service: lists and nothing else. */
export class ServiceModel {
  private readonly elsewhere: { readonly environment: string; readonly name: string }[] = [];

  constructor(public collections: readonly ModelCollection[]) {}

  find(name: string): ModelCollection | undefined {
    return this.collections.find((one) => one.name === name || one.otherName === name);
  }

  /** Makes a change. @returns the status that the service has to answer */
  apply(change: ChangeRequest): number {
    const found = this.find(change.collection);
    if (change.kind === "createCollection") {
      if (found) {
        return 200;
      }
      const name = change.collection;
      const created = { name, otherName: name, environment: "development", documents: [] };
      this.collections = [created, ...this.collections];
      return 201;
    }
    if (!found) {
      return 404;
    }
    switch (change.kind) {
      case "deleteCollection":
        this.remove(found);
        return 200;
      case "changeEnvironment": {
        const { environment } = change;
        if (found.environment === environment) {
          return 400;
        }
        const names = [found.name, found.otherName];
        if (this.elsewhere.some((one) => one.environment === environment && names.includes(one.name))) {
          return 409;
        }
        this.elsewhere.push(...names.map((name) => ({ environment, name })));
        this.remove(found);
        return 200;
      }
      case "deleteAllDocuments":
        found.documents = [];
        return 200;
      case "deleteDocument": {
        const before = found.documents;
        found.documents = before.filter((id) => id !== change.documentId);
        return found.documents === before || found.documents.length === before.length ? 404 : 200;
      }
    }
  }

  private remove(collection: ModelCollection): void {
    this.collections = this.collections.filter((one) => one !== collection);
  }
}
