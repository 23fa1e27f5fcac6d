import * as vscode from "vscode";
import { type Log, messageOf } from "../util/log";
import { decodeKept, encodeKept, type KeptCollection } from "./collectionFiles";

/** Files kept at most; the oldest go first. */
const keptAtMost = 200;

/** The last object of each collection that was opened, a file each in the extension's own storage. */
export class KeptCollections {
  constructor(
    private readonly folder: vscode.Uri,
    private readonly log: Log,
  ) {}

  /** @param key see `documentKey`. */
  async read(key: string): Promise<KeptCollection | undefined> {
    try {
      return decodeKept(await vscode.workspace.fs.readFile(this.fileOf(key)));
    } catch {
      // Never kept, or thrown away since.
      return undefined;
    }
  }

  /** A storage that cannot be written costs the document's life after a reload, nothing else. */
  async write(key: string, kept: KeptCollection): Promise<void> {
    try {
      await vscode.workspace.fs.writeFile(this.fileOf(key), encodeKept(kept));
      await this.tidy();
    } catch (error) {
      this.log.warn(`A collection could not be kept: ${messageOf(error)}`);
    }
  }

  private async tidy(): Promise<void> {
    const { fs } = vscode.workspace;
    const names = (await fs.readDirectory(this.folder)).map(([name]) => name);
    if (names.length <= keptAtMost) {
      return;
    }
    const files = await Promise.all(
      names.map(async (name) => {
        const uri = vscode.Uri.joinPath(this.folder, name);
        return { uri, writtenAt: (await fs.stat(uri)).mtime };
      }),
    );
    files.sort((a, b) => b.writtenAt - a.writtenAt);
    await Promise.all(files.slice(keptAtMost).map(({ uri }) => fs.delete(uri)));
  }

  private fileOf(key: string): vscode.Uri {
    return vscode.Uri.joinPath(this.folder, `${key}.json`);
  }
}
