import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";

/**
 * A reverse proxy on a loopback port for a VS Code server that listens on a Unix socket. A URL with the token sets a session
 * cookie and redirects; other requests need the cookie. As cookies are shared by all ports, requests from other origins are
 * rejected, and so are other Host headers (DNS rebinding).
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

  /** @param preferredPort used if it is free: the browser's storage depends on the port */
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

  /** The URL with the token. @param target path and query to redirect to */
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
    // Either side may disconnect at any time.
    socket.on("error", () => socket.destroy());
  }

  private onRequest(request: http.IncomingMessage, response: http.ServerResponse): void {
    const login = /^\/open\/([^/?]+)(\/(?!\/).*)?$/.exec(request.url ?? "");
    if (this.hasOurHost(request) && login && equal(login[1] ?? "", this.token)) {
      response.writeHead(302, {
        "Set-Cookie": `${this.cookieName}=${this.session}; HttpOnly; SameSite=Lax; Path=/`,
        "Referrer-Policy": "no-referrer",
        Location: login[2] ?? "/",
      });
      response.end();
    } else if (this.isAllowed(request)) {
      this.forward(request, response);
    } else {
      response.writeHead(403, { "Content-Type": "text/plain" });
      response.end("Open the complete URL that was printed when VS Code started.\n");
    }
  }

  private forward(request: http.IncomingMessage, response: http.ServerResponse): void {
    const { method, url, headers } = request;
    const upstream = http.request(
      { socketPath: this.socketPath, method, path: url, headers },
      (upstreamResponse) => {
        response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.rawHeaders);
        upstreamResponse.pipe(response);
      },
    );
    upstream.on("error", () => {
      if (!response.headersSent) {
        response.writeHead(502);
      }
      response.end();
    });
    response.on("close", () => upstream.destroy());
    request.pipe(upstream);
  }

  private onUpgrade(request: http.IncomingMessage, socket: Duplex, head: Buffer): void {
    if (!this.isAllowed(request)) {
      socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n");
      return;
    }
    const upstream = net.connect(this.socketPath, () => {
      const lines = [`${request.method ?? "GET"} ${request.url ?? "/"} HTTP/1.1`];
      for (let i = 0; i < request.rawHeaders.length; i += 2) {
        lines.push(`${request.rawHeaders[i] ?? ""}: ${request.rawHeaders[i + 1] ?? ""}`);
      }
      upstream.write(`${lines.join("\r\n")}\r\n\r\n`);
      upstream.write(head);
      socket.pipe(upstream).pipe(socket);
    });
    this.track(upstream);
    upstream.on("close", () => socket.destroy());
    socket.on("close", () => upstream.destroy());
  }

  private isAllowed(request: http.IncomingMessage): boolean {
    return this.hasOurHost(request) && this.hasOurOrigin(request) && this.hasCookie(request);
  }

  private hasOurHost({ headers }: http.IncomingMessage): boolean {
    return headers.host === this.authority;
  }

  /** Whether the request comes from our own page, or is a navigation. */
  private hasOurOrigin({ headers, method }: http.IncomingMessage): boolean {
    const { origin } = headers;
    if (origin !== undefined && origin !== `http://${this.authority}`) {
      return false;
    }
    if (headers.upgrade !== undefined || (method !== "GET" && method !== "HEAD")) {
      return origin !== undefined;
    }
    const site = headers["sec-fetch-site"];
    const isNavigation = headers["sec-fetch-dest"] === "document" && headers["sec-fetch-mode"] === "navigate";
    return site === undefined || site === "same-origin" || site === "none" || isNavigation;
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
