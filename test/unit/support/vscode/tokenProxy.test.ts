import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { TokenProxy } from "../../../support/vscode/tokenProxy";

type Headers = Record<string, string>;

describe("TokenProxy", () => {
  let folder: string;
  let server: http.Server;
  let proxy: TokenProxy;
  let cookie: string;

  async function send(target: string, headers: Headers, method = "GET"): Promise<http.IncomingMessage> {
    const request = http.request({ host: "127.0.0.1", port: proxy.port, path: target, method, headers });
    request.end();
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    response.resume();
    await once(response, "end");
    return response;
  }

  async function status(target: string, headers: Headers, method?: string): Promise<number | undefined> {
    return (await send(target, { host: proxy.authority, ...headers }, method)).statusCode;
  }

  /** The status of an upgrade request: 101 if it is forwarded. */
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
    server = http.createServer((request, response) => response.end(request.url));
    server.on("upgrade", (_request, connection) => {
      connection.end("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
    });
    server.listen(socket);
    await once(server, "listening");
    proxy = await TokenProxy.open(socket);
    const { pathname } = new URL(proxy.address("/?folder=x"));
    const response = await send(`${pathname}?folder=x`, { host: proxy.authority });
    assert.equal(response.statusCode, 302);
    assert.equal(response.headers.location, "/?folder=x");
    cookie = (response.headers["set-cookie"]?.[0] ?? "").split(";")[0] ?? "";
  });

  after(async () => {
    await proxy.close();
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("forwards requests with the cookie", async () => {
    assert.equal(await status("/", { cookie }), 200);
    assert.equal(await status("/", { cookie, origin: `http://${proxy.authority}` }, "POST"), 200);
    assert.equal(await upgrade({ cookie, origin: `http://${proxy.authority}` }), 101);
  });

  it("refuses requests without the cookie, or with a wrong cookie or token", async () => {
    assert.equal(await status("/", {}), 403);
    assert.equal(await status("/", { cookie: `${cookie}x` }), 403);
    assert.equal(await status("/open/wrong/", {}), 403);
    assert.equal(await upgrade({ origin: `http://${proxy.authority}` }), 403);
  });

  it("refuses requests from other origins, including other ports", async () => {
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

  it("forwards navigations from other sites", async () => {
    const link = {
      "sec-fetch-site": "cross-site",
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": "document",
    };
    assert.equal(await status("/", { cookie, ...link }), 200);
    assert.equal(await status("/", { cookie, ...link, "sec-fetch-dest": "iframe" }), 403);
  });

  it("refuses other Host headers", async () => {
    assert.equal(await status("/", { cookie, host: `evil.example:${proxy.port}` }), 403);
  });

  it("does not redirect to other hosts", async () => {
    const { pathname } = new URL(proxy.address("/"));
    assert.equal(await status(`${pathname}/evil.example`, {}), 403);
  });

  it("uses another port if the preferred one is in use", async () => {
    const other = await TokenProxy.open(path.join(folder, "s"), proxy.port);
    assert.notEqual(other.port, proxy.port);
    await other.close();
  });
});
