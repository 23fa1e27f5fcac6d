import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import net from "node:net";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { ManagedProcess } from "../../../support/runner/managedProcess";

/** Starts itself once more; both processes connect to a port and keep running. */
const program = `
  const [port, last] = process.argv.slice(1);
  require("node:net").connect(Number(port), "127.0.0.1");
  if (!last) {
    require("node:child_process").spawn(process.execPath, ["-e", process.env.PROGRAM, port, "last"]);
  }
`;

describe("ManagedProcess", () => {
  it("stops all descendants and removes its folders", async () => {
    const server = net.createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const folder = await mkdtemp(path.join(os.tmpdir(), "process-"));
    const connected = new Promise<net.Socket[]>((resolve) => {
      const sockets: net.Socket[] = [];
      server.on("connection", (socket) => {
        socket.on("error", () => undefined).resume();
        if (sockets.push(socket) === 2) {
          resolve(sockets);
        }
      });
    });
    const child = new ManagedProcess(process.execPath, ["-e", program, String(port)], {
      env: { ...process.env, PROGRAM: program },
      remove: [folder],
    });
    const closed = (await connected).map((socket) => once(socket, "close"));
    await child.stop();
    await Promise.all(closed);
    assert.equal(existsSync(folder), false);
    server.close();
  });

  it("resolves with the exit code of the command", async () => {
    assert.equal(await new ManagedProcess(process.execPath, ["-e", "process.exit(7)"]).exited, 7);
  });

  it("resolves with 127, as in a shell, if the command does not exist", async () => {
    assert.equal(await new ManagedProcess("no-such-command", []).exited, 127);
  });
});
