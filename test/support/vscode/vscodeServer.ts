import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { onShutdown } from "../runner/cli";
import { ManagedProcess, run } from "../runner/managedProcess";
import { withoutVscodeVariables } from "./desktop";
import { ensureVscode, type VscodeInstallation, type VscodeVersion } from "./vscodeInstall";

export interface ServerOptions {
  version: VscodeVersion;
  /** Uses VS Code's test driver, which runs Mocha in the extension host and hides toasts. */
  testDriver?: boolean;
  /** Written before the start, unless settings exist. */
  settings?: Record<string, unknown>;
  /** Default: a temporary folder. */
  userDataDir?: string;
  extensionsDir?: string;
  /** The built-in extensions to load. Default: all. */
  builtInExtensions?: readonly string[];
  env?: NodeJS.ProcessEnv;
  /** Default: any. */
  port?: number;
  /** Time to exit before it is killed. Default: 0, for servers whose data is discarded. */
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

/**
 * A running VS Code on a loopback port. With the test driver, it is VS Code's own server, whose URL contains
 * a token; otherwise code-server, which stores secrets in the browser's profile and needs a cookie.
 */
export class VscodeServer {
  private readonly process: ManagedProcess;
  private stopping = false;
  /** Output so far. */
  output = "";
  /** Set once it is ready. */
  port = 0;

  private constructor(
    installation: VscodeInstallation,
    args: readonly string[],
    private readonly options: ServerOptions,
    /** Contains everything that the server writes: user data, logs and the extension's storage. */
    readonly home: string,
    private readonly token: string,
  ) {
    const program = options.testDriver ? installation.server : installation.codeServer;
    this.process = new ManagedProcess(installation.node, [program, ...args], {
      cwd: home,
      env: serverEnv(home, { HASHED_PASSWORD: token, ...options.env }),
      graceMs: options.graceMs ?? 0,
      remove: [home],
    });
  }

  static async start(options: ServerOptions): Promise<VscodeServer> {
    const installation = await ensureVscode(options.version);
    // A short name, because the length of socket paths is limited.
    const home = await mkdtemp(path.join(os.tmpdir(), "cf-"));
    const userDataDir = options.userDataDir ?? path.join(home, "data");
    await writeSettings(userDataDir, options.settings);
    const token = randomBytes(32).toString("hex");
    const args = [
      ...(options.testDriver
        ? await testDriverArgs(home, userDataDir, token)
        : codeServerArgs(home, userDataDir, options.port ?? 0)),
      ...(options.builtInExtensions ? await builtInArgs(home, installation, options.builtInExtensions) : []),
      ...["--extensions-dir", options.extensionsDir ?? path.join(home, "extensions")],
      ...["--disable-telemetry", "--disable-workspace-trust"],
    ];
    const server = new VscodeServer(installation, args, options, home, token);
    try {
      await server.ready();
    } catch (error) {
      await server.stop();
      throw error;
    }
    return server;
  }

  /** Ends extension hosts of closed windows, and removes user data, as if newly installed. */
  async reset(settings: Record<string, unknown>): Promise<void> {
    // Otherwise, they would wait for their windows to reconnect.
    for (let hosts = this.extensionHosts(); hosts.length > 0; hosts = this.extensionHosts()) {
      hosts.forEach(kill);
      await delay(20);
    }
    const userDataDir = path.join(this.home, "data");
    await rm(path.join(userDataDir, "User"), { recursive: true, force: true, maxRetries: 5 });
    await writeSettings(userDataDir, settings);
  }

  /** Process IDs of running extension hosts. */
  private extensionHosts(): number[] {
    const pids = (pattern: RegExp) => Array.from(this.output.matchAll(pattern), ([, pid]) => Number(pid));
    const exited = pids(/<(\d+)> Extension Host Process exited/g);
    return pids(/<(\d+)> Launched Extension Host Process/g).filter((pid) => !exited.includes(pid));
  }

