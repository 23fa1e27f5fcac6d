import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Registered ports: systems give their connections those above, so that these tend to stay free. */
const registeredPorts = { min: 20_000, end: 32_768 };
const maxAttempts = 20;

/**
 * A random port of the loopback address that is free now.
 * @param random an integer from `min` inclusive to `end` exclusive
 */
export async function findFreePort(
  random: (min: number, end: number) => number = randomInt,
): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = random(registeredPorts.min, registeredPorts.end);
    const server = createServer();
    try {
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
      return port;
    } catch (error) {
      if (attempt === maxAttempts) {
        throw error;
      }
    } finally {
      server.close();
    }
  }
}
