import * as vscode from "vscode";
import { schemes } from "../ids";
import { indentJson } from "../shared/jsonText";
import type { Clock } from "../util/clock";
import { Disposable } from "../util/disposable";
import { oneLine } from "../util/strings";
import {
  type CachedJson,
  documentKey,
  type DocumentSource,
  isDocumentKey,
  type JsonCache,
} from "./jsonCache";

/** Characters. Indenting more would block the extension host noticeably. */
const maxIndentedLength = 2 * 1024 * 1024;

interface OpenDocument extends CachedJson {
  readonly uri: vscode.Uri;
  readonly bytes: Uint8Array;
}

/** The content of a document to open. */
export interface JsonContent {
  /** Identifies it within its source: the same ID is the same document. */
  readonly id: string;
  /** Of the tab. */
  readonly title: string;
  /** As the service sent it. */
  readonly json: string;
}

/**
 * The read-only JSON documents that editors show: what the service sent, indented unless it is very long. This is a file system
 * rather than a `TextDocumentContentProvider`, because VS Code restores only documents of file systems after a reload.
 */
export class JsonDocuments extends Disposable implements vscode.FileSystemProvider {
  private readonly changeEmitter = this.register(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  private readonly documents = new Map<string, OpenDocument>();

  readonly onDidChangeFile = this.changeEmitter.event;

  constructor(
    private readonly cache: JsonCache,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** Creates or updates a JSON document. */
  async open(source: DocumentSource, { id, title, json }: JsonContent): Promise<vscode.Uri> {
    const key = documentKey(source, id);
    const uri = uriOf(source, title, key);
    await this.write(key, uri, id, json);
    return uri;
  }

  /** The IDs of the open documents of a source. */
  openIdsOf(source: DocumentSource): ReadonlySet<string> {
    const open = [...this.documents].filter(([key, { id }]) => key === documentKey(source, id));
    return new Set(open.map(([, { id }]) => id));
  }

  /** Changes the content of a document if it is open. */
  async update(source: DocumentSource, id: string, json: string): Promise<void> {
    const key = documentKey(source, id);
    const document = this.documents.get(key);
    if (document && document.json !== json) {
      await this.write(key, document.uri, id, json);
    }
  }

  /** Frees the memory of a document that no editor shows: when it is opened again it is read from the cache. */
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

  private async write(key: string, uri: vscode.Uri, id: string, json: string): Promise<void> {
    const previous = this.documents.get(key);
    // VS Code considers a document with an equal modification time unchanged.
    const readAt = Math.max(this.clock.now(), (previous?.readAt ?? 0) + 1);
    const cached = { id, json, readAt };
    this.documents.set(key, openDocument(uri, cached));
    if (previous && previous.json !== json) {
      this.changeEmitter.fire([{ type: vscode.FileChangeType.Changed, uri: previous.uri }]);
    }
    await this.cache.write(key, cached);
  }

  private async find(uri: vscode.Uri): Promise<OpenDocument> {
    const key = uri.query;
    const cached = this.documents.get(key) ?? (isDocumentKey(key) ? await this.cache.read(key) : undefined);
    if (!cached) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    // It may have been opened meanwhile.
    const document = this.documents.get(key) ?? openDocument(uri, cached);
    this.documents.set(key, document);
    return document;
  }
}

function openDocument(uri: vscode.Uri, cached: CachedJson): OpenDocument {
  return { ...cached, uri, bytes: new TextEncoder().encode(textOf(cached.json)) };
}

function textOf(json: string): string {
  return `${json.length > maxIndentedLength ? json : indentJson(json)}\n`;
}

/** `<scheme>:/<connection>/<title>.json?<key>`: only the key matters, the rest is for display. */
function uriOf({ scheme, name }: DocumentSource, title: string, key: string): vscode.Uri {
  const segment = (text: string) => oneLine(text, 80).replaceAll(/[/\\?#:]+/g, "-") || "-";
  return vscode.Uri.from({ scheme, path: `/${segment(name)}/${segment(title)}.json`, query: key });
}

export function registerJsonDocuments(documents: JsonDocuments): vscode.Disposable {
  const documentSchemes: readonly string[] = [schemes.collection, schemes.document, schemes.events];
  const options = { isReadonly: true, isCaseSensitive: true };
  return vscode.Disposable.from(
    ...documentSchemes.map((scheme) =>
      vscode.workspace.registerFileSystemProvider(scheme, documents, options),
    ),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (documentSchemes.includes(uri.scheme)) {
        documents.close(uri);
      }
    }),
  );
}
