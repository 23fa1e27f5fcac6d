import { randomBytes } from "node:crypto";
import os from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import * as vscode from "vscode";
import { systemReasons } from "../engine/fileErrors";
import { nameKey, windowsNameProblem } from "../../util/fileNames";
import { nodeFileSystem } from "../../util/fileSystem";
import { errorMessage } from "../../util/log";
import { oneLine } from "../../util/strings";

/** The place an export is to go to cannot take it. The message is a sentence. */
export class TargetError extends Error {}

/** Where a person is likely to want a file. */
export function suggestedFolder(): vscode.Uri {
  return vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(os.homedir());
}

/**
 * A place for a file of this name, numbered where something of that name is there already, or is to come.
 * @param coming targets of exports that have not ended, as URIs
 */
export async function suggestedTarget(
  folder: vscode.Uri,
  name: string,
  coming: readonly string[],
): Promise<vscode.Uri> {
  const first = vscode.Uri.joinPath(folder, name);
  const found = new AbortController();
  try {
    // Nobody waits longer than that for a folder that is far away.
    const late = setTimeout(1_000, first, { signal: found.signal });
    return await Promise.race([freeTarget(first, coming), late]);
  } finally {
    found.abort();
  }
}

async function freeTarget(first: vscode.Uri, coming: readonly string[]): Promise<vscode.Uri> {
  const taken = new Set(coming.map((text) => uriKey(vscode.Uri.parse(text))));
  const { name, ext } = path.posix.parse(first.path);
  for (let number = 1; number < 100; number++) {
    const target = number === 1 ? first : vscode.Uri.joinPath(first, "..", `${name}-${number}${ext}`);
    if (!taken.has(uriKey(target)) && !(await isThere(target))) {
      return target;
    }
  }
  return first;
}

/** The same for places that may be the same file: whether case counts there is not known. */
function uriKey(uri: vscode.Uri): string {
  return nameKey(uri.toString(true));
}

async function isThere(target: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(target);
    return true;
  } catch {
    return false;
  }
}

export function fileName(target: vscode.Uri): string {
  return path.posix.basename(target.path);
}

/**
 * Finds out whether the target can be written before an export reads for an hour. Leaves nothing behind.
 * @throws {TargetError}
 */
export async function checkTarget(target: vscode.Uri): Promise<void> {
  await checkObstacles(target);
  const temporary = temporaryFile(target, randomBytes(4).toString("hex"));
  try {
    await vscode.workspace.fs.writeFile(temporary, new Uint8Array());
  } catch (error) {
    throw unwritable(target, error);
  } finally {
    await discard(temporary);
  }
}

/**
 * Brings a whole file to its target, which has it in full or not at all: it is copied to a name of its own beside the target
 * and renamed at the end.
 * @param tag tells the exports apart that write there at the same time.
 * @throws {TargetError}
 */
export async function deliver(file: vscode.Uri, target: vscode.Uri, tag: string): Promise<void> {
  await checkObstacles(target);
  const temporary = temporaryFile(target, tag);
  try {
    await vscode.workspace.fs.copy(file, temporary, { overwrite: true });
    await vscode.workspace.fs.rename(temporary, target, { overwrite: true });
  } catch (error) {
    await discard(temporary);
    throw unwritable(target, error);
  }
}

/** Not named after the target: a longer name might be too long. */
function temporaryFile(target: vscode.Uri, tag: string): vscode.Uri {
  return vscode.Uri.joinPath(target, "..", `.company-feed-${tag}.part`);
}

/** @throws {TargetError} */
async function checkObstacles(target: vscode.Uri): Promise<void> {
  const obstacle =
    vscode.workspace.fs.isWritableFileSystem(target.scheme) === false
      ? `${target.scheme} locations are read-only`
      : (nameProblem(target) ?? (await obstacleAt(target)));
  if (obstacle !== undefined) {
    throw new TargetError(`${fileName(target)} cannot be written: ${obstacle}.`);
  }
}

function nameProblem(target: vscode.Uri): string | undefined {
  if (target.scheme !== "file" || process.platform !== "win32") {
    return undefined;
  }
  const names = target.path.split("/").filter((name) => name !== "" && !/^[a-z]:$/i.test(name));
  return names.map(windowsNameProblem).find((problem) => problem !== undefined);
}

/** What stands in the way of a file, as half a sentence. One that is not there yet is writable. */
async function obstacleAt(target: vscode.Uri): Promise<string | undefined> {
  const readOnly = "the file is read-only";
  const isFolder = "it is a folder";
  if (target.scheme === "file") {
    // VS Code tells nothing of the mode of a file on disk, and renaming onto it does not ask.
    const found = await nodeFileSystem.stat(target.fsPath).catch(() => undefined);
    return found?.isFolder ? isFolder : found?.isReadOnly ? readOnly : undefined;
  }
  try {
    const { permissions, type } = await vscode.workspace.fs.stat(target);
    return (type & vscode.FileType.Directory) !== 0
      ? isFolder
      : permissions === vscode.FilePermission.Readonly
        ? readOnly
        : undefined;
  } catch {
    return undefined;
  }
}

async function discard(file: vscode.Uri): Promise<void> {
  try {
    await vscode.workspace.fs.delete(file);
  } catch {
    // It was not there, or cannot be reached any more: nothing that could be done about it.
  }
}

/** VS Code hands over what the system said about a file as part of a text. */
function unwritable(target: vscode.Uri, error: unknown): TargetError {
  const said = errorMessage(error);
  const known = systemReasons.get(/\bE[A-Z]{2,}\b/.exec(said)?.[0] ?? "");
  return new TargetError(`${fileName(target)} cannot be written: ${known ?? oneLine(said, 200)}.`, {
    cause: error,
  });
}
