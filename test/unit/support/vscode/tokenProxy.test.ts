import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { TokenProxy } from "../../../support/vscode/tokenProxy";

type Headers = Record<string, string>;

describe("the proxy before VS Code", () => {
  let folder: string;
  let behind: http.Server;
  let proxy: TokenProxy;
  let cookie: string;

  /** The status of one request. */
  async function ask(target: string, headers: Headers, method = "GET"): Promise<http.IncomingMessage> {
    const request = http.request({ host: "127.0.0.1", port: proxy.port, path: target, method, headers });
    request.end();
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    response.resume();
    await once(response, "end");
    return response;
  }

  async function status(target: string, headers: Headers, method?: string): Promise<number | undefined> {
    return (await ask(target, { host: proxy.authority, ...headers }, method)).statusCode;
  }

  /** 101 when an upgrade is let through, else the status of the refusal. */
  async function upgrade(headers: Headers): Promise<number | undefined> {
    const request = http.request({
      host: "127.0.0.1",
      port: proxy.port,
      headers: { host: proxy.authority, connection: "Upgrade", upgrade: "websocket", ...headers },
    });
    request.end();
    return new Promise((resolve, reject) => {
      request.on("error", reject);
      request.on("response", (response) => resolve(response.resume().statusCode));
      request.on("upgrade", (response, socket) => {
        socket.destroy();
        resolve(response.statusCode);
      });
    });
  }

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "proxy-"));
    const socket = process.platform === "win32" ? path.join("\\\\.\\pipe", folder) : path.join(folder, "s");
    behind = http.createServer((request, response) => response.end(request.url));
    behind.on("upgrade", (_request, connection) => {
      connection.end("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
    });
    behind.listen(socket);
    await once(behind, "listening");
    proxy = await TokenProxy.open(socket);
    const { pathname } = new URL(proxy.address("/?folder=x"));
    const response = await ask(`${pathname}?folder=x`, { host: proxy.authority });
    assert.equal(response.statusCode, 302);
    assert.equal(response.headers.location, "/?folder=x");
    cookie = (response.headers["set-cookie"]?.[0] ?? "").split(";")[0] ?? "";
  });

  after(async () => {
    await proxy.close();
    behind.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("lets in who came by the address", async () => {
    assert.equal(await status("/", { cookie }), 200);
    assert.equal(await status("/", { cookie, origin: `http://${proxy.authority}` }, "POST"), 200);
    assert.equal(await upgrade({ cookie, origin: `http://${proxy.authority}` }), 101);
  });

  it("refuses who does not have the cookie, or a wrong one, or a wrong token", async () => {
    assert.equal(await status("/", {}), 403);
    assert.equal(await status("/", { cookie: `${cookie}x` }), 403);
    assert.equal(await status("/open/wrong/", {}), 403);
    assert.equal(await upgrade({ origin: `http://${proxy.authority}` }), 403);
  });

  it("refuses other pages, also those on another port", async () => {
    const origin = "http://127.0.0.1:1";
    assert.equal(await status("/", { cookie, origin }), 403);
    assert.equal(
      await status("/", { cookie, "sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors" }),
      403,
    );
    assert.equal(await status("/", { cookie }, "POST"), 403);
    assert.equal(await upgrade({ cookie, origin }), 403);
    assert.equal(await upgrade({ cookie }), 403);
  });

  it("lets a link lead in, which only navigates", async () => {
    const link = {
      "sec-fetch-site": "cross-site",
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": "document",
    };
    assert.equal(await status("/", { cookie, ...link }), 200);
    assert.equal(await status("/", { cookie, ...link, "sec-fetch-dest": "iframe" }), 403);
  });

  it("refuses another name for this machine, as a rebound name would be", async () => {
    assert.equal(await status("/", { cookie, host: `evil.example:${proxy.port}` }), 403);
  });

  it("leads nowhere else", async () => {
    const { pathname } = new URL(proxy.address("/"));
    assert.equal(await status(`${pathname}/evil.example`, {}), 403);
  });

  it("takes another port when the preferred one is taken", async () => {
    const other = await TokenProxy.open(path.join(folder, "s"), proxy.port);
    assert.notEqual(other.port, proxy.port);
    await other.close();
  });
});
