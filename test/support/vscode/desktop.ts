import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { downloadAndUnzipVSCode, resolveCliPathFromVSCodeExecutablePath } from "@vscode/test-electron";
import { root } from "../runner/paths";

/** The executable in COMPANY_FEED_VSCODE. */
export function givenExecutable(): string | undefined {
  const given = process.env["COMPANY_FEED_VSCODE"];
  return given ? path.resolve(given) : undefined;
}

/** Uses COMPANY_FEED_VSCODE, or downloads COMPANY_FEED_VSCODE_VERSION (default: stable). */
export async function desktopExecutable(): Promise<string> {
  const version = process.env["COMPANY_FEED_VSCODE_VERSION"] ?? "stable";
  return givenExecutable() ?? downloadAndUnzipVSCode({ version, cachePath: path.join(root, ".vscode-test") });
}

/** Runs `code --install-extension`. @param profile flags with the folders of the profile */
export async function installExtensions(
  executable: string,
  profile: readonly string[],
  files: readonly string[],
): Promise<void> {
  const cli = resolveCliPathFromVSCodeExecutablePath(executable);
  const args = [...profile, ...files.map((file) => `--install-extension=${file}`), "--force"];
  // On Windows, it is a batch file, which needs a shell, for which Node doesn't quote arguments.
  const shell = process.platform === "win32";
  const [command = "", ...rest] = [cli, ...args].map((text) => (shell ? `"${text}"` : text));
  // Progress and errors go to standard error.
  const install = spawn(command, rest, {
    shell,
    env: withoutVscodeVariables(process.env),
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = (await once(install, "exit")) as [number | null];
  if (code !== 0) {
    throw new Error(`Couldn't install the extension: ${cli} exited with code ${String(code)}.`);
  }
}

/** Removes variables set by a VS Code in which this process runs. */
export function withoutVscodeVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([key]) => !/^(VSCODE_|ELECTRON_)/.test(key)));
}
