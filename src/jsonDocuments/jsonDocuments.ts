import * as vscode from "vscode";
import { schemes } from "../ids";
import type { Clock } from "../util/clock";
import { Disposable } from "../util/disposable";
import { oneLine } from "../util/strings";
import { type CachedJson, documentKey, type DocumentPlace, isDocumentKey } from "./cachedJson";
import { documentText } from "./documentText";

/** Keeps JSON beyond this window's life. */
export interface JsonStorage {
  read(key: string): Promise<CachedJson | undefined>;
  write(key: string, cached: CachedJson): Promise<void>;
}

interface OpenDocument extends CachedJson {
  readonly uri: vscode.Uri;
  readonly bytes: Uint8Array;
}

/** What is opened as a document. */
export interface JsonContent {
  /** Identity within its place: the same again is the same document. */
  readonly id: string;
  /** Of the tab. */
  readonly title: string;
  /** As the service sent it. */
  readonly json: string;
}

/**
 * Read-only JSON documents of what the service sent, indented unless they are very long. A file system and no plain content provider, because VS Code
 * brings only the documents of file systems back after a reload (and activates the extension for it).
 */
export class JsonDocuments extends Disposable implements vscode.FileSystemProvider {
  private readonly changed = this.register(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  private readonly documents = new Map<string, OpenDocument>();

  readonly onDidChangeFile = this.changed.event;

  constructor(
    private readonly storage: JsonStorage,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** The address of a document, with its content as it is now. */
  async open(place: DocumentPlace, { id, title, json }: JsonContent): Promise<vscode.Uri> {
    const key = documentKey(place, id);
    const uri = uriOf(place, title, key);
    await this.put(key, uri, id, json);
    return uri;
  }

  /** The documents of a place that are open, by the identity of what they show. */
  openIn(place: DocumentPlace): ReadonlyMap<string, CachedJson> {
    return new Map(
      [...this.documents]
        .filter(([key, { id }]) => key === documentKey(place, id))
        .map(([, document]) => [document.id, document]),
    );
  }

  /** Changes the content of a document that is open. */
  async update(place: DocumentPlace, id: string, json: string): Promise<void> {
    const key = documentKey(place, id);
    const document = this.documents.get(key);
    if (document && document.json !== json) {
      await this.put(key, document.uri, id, json);
    }
  }

  /** No editor shows it any more: if one does again, it is read from storage. */
  close(uri: vscode.Uri): void {
    this.documents.delete(uri.query);
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

  private async put(key: string, uri: vscode.Uri, id: string, json: string): Promise<void> {
    const before = this.documents.get(key);
    // VS Code takes a document with the time of before for unchanged.
    const readAt = Math.max(this.clock.now(), (before?.readAt ?? 0) + 1);
    const cached = { id, json, readAt };
    this.documents.set(key, documentOf(uri, cached));
    if (before && before.json !== json) {
      this.changed.fire([{ type: vscode.FileChangeType.Changed, uri: before.uri }]);
    }
    await this.storage.write(key, cached);
  }

  private async find(uri: vscode.Uri): Promise<OpenDocument> {
    const key = uri.query;
    if (!isDocumentKey(key)) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    const open = this.documents.get(key);
    if (open) {
      return open;
    }
    const cached = await this.storage.read(key);
    if (!cached) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    const document = this.documents.get(key) ?? documentOf(uri, cached);
    this.documents.set(key, document);
    return document;
  }
}

function documentOf(uri: vscode.Uri, cached: CachedJson): OpenDocument {
  return { ...cached, uri, bytes: new TextEncoder().encode(documentText(cached.json)) };
}

/** `<scheme>:/<connection>/<title>.json?<key>`: the key alone counts, the rest is for people. */
function uriOf({ scheme, name }: DocumentPlace, title: string, key: string): vscode.Uri {
  const segment = (text: string) => oneLine(text, 80).replaceAll(/[/\\?#:]+/g, "-") || "-";
  return vscode.Uri.from({ scheme, path: `/${segment(name)}/${segment(title)}.json`, query: key });
}

/** Serves the documents to VS Code. */
export function serveJsonDocuments(documents: JsonDocuments): vscode.Disposable {
  const { collection, events } = schemes;
  const options = { isReadonly: true, isCaseSensitive: true };
  return vscode.Disposable.from(
    ...[collection, events].map((scheme) =>
      vscode.workspace.registerFileSystemProvider(scheme, documents, options),
    ),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === collection || uri.scheme === events) {
        documents.close(uri);
      }
    }),
  );
}
