import * as l10n from "@vscode/l10n";
import { randomBytes } from "node:crypto";
import os from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import * as vscode from "vscode";
import { extensionId } from "../../ids";
import { nameKey, windowsNameProblem } from "../../util/fileNames";
import { nodeFileSystem } from "../../util/fileSystem";
import { errorMessage } from "../../util/errors";
import { oneLine } from "../../util/strings";
import { showError } from "../../window";
import { systemErrorReason } from "../engine/exportErrors";
import type { ExportFormat } from "../engine/exportFormat";
import { dialogTitle, formatText } from "./exportText";
import { parseTargetPath, remotePath, remoteScheme } from "./targetPath";

/** The target of an export cannot be written. The message is a sentence. */
export class TargetError extends Error {}

export function fileName(target: vscode.Uri): string {
  return path.posix.basename(target.path);
}

/**
 * Shows the save dialog, again if the file cannot be written.
 * @param reserved targets of unfinished exports, as URIs: their names are not suggested
 */
export async function pickTarget(
  suggestedName: string,
  format: ExportFormat,
  reserved: readonly string[],
): Promise<vscode.Uri | undefined> {
  const { label, extension } = formatText(format);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(os.homedir());
  for (;;) {
    const target = await vscode.window.showSaveDialog({
      title: dialogTitle(),
      saveLabel: l10n.t({ message: "Export", args: [], comment: ["Verb, a button"] }),
      defaultUri: await suggestedTarget(folder, suggestedName, reserved),
      filters: { [label]: [extension] },
    });
    if (!target) {
      return undefined;
    }
    try {
      await checkTarget(target);
      return target;
    } catch (error) {
      const chooseAnother = l10n.t("Choose Another File…");
      if ((await showError(errorMessage(error), chooseAnother)) !== chooseAnother) {
        return undefined;
      }
    }
  }
}

/**
 * A file of this name, with a number if that name exists or is reserved.
 * @param reserved targets of unfinished exports, as URIs
 */
export async function suggestedTarget(
  folder: vscode.Uri,
  name: string,
  reserved: readonly string[],
): Promise<vscode.Uri> {
  const target = vscode.Uri.joinPath(folder, name);
  const found = new AbortController();
  try {
    // A remote folder may be slow.
    const timeout = setTimeout(1_000, target, { signal: found.signal });
    return await Promise.race([unusedTarget(target, reserved), timeout]);
  } finally {
    found.abort();
  }
}

async function unusedTarget(first: vscode.Uri, reserved: readonly string[]): Promise<vscode.Uri> {
  // The file system may or may not be case-sensitive.
  const keyOf = (uri: vscode.Uri): string => nameKey(uri.toString(true));
  const reservedKeys = new Set(reserved.map((uri) => keyOf(vscode.Uri.parse(uri))));
  const { name, ext } = path.posix.parse(first.path);
  for (let number = 1; number < 100; number++) {
    const target = number === 1 ? first : vscode.Uri.joinPath(first, "..", `${name}-${number}${ext}`);
    if (!reservedKeys.has(keyOf(target)) && !(await exists(target))) {
      return target;
    }
  }
  return first;
}

async function exists(target: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(target);
    return true;
  } catch {
    return false;
  }
}

/** The target that a task or keybinding names, see `parseTargetPath`. @throws {Error} with a sentence */
export function parseTarget(text: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  // In a remote window, tasks run on the remote machine, but this extension may run on this one.
  const kind = vscode.extensions.getExtension(extensionId)?.extensionKind;
  const target = parseTargetPath(text, {
    ...(folder && { folderScheme: folder.scheme }),
    home: os.homedir(),
    isRemote: vscode.env.remoteName !== undefined && kind === vscode.ExtensionKind.UI,
  });
  switch (target.kind) {
    case "uri":
      try {
        return vscode.Uri.parse(target.uri, true);
      } catch {
        throw new Error(l10n.t('"{0}" isn\'t a valid path or URI.', text));
      }
    case "file":
      return vscode.Uri.file(target.path);
    case "remote":
    case "inFolder":
      if (!folder) {
        throw new Error(l10n.t('"{0}" requires an open folder.', text));
      }
      return target.kind === "remote"
        ? folder.with({ path: target.path })
        : vscode.Uri.joinPath(folder, target.path);
  }
}

