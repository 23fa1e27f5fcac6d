import * as vscode from "vscode";
import type { Collection, Item } from "../api/types";
import type { Connection } from "../connections/connection";
import { schemes } from "../ids";
import type { Clock } from "../util/clock";
import { Owner } from "../util/disposable";
import { oneLine } from "../util/plainText";
import { documentKey, isDocumentKey, type KeptCollection } from "./collectionFiles";
import type { CollectionsView } from "./collectionsView";
import { labelOf } from "./collectionText";
import { indentJson } from "./jsonText";

/** Where objects are kept beyond this window's life. */
export interface CollectionStorage {
  read(key: string): Promise<KeptCollection | undefined>;
  write(key: string, kept: KeptCollection): Promise<void>;
}

interface Document extends KeptCollection {
  readonly uri: vscode.Uri;
  readonly bytes: Uint8Array;
}

/**
 * Collections as read-only JSON documents: the object as the service sent it, indented. A file system and no plain content
 * provider, because VS Code brings only the documents of file systems back after a reload (and activates the extension
 * for it). There is no get-by-ID, so what a document shows is the object last listed.
 */
export class CollectionDocuments extends Owner implements vscode.FileSystemProvider {
  private readonly changed = this.own(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  private readonly documents = new Map<string, Document>();

  readonly onDidChangeFile = this.changed.event;

  constructor(
    private readonly storage: CollectionStorage,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** The document of a collection, with its object as it is now. */
  async open(connection: Connection, item: Item<Collection>): Promise<vscode.Uri> {
    const key = documentKey(connection, item.value.id);
    const uri = uriOf(connection, item.value, key);
    await this.put(key, uri, item);
    return uri;
  }

  /** Brings the documents of a connection up to date with what was listed. */
  async follow(connection: Connection, items: readonly Item<Collection>[]): Promise<void> {
    const wanted = new Map(
      [...this.documents]
        .filter(([key, { id }]) => key === documentKey(connection, id))
        .map(([key, document]) => [document.id, { key, document }]),
    );
    if (wanted.size > 0) {
      for (const item of items) {
        const found = wanted.get(item.value.id);
        if (found && found.document.json !== item.json) {
          await this.put(found.key, found.document.uri, item);
        }
      }
    }
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { bytes, readAt } = await this.find(uri);
    return {
      type: vscode.FileType.File,
      permissions: vscode.FilePermission.Readonly,
      ctime: readAt,
      mtime: readAt,
      size: bytes.length,
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.find(uri)).bytes;
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  private async put(key: string, uri: vscode.Uri, { value, json }: Item<Collection>): Promise<void> {
    const before = this.documents.get(key);
    // VS Code takes a document with the time of before for unchanged.
    const readAt = Math.max(this.clock.now(), (before?.readAt ?? 0) + 1);
    const kept = { id: value.id, json, readAt };
    this.documents.set(key, documentOf(uri, kept));
    if (before && before.json !== json) {
      this.changed.fire([{ type: vscode.FileChangeType.Changed, uri: before.uri }]);
    }
    await this.storage.write(key, kept);
  }

  private async find(uri: vscode.Uri): Promise<Document> {
    const key = uri.query;
    if (!isDocumentKey(key)) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    const open = this.documents.get(key);
    if (open) {
      return open;
    }
    const kept = await this.storage.read(key);
    if (!kept) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    const document = this.documents.get(key) ?? documentOf(uri, kept);
    this.documents.set(key, document);
    return document;
  }
}

function documentOf(uri: vscode.Uri, kept: KeptCollection): Document {
  return { ...kept, uri, bytes: new TextEncoder().encode(`${indentJson(kept.json)}\n`) };
}

/** `companyfeed-collection:/<connection>/<name>.json?<key>`: the key alone counts, the rest is for people. */
function uriOf(connection: Connection, collection: Collection, key: string): vscode.Uri {
  const segment = (text: string) => oneLine(text, 80).replaceAll(/[/\\?#:]+/g, "-") || "-";
  return vscode.Uri.from({
    scheme: schemes.collection,
    path: `/${segment(connection.name)}/${segment(labelOf(collection))}.json`,
    query: key,
  });
}

/** Serves the documents to VS Code, and keeps them in step with what the view lists. */
export function serveDocuments(documents: CollectionDocuments, view: CollectionsView): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.registerFileSystemProvider(schemes.collection, documents, {
      isReadonly: true,
      isCaseSensitive: true,
    }),
    view.onDidLoad((shown) => void documents.follow(shown.access.connection, shown.pages.state.items)),
  );
}
