import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { VscodeVersion } from "../support/vscode/vscodeInstall";
import { Workbench } from "../support/vscode/workbench";

/** A proxy that records CONNECT requests and rejects them. */
class RecordingProxy {
  readonly hosts: string[] = [];
  private readonly server: Server = createServer((_, response) => response.writeHead(502).end());

  async start(): Promise<string> {
    this.server.on("connect", (request, socket) => {
      this.hosts.push(request.url ?? "");
      socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    });
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

describe("VS Code's proxy setting", () => {
  for (const version of ["newest", "oldest"] satisfies VscodeVersion[]) {
    it(`is used for requests (${version} VS Code)`, async () => {
      const proxy = new RecordingProxy();
      const workbench = await Workbench.open({
        ...(version === "oldest" && { vscode: { version } }),
        settings: { "http.proxy": await proxy.start() },
      });
      try {
        const { quickInput, notifications } = workbench;
        await workbench.runCommand("Company Feed: Connect…");
        await quickInput.answer("Base URL", "https://api.company-feed.example");
        await quickInput.answer("API key", "sk_test");
        await notifications.dialog.waitFor();
        assert.ok(proxy.hosts.length > 0, "no request went through the proxy");
        assert.deepEqual([...new Set(proxy.hosts)], ["api.company-feed.example:443"]);
      } finally {
        await workbench.close();
        proxy.stop();
      }
    });
  }
});
