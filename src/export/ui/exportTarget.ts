import * as l10n from "@vscode/l10n";
import os from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import * as vscode from "vscode";
import { extensionId } from "../../ids";
import { nameKey } from "../../util/fileNames";
import { errorMessage } from "../../util/errors";
import { showError } from "../../window";
import type { ExportFormat } from "../engine/exportFormat";
import { checkTarget } from "../engine/targetFolder";
import { dialogTitle, formatText } from "./exportText";
import { parseTargetPath, remotePath, remoteScheme } from "./targetPath";
import { WorkspaceTarget } from "./workspaceTarget";

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
      await checkTarget(new WorkspaceTarget(target));
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
