import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";

/**
 * The only way from a browser to a VS Code server that listens on a Unix socket: a proxy on a free port of the loopback
 * interface, for those who know the token.
 *
 * The address with the token sets a cookie and leads on; all else is refused without that cookie. Because cookies do
 * not tell ports apart, what another page asks for is refused as well, and so is a foreign Host (DNS rebinding).
 */
export class TokenProxy {
  private readonly token = randomBytes(24).toString("base64url");
  private readonly session = randomBytes(24).toString("base64url");
  private readonly sockets = new Set<Duplex>();
  private readonly server: http.Server;

  private constructor(private readonly socketPath: string) {
    this.server = http.createServer((request, response) => this.onRequest(request, response));
    this.server.on("upgrade", (request: http.IncomingMessage, socket: Duplex, head: Buffer) =>
      this.onUpgrade(request, socket, head),
    );
    this.server.on("connection", (socket) => this.track(socket));
  }

  /**
   * @param preferredPort taken if it is free; a browser keeps what belongs to a page by its port. Default: any.
   */
  static async open(socketPath: string, preferredPort = 0): Promise<TokenProxy> {
    const proxy = new TokenProxy(socketPath);
    try {
      await proxy.listen(preferredPort);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") {
        throw error;
      }
      await proxy.listen(0);
    }
    return proxy;
  }

  private async listen(port: number): Promise<void> {
    this.server.listen(port, "127.0.0.1");
    await once(this.server, "listening");
  }

  /** `127.0.0.1:<port>`. */
  get authority(): string {
    return `127.0.0.1:${this.port}`;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** An address that lets its holder in and leads to `target`, a path with query. */
  address(target = "/"): string {
    return `http://${this.authority}/open/${this.token}${target}`;
  }

  async close(): Promise<void> {
    const closed = once(this.server, "close");
    this.server.close();
    for (const socket of this.sockets) {
      socket.destroy();
    }
    await closed;
  }

  private get cookieName(): string {
    return `company-feed-${this.port}`;
  }

  private track(socket: Duplex): void {
    this.sockets.add(socket);
    socket.on("close", () => this.sockets.delete(socket));
    // Either end may go at any time: the browser reconnects or shows it.
    socket.on("error", () => socket.destroy());
  }

  private onRequest(request: http.IncomingMessage, response: http.ServerResponse): void {
    const invitation = /^\/open\/([^/?]+)(\/(?!\/).*)?$/.exec(request.url ?? "");
    if (this.isOurHost(request) && invitation && equal(invitation[1] ?? "", this.token)) {
      response.writeHead(302, {
        "Set-Cookie": `${this.cookieName}=${this.session}; HttpOnly; SameSite=Lax; Path=/`,
        "Referrer-Policy": "no-referrer",
        Location: invitation[2] ?? "/",
      });
      response.end();
    } else if (this.isAllowed(request)) {
      this.forward(request, response);
    } else {
      response.writeHead(403, { "Content-Type": "text/plain" });
      response.end("Open the whole address that was printed when VS Code was started.\n");
    }
  }

  private forward(request: http.IncomingMessage, response: http.ServerResponse): void {
    const { method, url, headers } = request;
    const onward = http.request({ socketPath: this.socketPath, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on("error", () => {
      if (!response.headersSent) {
        response.writeHead(502);
      }
      response.end();
    });
    response.on("close", () => onward.destroy());
    request.pipe(onward);
  }

  private onUpgrade(request: http.IncomingMessage, socket: Duplex, head: Buffer): void {
    if (!this.isAllowed(request)) {
      socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n");
      return;
    }
    const onward = net.connect(this.socketPath, () => {
      const lines = [`${request.method ?? "GET"} ${request.url ?? "/"} HTTP/1.1`];
      for (let i = 0; i < request.rawHeaders.length; i += 2) {
        lines.push(`${request.rawHeaders[i] ?? ""}: ${request.rawHeaders[i + 1] ?? ""}`);
      }
      onward.write(`${lines.join("\r\n")}\r\n\r\n`);
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    this.track(onward);
    onward.on("close", () => socket.destroy());
    socket.on("close", () => onward.destroy());
  }

  private isAllowed(request: http.IncomingMessage): boolean {
    return this.isOurHost(request) && this.isOurPage(request) && this.hasCookie(request);
  }

  private isOurHost({ headers }: http.IncomingMessage): boolean {
    return headers.host === this.authority;
  }

  /** True for what a page of ours asks for, and for addresses a person opens. */
  private isOurPage({ headers, method }: http.IncomingMessage): boolean {
    const { origin } = headers;
    if (origin !== undefined && origin !== `http://${this.authority}`) {
      return false;
    }
    if (headers.upgrade !== undefined || (method !== "GET" && method !== "HEAD")) {
      return origin !== undefined;
    }
    const site = headers["sec-fetch-site"];
    const opened = headers["sec-fetch-dest"] === "document" && headers["sec-fetch-mode"] === "navigate";
    return site === undefined || site === "same-origin" || site === "none" || opened;
  }

  private hasCookie({ headers }: http.IncomingMessage): boolean {
    const cookies = (headers.cookie ?? "").split(";").map((cookie) => cookie.trim().split("="));
    return cookies.some(([name, value]) => name === this.cookieName && equal(value ?? "", this.session));
  }
}

function equal(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
