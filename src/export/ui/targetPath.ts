import path from "node:path";

/** Where the tasks of a window run, as far as it matters for the paths they name. */
export interface TaskPlace {
  /** Scheme of the first workspace folder. */
  readonly folderScheme?: string;
  /** The home folder of this computer. */
  readonly home: string;
  /** Whether tasks run on another computer than this code. */
  readonly isRemote: boolean;
}

/** What a task's text for a target names. */
export type TargetPath =
  | { readonly kind: "uri"; readonly uri: string }
  /** On this computer. */
  | { readonly kind: "file"; readonly path: string }
  /** On the computer of the workspace folder. */
  | { readonly kind: "remote"; readonly path: string }
  | { readonly kind: "inFolder"; readonly path: string };

/**
 * Reads the target that a task or keybinding names: a URI, or a path, which starts at the home folder where it begins with
 * `~/`, and at the first workspace folder where it is relative. Paths are those of the computer that tasks run on.
 * @throws {Error} with a sentence
 */
export function readTargetPath(text: string, { folderScheme, home, isRemote }: TaskPlace): TargetPath {
  // A single letter before the colon is a drive.
  if (/^[a-z][a-z0-9+.-]+:/i.test(text)) {
    return { kind: "uri", uri: text };
  }
  const fromHome = /^~(?:[/\\]|$)/.test(text);
  if (fromHome && isRemote) {
    throw new Error(
      `"${text}" is not supported in a remote window. Use an absolute path, or one in the workspace.`,
    );
  }
  if (fromHome) {
    return { kind: "file", path: path.join(home, text.slice(2)) };
  }
  const isAbsolute = isRemote ? /^(?:[/\\]|[a-z]:[/\\])/i.test(text) : path.isAbsolute(text);
  if (!isAbsolute && folderScheme === undefined) {
    throw new Error(`"${text}" is relative to the workspace folder, but no folder is open.`);
  }
  if (!isAbsolute) {
    return { kind: "inFolder", path: text };
  }
  if (!isRemote) {
    return { kind: "file", path: text };
  }
  if (folderScheme !== remoteScheme) {
    throw new Error(`"${text}" is a path on the remote machine, but none of its folders is open.`);
  }
  const slashes = text.replaceAll("\\", "/");
  return { kind: "remote", path: slashes.startsWith("/") ? slashes : `/${slashes}` };
}

/** Of folders and files on the computer that a window is connected to. */
export const remoteScheme = "vscode-remote";

/** The path of a file on a remote computer, as that computer's programs take it. @param uriPath path of its URI */
export function remotePath(uriPath: string): string {
  return /^\/[a-z]:/i.test(uriPath) ? uriPath.slice(1) : uriPath;
}
