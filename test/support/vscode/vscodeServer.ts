import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { onShutdown } from "../runner/cli";
import { TokenProxy } from "./tokenProxy";
import { ManagedProcess, run } from "../runner/managedProcess";
import { ensureVscode, type VscodeInstallation, type VscodeVersion } from "./vscodeInstall";
import { displayLanguageArgs } from "./displayLanguage";
import { withoutVscodeVariables } from "./vscodeExecutable";

export interface ServerOptions {
  version: VscodeVersion;
  /**
   * `codeServer`: code-server, for manual or end-to-end tests. Secrets last as long as the browser's profile.
   * `testDriver`: only VS Code's server, with its test driver, which runs Mocha in the extension host and hides toasts.
   */
  mode: "codeServer" | "testDriver";
  /** Written before the start, unless there are settings already. */
  settings?: Record<string, unknown>;
  /** Default: a temporary folder. */
  userDataDir?: string;
  extensionsDir?: string;
  /** Whether folders have to be trusted first. Default: false. */
  workspaceTrust?: boolean;
  env?: NodeJS.ProcessEnv;
  /** Of extensions; VS Code's own texts are English. Only for `codeServer`. */
  language?: string;
  /** Preferred port. Default: any. */
  port?: number;
  /** Time to exit before it is killed. Default: 0, which is enough if no data is kept. */
  graceMs?: number;
}

/** Turns off AI, updates, tips and release notes. */
const quietSettings: Record<string, unknown> = {
  "chat.disableAIFeatures": true,
  "chat.agentHost.enabled": false,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "git.enabled": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "window.commandCenter": false,
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
};

/** A running VS Code server behind a token proxy. */
export class VscodeServer {
  private log = "";
  private stopping = false;

  private constructor(
    private readonly installation: VscodeInstallation,
    readonly proxy: TokenProxy,
    private readonly process: ManagedProcess,
    /** Contains everything that the server writes: user data, logs, the extension's storage. */
    readonly home: string,
  ) {}

  static async start(options: ServerOptions): Promise<VscodeServer> {
    const installation = await ensureVscode(options.version);
    // A short name: the length of socket paths is limited.
    const home = await mkdtemp(path.join(os.tmpdir(), "cf-"));
    const userDataDir = options.userDataDir ?? path.join(home, "data");
    await writeSettings(userDataDir, options.settings);
    const socket = path.join(home, "s");
    const args =
      options.mode === "codeServer"
        ? codeServerArgs(installation, socket, home)
        : testDriverArgs(installation, socket, home);
    if (options.mode === "testDriver") {
      await mkdir(path.join(home, "server"));
      await symlink(userDataDir, path.join(home, "server", "data"));
    }
    args.push("--extensions-dir", options.extensionsDir ?? path.join(home, "extensions"));
    if (options.mode === "codeServer") {
      args.push("--user-data-dir", userDataDir);
      if (options.language !== undefined) {
        args.push(...(await displayLanguageArgs(userDataDir, options.language)));
      }
    }
    args.push("--disable-telemetry", ...(options.workspaceTrust ? [] : ["--disable-workspace-trust"]));
    const serverProcess = new ManagedProcess(installation.node, args, {
      cwd: home,
      env: serverEnv(home, options.env),
      graceMs: options.graceMs ?? 0,
      remove: [home],
    });
    const proxy = await TokenProxy.open(socket, options.port);
    const server = new VscodeServer(installation, proxy, serverProcess, home);
    try {
      await server.ready();
    } catch (error) {
      await server.stop();
      throw error;
    }
    return server;
  }

  /** Stops the server and removes its folder. */
  readonly stop = onShutdown(async () => {
    this.stopping = true;
    await Promise.all([this.proxy.close(), this.process.stop()]);
  });

  /** Resolves with the exit code if the server exits without being stopped. */
  get crashed(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.process.exited.then((code) => {
        if (!this.stopping) {
          resolve(code);
        }
      }, reject);
    });
  }

  /** The output so far. */
  get output(): string {
    return this.log;
  }

  /** The URL for a folder, or for an empty window. @param parameters VS Code's query parameters */
  address(folder?: string, parameters: Record<string, string> = {}): string {
    const place = folder === undefined ? { ew: "true" } : folderParameter(folder);
    return this.proxy.address(`/?${new URLSearchParams({ ...place, ...parameters }).toString()}`);
  }

  /** The workbench's URI for a file on this machine. */
  remoteUri(file: string): string {
    return `vscode-remote://${this.proxy.authority}${encodeURI(file)}`;
  }

  private async ready(): Promise<void> {
    const listening = new Promise<void>((resolve) => {
      this.process.onOutput((text) => {
        this.log += text;
        if (/HTTP server listening on|Extension host agent started/.test(this.log)) {
          resolve();
        }
      });
    });
    const ended = this.process.exited.then((code) => {
      throw new Error(`VS Code ${this.installation.version} exited with code ${code}:\n${this.log}`);
    });
    await Promise.race([listening, ended]);
    ended.catch(() => undefined);
  }
}

function folderParameter(folder: string): Record<string, string> {
  return folder.endsWith(".code-workspace") ? { workspace: folder } : { folder };
}

function codeServerArgs(installation: VscodeInstallation, socket: string, home: string): string[] {
  return [
    path.join(installation.codeServer, "out/node/entry.js"),
    ...["--auth", "none", "--socket", socket, "--socket-mode", "600"],
    ...["--session-socket", path.join(home, "i"), "--config", path.join(home, "config.yaml")],
    "--disable-update-check",
    "--disable-getting-started-override",
  ];
}

function testDriverArgs(installation: VscodeInstallation, socket: string, home: string): string[] {
  return [
    path.join(installation.codeServer, "lib/vscode/out/server-main.js"),
    ...["--socket-path", socket, "--server-data-dir", path.join(home, "server")],
    "--without-connection-token",
    "--accept-server-license-terms",
    "--enable-smoke-test-driver",
  ];
}

/** Removes the variables of VS Code, npm and code-server; sockets are created in `home`. */
function serverEnv(home: string, extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(withoutVscodeVariables(process.env)).filter(
    ([key]) => !/^(CODE_SERVER_|CS_|npm_|PASSWORD$|HASHED_PASSWORD$|PORT$)/.test(key),
  );
  return { ...Object.fromEntries(inherited), TMPDIR: home, XDG_RUNTIME_DIR: home, ...extra };
}

/** Writes the user settings unless there are any. */
export async function writeSettings(
  userDataDir: string,
  settings: Record<string, unknown> = {},
): Promise<void> {
  const folder = path.join(userDataDir, "User");
  await mkdir(folder, { recursive: true });
  const text = JSON.stringify({ ...quietSettings, ...settings }, null, 2);
  await writeFile(path.join(folder, "settings.json"), text, { flag: "wx" }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
      throw error;
    }
  });
}

/** Runs `code --install-extension`. */
export async function installVsix(
  version: VscodeVersion,
  extensionsDir: string,
  ...files: string[]
): Promise<void> {
  const installation = await ensureVscode(version);
  const home = await mkdtemp(path.join(os.tmpdir(), "cf-"));
  const folders = ["--user-data-dir", home, "--extensions-dir", extensionsDir];
  const config = ["--config", path.join(home, "config.yaml"), "--session-socket", path.join(home, "i")];
  const install = [...files.flatMap((file) => ["--install-extension", file]), "--force"];
  const args = [path.join(installation.codeServer, "out/node/entry.js"), ...folders, ...config, ...install];
  await run(installation.node, args, { env: serverEnv(home), remove: [home] });
}
