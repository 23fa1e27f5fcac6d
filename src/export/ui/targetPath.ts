import * as l10n from "@vscode/l10n";
import path from "node:path";

/** The machine that the tasks of a window run on. */
export interface TaskHost {
  /** Scheme of the first workspace folder. */
  readonly folderScheme?: string;
  /** Home folder on this machine. */
  readonly home: string;
  /** Whether tasks run on a different machine than this code. */
  readonly isRemote: boolean;
}

export type TargetPath =
  | { readonly kind: "uri"; readonly uri: string }
  /** On this machine. */
  | { readonly kind: "file"; readonly path: string }
  /** On the machine of the workspace folder. */
  | { readonly kind: "remote"; readonly path: string }
  | { readonly kind: "inFolder"; readonly path: string };

/**
 * Parses the target that a task or keybinding names: a URI, or a path that is absolute, in the home folder (`~/…`), or
 * relative to the first workspace folder. Paths are those of the machine that tasks run on.
 * @throws {Error} with a sentence
 */
export function parseTargetPath(text: string, { folderScheme, home, isRemote }: TaskHost): TargetPath {
  // A single letter before the colon is a drive.
  if (/^[a-z][a-z0-9+.-]+:/i.test(text)) {
    return { kind: "uri", uri: text };
  }
  const fromHome = /^~(?:[/\\]|$)/.test(text);
  if (fromHome && isRemote) {
    throw new Error(
      l10n.t(
        '"{0}" isn\'t supported in a remote window. Use an absolute path, or one in the workspace.',
        text,
      ),
    );
  }
  if (fromHome) {
    return { kind: "file", path: path.join(home, text.slice(2)) };
  }
  const isAbsolute = isRemote ? /^(?:[/\\]|[a-z]:[/\\])/i.test(text) : path.isAbsolute(text);
  if (!isAbsolute && folderScheme === undefined) {
    throw new Error(l10n.t('"{0}" is relative to the workspace folder, but no folder is open.', text));
  }
  if (!isAbsolute) {
    return { kind: "inFolder", path: text };
  }
  if (!isRemote) {
    return { kind: "file", path: text };
  }
  if (folderScheme !== remoteScheme) {
    throw new Error(l10n.t('"{0}" is a path on the remote machine, but no remote folder is open.', text));
  }
  const slashes = text.replaceAll("\\", "/");
  return { kind: "remote", path: slashes.startsWith("/") ? slashes : `/${slashes}` };
}

/** URI scheme of files on the remote machine of a window. */
export const remoteScheme = "vscode-remote";

/** The path of a URI as programs on the remote machine expect it. */
export function remotePath(uriPath: string): string {
  return /^\/[a-z]:/i.test(uriPath) ? uriPath.slice(1) : uriPath;
}
