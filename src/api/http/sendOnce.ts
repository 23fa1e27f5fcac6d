import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { acceptEncoding, type HttpResponse, StreamResponse } from "./transport";

interface HttpMessage {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Sends a request that reaches the service at most once, and waits for the response headers; redirects are not followed.
 * Nothing is written before a new connection is open, so that a failure before `onSent` has changed nothing. A connection that
 * was used before is not taken: the service may be closing it, and then nobody knows whether the request has arrived.
 * Rejects with an error of Node; after an abort, ignore it.
 * @param onSent called right before the request is written
 */
export async function sendOnce(
  message: HttpMessage,
  signal: AbortSignal,
  onSent: () => void,
): Promise<HttpResponse> {
  for (;;) {
    const response = await sendOnNewConnection(message, signal, onSent);
    if (response !== "usedConnection") {
      const { statusCode = 0 } = response;
      return new StreamResponse(
        statusCode,
        (name) => headerOf(response, name),
        response,
        message.url.host,
        signal,
      );
    }
  }
}

/** Sends nothing if the agent offers a connection that was used before: that one is closed instead. */
function sendOnNewConnection(
  message: HttpMessage,
  signal: AbortSignal,
  onSent: () => void,
): Promise<IncomingMessage | "usedConnection"> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = createRequest(message);
    const abort = (): void => void request.destroy();
    signal.addEventListener("abort", abort, { once: true });
    const settled = (): void => signal.removeEventListener("abort", abort);
    // This listener stays: what goes wrong after the response is also reported here.
    request.on("error", (error) => {
      settled();
      reject(error);
    });
    request.once("response", (response) => {
      settled();
      resolve(response);
    });
    request.once("socket", (socket) => {
      if (request.reusedSocket) {
        settled();
        resolve("usedConnection");
        request.destroy();
        return;
      }
      whenConnected(socket, () => {
        // A proxy's refusal of a tunnel comes on a socket that nothing can be written to.
        if (!request.destroyed && socket.writable) {
          onSent();
          request.end(message.body);
        }
      });
    });
  });
}

/**
 * The request has no agent: with one, VS Code's proxy support may not apply (`http.proxySupport`: "on"). `request` is looked up
 * on the module's object, where VS Code replaces it.
 */
function createRequest({ url, method, headers, body }: HttpMessage): ClientRequest {
  return (url.protocol === "https:" ? https : http).request(url, {
    method,
    headers: {
      ...headers,
      "Accept-Encoding": acceptEncoding,
      ...(body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) }),
    },
  });
}

/** Calls back once the connection is open, and with TLS, once the other side is trusted. */
function whenConnected(socket: Socket, callback: () => void): void {
  if (socket instanceof TLSSocket) {
    if (isHandshakeDone(socket)) {
      callback();
    } else {
      socket.once("secureConnect", callback);
    }
  } else if (socket.connecting) {
    socket.once("connect", callback);
  } else {
    callback();
  }
}

/** The handshake sets one of them. */
function isHandshakeDone(socket: { authorized: boolean; authorizationError: Error | null }): boolean {
  return socket.authorized || Boolean(socket.authorizationError);
}

function headerOf(response: IncomingMessage, name: string): string | null {
  const value = response.headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(", ") : (value ?? null);
}
