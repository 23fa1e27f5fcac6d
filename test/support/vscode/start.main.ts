/**
 * `npm start [-- folder]`: opens VS Code with the packaged extension, connected to the sample service.
 * Uses a desktop VS Code on macOS and Windows, or if COMPANY_FEED_VSCODE is set; otherwise VS Code in the
 * browser. The profile is kept in the cache.
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import http from "node:http";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import { buildProduction, packageHelper, packageVsix } from "../runner/build";
import { progress } from "../runner/cache";
import { onShutdown, runMain } from "../runner/cli";
import { ManagedProcess } from "../runner/managedProcess";
import { cacheFolder, vsixPath } from "../runner/paths";
import { desktopExecutable, givenExecutable, installExtensions, withoutVscodeVariables } from "./desktop";
import { installVsix, VscodeServer, writeSettings } from "./vscodeServer";

/** Fixed, because the browser's storage, which contains secrets, depends on the port. */
const usualPort = 38_321;

const env = { COMPANY_FEED_DEMO_START: randomUUID() };

interface Profile {
  readonly userDataDir: string;
  readonly extensionsDir: string;
}

async function startDesktop(profile: Profile, workspace: string, files: readonly string[]): Promise<number> {
  const vscode = await desktopExecutable();
  const folders = [`--user-data-dir=${profile.userDataDir}`, `--extensions-dir=${profile.extensionsDir}`];
  await installExtensions(vscode, folders, files);
  progress("Starting VS Code …");
  const flags = ["--new-window", "--skip-welcome", "--skip-release-notes", "--disable-workspace-trust"];
  const window = new ManagedProcess(vscode, [workspace, ...folders, ...flags], {
    env: { ...withoutVscodeVariables(process.env), ...env },
    graceMs: 10_000,
  });
  onShutdown(() => window.stop());
  window.onOutput((text) => process.stdout.write(text));
  return window.exited;
}

/** @returns the exit code once the server has exited */
async function startInBrowser(
  profile: Profile,
  workspace: string,
  files: readonly string[],
): Promise<number> {
  await installVsix("newest", profile.extensionsDir, ...files);
  progress("Starting VS Code …");
  const port = (await isFree(usualPort)) ? usualPort : 0;
  const server = await VscodeServer.start({ version: "newest", ...profile, port, env, graceMs: 3000 });
  const address = await loginAddress(server, workspace);
  console.log(`Company Feed runs at ${address} (Ctrl+C ends it)`);
  if (process.env["DISPLAY"] ?? process.env["WAYLAND_DISPLAY"]) {
    // If there is no such program, the user opens the printed URL.
    spawn("xdg-open", [address], { stdio: "ignore", detached: true })
      .on("error", () => undefined)
      .unref();
  }
  const code = await server.crashed;
  console.error(`VS Code exited with code ${code}.\n${server.output}`);
  return 1;
}

/** Starts a login server. @returns a URL that sets code-server's cookie and opens the folder */
async function loginAddress(server: VscodeServer, workspace: string): Promise<string> {
  const path = `/${randomUUID()}`;
  const login = http.createServer((request, response) => {
    const { name, value } = server.cookie;
    const headers = {
      "Set-Cookie": `${name}=${value}; HttpOnly; SameSite=Lax; Path=/`,
      "Referrer-Policy": "no-referrer",
      Location: server.address(workspace),
    };
    response.writeHead(request.url === path ? 302 : 404, request.url === path ? headers : {}).end();
  });
  login.listen(0, "127.0.0.1");
  await once(login, "listening");
  return `http://127.0.0.1:${(login.address() as AddressInfo).port}${path}`;
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, "127.0.0.1");
  try {
    await once(probe, "listening");
    probe.close();
    await once(probe, "close");
    return true;
  } catch {
    return false;
  }
}

await runMain(async () => {
  const home = path.join(cacheFolder(), "start");
  const workspace = path.resolve(process.argv[2] ?? path.join(home, "workspace"));
  await mkdir(workspace, { recursive: true });
  const profile = { userDataDir: path.join(home, "data"), extensionsDir: path.join(home, "extensions") };
  await writeSettings(profile.userDataDir);
  await buildProduction();
  await packageVsix();
  const files = [vsixPath, await packageHelper("test/support/demo")];
  progress("Installing the extension …");
  const isDesktop = givenExecutable() !== undefined || ["darwin", "win32"].includes(process.platform);
  return isDesktop ? startDesktop(profile, workspace, files) : startInBrowser(profile, workspace, files);
});
