import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { downloadAndUnzipVSCode, resolveCliPathFromVSCodeExecutablePath } from "@vscode/test-electron";
import type { HostName } from "./vscodeInstall";
import { out, root, scriptPath } from "../runner/paths";

/** The desktop VS Code: the executable named by COMPANY_FEED_VSCODE. */
export function givenExecutable(): string | undefined {
  const given = process.env["COMPANY_FEED_VSCODE"];
  return given ? path.resolve(given) : undefined;
}

/** The given desktop VS Code, else a download of the version named by COMPANY_FEED_VSCODE_VERSION (default: stable). */
export async function desktopExecutable(): Promise<string> {
  const version = process.env["COMPANY_FEED_VSCODE_VERSION"] ?? "stable";
  return givenExecutable() ?? downloadAndUnzipVSCode({ version, cachePath: path.join(root, ".vscode-test") });
}

/** An executable that runs launcher.main.js for that host. Its command line is beside it, as with the desktop build. */
export async function launcherExecutable(
  host: HostName,
  folder = path.join(out, `vscode-${host}`),
): Promise<string> {
  const executable = path.join(folder, "code");
  const script = `#!/bin/sh\nCOMPANY_FEED_HOST=${host} exec "${process.execPath}" "${scriptPath("vscode/launcher")}" "$@"\n`;
  await mkdir(path.join(folder, "bin"), { recursive: true });
  for (const file of [executable, path.join(folder, "bin", "code")]) {
    await writeFile(file, script, { mode: 0o755 });
  }
  return executable;
}

/** Installs VSIX files, as `code --install-extension` does. @param profile flags that name the profile's folders */
export async function installExtensions(
  executable: string,
  profile: readonly string[],
  files: readonly string[],
): Promise<void> {
  const cli = resolveCliPathFromVSCodeExecutablePath(executable);
  if (!existsSync(cli)) {
    throw new Error(`COMPANY_FEED_VSCODE does not name the executable of a VS Code: there is no ${cli}.`);
  }
  const args = [...profile, ...files.map((file) => `--install-extension=${file}`), "--force"];
  // The command line is a batch file on Windows, which takes a shell, and Node quotes nothing for a shell.
  const shell = process.platform === "win32";
  const [command = "", ...rest] = [cli, ...args].map((text) => (shell ? `"${text}"` : text));
  // Its standard error tells how far it is, or what went wrong.
  const install = spawn(command, rest, {
    shell,
    env: outsideVscode(process.env),
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = (await once(install, "exit")) as [number | null];
  if (code !== 0) {
    throw new Error(`The extension was not installed: ${cli} ended with code ${String(code)}.`);
  }
}

/** An environment without what a VS Code around us would have another one do. */
export function outsideVscode(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([key]) => !/^(VSCODE_|ELECTRON_)/.test(key)));
}