/** What a task gets: a path on the machine that it runs on if there is one, else the URI. */
export function pathForTask(target: vscode.Uri): string {
  switch (target.scheme) {
    case "file":
      return target.fsPath;
    case remoteScheme:
      return remotePath(target.path);
    default:
      return target.toString();
  }
}

/** Checks that the target can be written, before an export that may take an hour. Leaves nothing behind. @throws {TargetError} */
export async function checkTarget(target: vscode.Uri): Promise<void> {
  await checkObstacles(target);
  const temporary = temporaryFile(target, randomBytes(4).toString("hex"));
  try {
    await vscode.workspace.fs.writeFile(temporary, new Uint8Array());
  } catch (error) {
    throw writeError(target, error);
  } finally {
    await deleteTemporary(temporary);
  }
}

/**
 * Copies a whole file to a temporary one next to the target and renames it: the target is never partially written.
 * @param tag distinguishes exports to the same folder
 * @throws {TargetError}
 */
export async function copyToTarget(file: vscode.Uri, target: vscode.Uri, tag: string): Promise<void> {
  await checkObstacles(target);
  const temporary = temporaryFile(target, tag);
  try {
    await vscode.workspace.fs.copy(file, temporary, { overwrite: true });
    await vscode.workspace.fs.rename(temporary, target, { overwrite: true });
  } catch (error) {
    await deleteTemporary(temporary);
    throw writeError(target, error);
  }
}

/** Does not contain the target's name, which might make it too long. */
function temporaryFile(target: vscode.Uri, tag: string): vscode.Uri {
  return vscode.Uri.joinPath(target, "..", `.company-feed-${tag}.part`);
}

async function deleteTemporary(file: vscode.Uri): Promise<void> {
  try {
    await vscode.workspace.fs.delete(file);
  } catch {
    // It does not exist, or its file system is no longer reachable.
  }
}

/** @throws {TargetError} */
async function checkObstacles(target: vscode.Uri): Promise<void> {
  const obstacle =
    vscode.workspace.fs.isWritableFileSystem(target.scheme) === false
      ? l10n.t("{0} locations are read-only", target.scheme)
      : (nameProblem(target) ?? (await obstacleAt(target)));
  if (obstacle !== undefined) {
    throw targetError(target, obstacle);
  }
}

function nameProblem(target: vscode.Uri): string | undefined {
  if (target.scheme !== "file" || process.platform !== "win32") {
    return undefined;
  }
  const names = target.path.split("/").filter((name) => name !== "" && !/^[a-z]:$/i.test(name));
  return names.map(windowsNameProblem).find((problem) => problem !== undefined);
}

/** Why the existing target cannot be replaced, as a clause. A target that does not exist can be written. */
async function obstacleAt(target: vscode.Uri): Promise<string | undefined> {
  const { isFolder, isReadOnly } = await statTarget(target).catch(() => ({
    isFolder: false,
    isReadOnly: false,
  }));
  if (isFolder) {
    return l10n.t("it's a folder");
  }
  return isReadOnly ? l10n.t("the file is read-only") : undefined;
}

async function statTarget(target: vscode.Uri): Promise<{ isFolder: boolean; isReadOnly: boolean }> {
  if (target.scheme === "file") {
    // VS Code does not report the mode of a local file, and renaming onto it ignores the mode.
    return nodeFileSystem.stat(target.fsPath);
  }
  const { permissions, type } = await vscode.workspace.fs.stat(target);
  return {
    isFolder: (type & vscode.FileType.Directory) !== 0,
    isReadOnly: permissions === vscode.FilePermission.Readonly,
  };
}

/** VS Code reports a system error as part of a message. */
function writeError(target: vscode.Uri, error: unknown): TargetError {
  const message = errorMessage(error);
  const reason = systemErrorReason(/\bE[A-Z]{2,}\b/.exec(message)?.[0]);
  return targetError(target, reason ?? oneLine(message, 200), error);
}

function targetError(target: vscode.Uri, reason: string, cause?: unknown): TargetError {
  return new TargetError(l10n.t("Couldn't write {0}: {1}.", fileName(target), reason), { cause });
}
