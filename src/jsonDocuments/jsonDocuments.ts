import { createHash } from "node:crypto";
import path from "node:path";
import * as vscode from "vscode";
import { schemes } from "../ids";
import { indentJson } from "../shared/jsonText";
import type { Clock } from "../util/clock";
import { Disposable, type DisposableStore } from "../util/disposable";
import { type FileSystem, replaceFile } from "../util/fileSystem";
import { oneLine } from "../util/strings";

/** Characters. Indenting more would block the extension host for too long. */
const maxIndentedLength = 2 * 1024 * 1024;

/** If there are more, the oldest are deleted. */
const maxFiles = 200;

/** The connection that documents are from. Its name alone does not identify it. */
interface DocumentSource {
  /** URI scheme: one for each kind of document. */
  readonly scheme: string;
  /** Connection name. */
  readonly name: string;
  readonly baseUrl: string;
  readonly organizationId?: string;
}

interface JsonContent {
  /** Identifies the document within its source. */
  readonly id: string;
  /** Tab title. */
  readonly title: string;
  /** As the service sent it. */
  readonly json: string;
}

/**
 * Read-only JSON documents: what the service sent, indented unless it is very long, in one file each. Not a
 * `TextDocumentContentProvider`, because VS Code restores only documents of file systems after a reload.
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

/** `<scheme>:/<connection>/<title>.json?<key>`: the key identifies the document, the rest is for display. */
function uriOf(
  { scheme, name, baseUrl, organizationId }: DocumentSource,
  title: string,
  id: string,
): vscode.Uri {
  // Without "text", the URIs of open documents would change.
  const parts = JSON.stringify([scheme, name, baseUrl, organizationId ?? null, id, "text"]);
  const query = createHash("sha256").update(parts).digest("hex").slice(0, 32);
  const segment = (text: string) => oneLine(text, 80).replaceAll(/[/\\?#:]+/g, "-") || "-";
  return vscode.Uri.from({ scheme, path: `/${segment(name)}/${segment(title)}.json`, query });
}

/** @param resources owns everything that is created */
export function registerJsonDocuments(documents: JsonDocuments, resources: DisposableStore): void {
  const options = { isReadonly: true, isCaseSensitive: true };
  for (const scheme of [schemes.collection, schemes.document, schemes.subscription, schemes.events]) {
    resources.add(vscode.workspace.registerFileSystemProvider(scheme, documents, options));
  }
}
