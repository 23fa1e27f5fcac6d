import { createHash } from "node:crypto";
import path from "node:path";
import * as vscode from "vscode";
import { schemes } from "../ids";
import { indentJson } from "../shared/jsonText";
import type { Clock } from "../util/clock";
import { Disposable } from "../util/disposable";
import { type FileSystem, replaceFile } from "../util/fileSystem";
import { oneLine } from "../util/strings";

/** Characters. Indenting more would block the extension host noticeably. */
const maxIndentedLength = 2 * 1024 * 1024;

/** The oldest files beyond this number are deleted. */
const maxFiles = 200;

/** Where the content of documents comes from. Another base URL or organization is another source, whatever its name. */
interface DocumentSource {
  /** Of the documents' URIs; one for each kind of document. */
  readonly scheme: string;
  /** Of the connection. */
  readonly name: string;
  readonly baseUrl: string;
  readonly organizationId?: string;
}

/** The content of a document to open. */
interface JsonContent {
  /** Identifies it within its source: the same ID is the same document. */
  readonly id: string;
  /** Of the tab. */
  readonly title: string;
  /** As the service sent it. */
  readonly json: string;
}

/**
 * The read-only JSON documents that editors show: what the service sent, indented unless it is very long. A file for each, in a file
 * system rather than a `TextDocumentContentProvider`, because VS Code restores only documents of file systems after a reload.
 */
export class JsonDocuments extends Disposable implements vscode.FileSystemProvider {
  private readonly changeEmitter = this.register(new vscode.EventEmitter<vscode.FileChangeEvent[]>());

  readonly onDidChangeFile = this.changeEmitter.event;
  readonly createDirectory = refuse;
  readonly writeFile = refuse;
  readonly delete = refuse;
  readonly rename = refuse;

  /** @param folder of the extension's storage */
  constructor(
    private readonly folder: string,
    private readonly files: FileSystem,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** Creates or updates a JSON document. */
  async open(source: DocumentSource, { id, title, json }: JsonContent): Promise<vscode.Uri> {
    const uri = uriOf(source, title, id);
    const text = json.length > maxIndentedLength ? json : indentJson(json);
    await this.files.createFolder(this.folder);
    await replaceFile(this.files, this.clock, this.fileOf(uri), `${text}\n`);
    await this.deleteOldest();
    this.changeEmitter.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    return uri;
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { mtimeMs, size } = await this.files.stat(this.fileOf(uri)).catch(() => notFound(uri));
    const permissions = vscode.FilePermission.Readonly;
    return { type: vscode.FileType.File, permissions, ctime: mtimeMs, mtime: mtimeMs, size };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const text = await this.files.readFile(this.fileOf(uri)).catch(() => notFound(uri));
    return new TextEncoder().encode(text);
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  private fileOf(uri: vscode.Uri): string {
    return /^[0-9a-f]{32}$/.test(uri.query) ? path.join(this.folder, `${uri.query}.json`) : notFound(uri);
  }

  private async deleteOldest(): Promise<void> {
    const found = await Promise.all(
      (await this.files.readFolder(this.folder)).map(async (name) => {
        const file = path.join(this.folder, name);
        // Another window may have deleted it.
        const stat = await this.files.stat(file).catch(() => undefined);
        return { file, modifiedMs: stat?.mtimeMs ?? 0 };
      }),
    );
    found.sort((a, b) => b.modifiedMs - a.modifiedMs);
    await Promise.all(
      found.slice(maxFiles).map(({ file }) => this.files.delete(file).catch(() => undefined)),
    );
  }
}

function refuse(uri: vscode.Uri): never {
  throw vscode.FileSystemError.NoPermissions(uri);
}

function notFound(uri: vscode.Uri): never {
  throw vscode.FileSystemError.FileNotFound(uri);
}

/** `<scheme>:/<connection>/<title>.json?<key>`: only the key matters, the rest is for display. */
function uriOf(
  { scheme, name, baseUrl, organizationId }: DocumentSource,
  title: string,
  id: string,
): vscode.Uri {
  const parts = JSON.stringify([scheme, name, baseUrl, organizationId ?? null, id, "text"]);
  const query = createHash("sha256").update(parts).digest("hex").slice(0, 32);
  const segment = (text: string) => oneLine(text, 80).replaceAll(/[/\\?#:]+/g, "-") || "-";
  return vscode.Uri.from({ scheme, path: `/${segment(name)}/${segment(title)}.json`, query });
}

export function registerJsonDocuments(documents: JsonDocuments): vscode.Disposable {
  const options = { isReadonly: true, isCaseSensitive: true };
  return vscode.Disposable.from(
    ...[schemes.collection, schemes.document, schemes.subscription, schemes.events].map((scheme) =>
      vscode.workspace.registerFileSystemProvider(scheme, documents, options),
    ),
  );
}
