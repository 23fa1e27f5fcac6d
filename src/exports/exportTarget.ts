import { stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import * as vscode from "vscode";
import { systemReasons } from "../feed/export/fileFailure";
import { messageOf } from "../util/log";
import { oneLine } from "../util/plainText";

/** The place an export is to go to cannot take it. The message is a sentence. */
export class TargetError extends Error {}

/**
 * The target that a task or keybinding names: a URI, or a path, which starts at the home folder where it begins with `~/`,
 * and at the first workspace folder where it is relative. @throws {TargetError}
 */
export function parseTarget(text: string): vscode.Uri {
  // A single letter before the colon is a drive.
  if (/^[a-z][a-z0-9+.-]+:/i.test(text)) {
    try {
      return vscode.Uri.parse(text, true);
    } catch {
      throw new TargetError(`"${text}" is not a place that a file can be written to.`);
    }
  }
  if (/^~[/\\]/.test(text)) {
    return vscode.Uri.file(path.join(os.homedir(), text.slice(2)));
  }
  if (path.isAbsolute(text)) {
    return vscode.Uri.file(text);
  }
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (!folder) {
    throw new TargetError(`"${text}" is a path from a workspace folder, and none is open.`);
  }
  return vscode.Uri.joinPath(folder.uri, text);
}

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
  coming: ReadonlySet<string>,
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

async function freeTarget(first: vscode.Uri, coming: ReadonlySet<string>): Promise<vscode.Uri> {
  const { name, ext } = path.posix.parse(first.path);
  for (let number = 1; number < 100; number++) {
    const target = number === 1 ? first : vscode.Uri.joinPath(first, "..", `${name}-${number}${ext}`);
    if (!coming.has(target.toString()) && !(await isThere(target))) {
      return target;
    }
  }
  return first;
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
 * @param tag tells the exports apart that write there at the same time.
 * @throws {TargetError}
 */
export async function checkTarget(target: vscode.Uri, tag: string): Promise<void> {
  const { fs } = vscode.workspace;
  const obstacle =
    fs.isWritableFileSystem(target.scheme) === false
      ? `nothing can be written to ${target.scheme} addresses`
      : await obstacleAt(target);
  if (obstacle !== undefined) {
    throw new TargetError(`${fileName(target)} cannot be written: ${obstacle}.`);
  }
  const coming = comingFile(target, tag);
  try {
    await fs.writeFile(coming, new Uint8Array());
  } catch (error) {
    throw unwritable(target, error);
  } finally {
    await discard(coming);
  }
}

/**
 * Brings a whole file to its target, which has it in full or not at all: it is copied to a name of its own beside the target
 * and renamed at the end. @throws {TargetError}
 */
export async function deliver(file: vscode.Uri, target: vscode.Uri, tag: string): Promise<void> {
  await checkTarget(target, tag);
  const coming = comingFile(target, tag);
  try {
    await vscode.workspace.fs.copy(file, coming, { overwrite: true });
    await vscode.workspace.fs.rename(coming, target, { overwrite: true });
  } catch (error) {
    await discard(coming);
    throw unwritable(target, error);
  }
}

function comingFile(target: vscode.Uri, tag: string): vscode.Uri {
  return vscode.Uri.joinPath(target, "..", `.${fileName(target)}.${tag}.part`);
}

/** What stands in the way of a file, as half a sentence. One that is not there yet is writable. */
async function obstacleAt(target: vscode.Uri): Promise<string | undefined> {
  const readOnly = "the file is read-only";
  const isFolder = "it is a folder";
  if (target.scheme === "file") {
    // VS Code tells nothing of the mode of a file on disk, and renaming onto it does not ask.
    const found = await stat(target.fsPath).catch(() => undefined);
    return found?.isDirectory() ? isFolder : found && (found.mode & 0o222) === 0 ? readOnly : undefined;
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
  const said = messageOf(error);
  const known = systemReasons.get(/\bE[A-Z]{2,}\b/.exec(said)?.[0] ?? "");
  return new TargetError(`${fileName(target)} cannot be written: ${known ?? oneLine(said, 200)}.`, {
    cause: error,
  });
}