  /** Stops the server and removes its folder. */
  readonly stop = onShutdown(async () => {
    this.stopping = true;
    await this.process.stop();
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

  /** Cookie for code-server, which accepts a password's hash as its session. */
  get cookie(): { readonly name: string; readonly value: string; readonly url: string } {
    return { name: "code-server-session", value: this.token, url: `http://127.0.0.1:${this.port}` };
  }

  /** The URL for a folder, or for an empty window. @param parameters VS Code's query parameters */
  address(folder?: string, parameters: Record<string, string> = {}): string {
    const place =
      folder === undefined
        ? { ew: "true" }
        : { [folder.endsWith(".code-workspace") ? "workspace" : "folder"]: folder };
    const token: Record<string, string> = this.options.testDriver ? { tkn: this.token } : {};
    const query = new URLSearchParams({ ...token, ...place, ...parameters });
    return `http://127.0.0.1:${this.port}/?${query.toString()}`;
  }

  /** The workbench's URI for a file on this machine. */
  remoteUri(file: string): string {
    return `vscode-remote://127.0.0.1:${this.port}${encodeURI(file)}`;
  }

  private async ready(): Promise<void> {
    const listening = new Promise<void>((resolve) => {
      this.process.onOutput((text) => {
        this.output += text;
        const [, codeServerPort, serverPort] = listeningPattern.exec(this.output) ?? [];
        const port = codeServerPort ?? serverPort;
        if (port !== undefined) {
          this.port = Number(port);
          resolve();
        }
      });
    });
    const ended = this.process.exited.then((code) => {
      throw new Error(`VS Code exited with code ${code}:\n${this.output}`);
    });
    await Promise.race([listening, ended]);
    ended.catch(() => undefined);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has already exited.
  }
}

const listeningPattern =
  /HTTP server listening on http:\/\/127\.0\.0\.1:(\d+)|agent listening on (\d+)\n[^]*Extension host agent started/;

function codeServerArgs(home: string, userDataDir: string, port: number): string[] {
  return [
    ...["--auth", "password", "--bind-addr", `127.0.0.1:${port}`, "--user-data-dir", userDataDir],
    ...["--session-socket", path.join(home, "i"), "--config", path.join(home, "config.yaml")],
    ...["--disable-update-check", "--disable-getting-started-override"],
  ];
}

async function builtInArgs(
  home: string,
  { server }: VscodeInstallation,
  names: readonly string[],
): Promise<string[]> {
  const folder = path.join(home, "built-in");
  await mkdir(folder);
  for (const name of names) {
    await symlink(path.join(server, "../../extensions", name), path.join(folder, name));
  }
  return ["--builtin-extensions-dir", folder];
}

async function testDriverArgs(home: string, userDataDir: string, token: string): Promise<string[]> {
  await mkdir(path.join(home, "server"));
  await symlink(userDataDir, path.join(home, "server", "data"));
  return [
    ...["--host", "127.0.0.1", "--port", "0", "--connection-token", token],
    ...["--server-data-dir", path.join(home, "server")],
    ...["--accept-server-license-terms", "--enable-smoke-test-driver"],
  ];
}

/** Removes the variables of VS Code, npm and code-server; sockets are created in `home`. */
function serverEnv(home: string, extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(withoutVscodeVariables(process.env)).filter(
    ([key]) => !/^(CODE_SERVER_|CS_|npm_|PASSWORD$|PORT$)/.test(key),
  );
  return { ...Object.fromEntries(inherited), TMPDIR: home, XDG_RUNTIME_DIR: home, ...extra };
}

/** Writes user settings unless they exist. */
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
  const folders = ["--server-data-dir", home, "--extensions-dir", extensionsDir];
  const install = [...files.flatMap((file) => ["--install-extension", file]), "--force"];
  const args = [installation.server, ...folders, "--accept-server-license-terms", ...install];
  await run(installation.node, args, { env: serverEnv(home), remove: [home] });
}
