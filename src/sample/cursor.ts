import { createHmac, timingSafeEqual } from "node:crypto";

/** A place in the feed's order: just after the event with this instant and id, or, without an id, before the instant. */
export interface Position {
  /** Milliseconds since 1970 UTC. */
  readonly ms: number;
  readonly id?: string;
}

/** What a cursor holds: where the next page begins and where the window ends. */
export interface CursorState {
  readonly position: Position;
  /** Start of the window, inclusive, milliseconds since 1970 UTC; -Infinity when it has none. */
  readonly since: number;
}

const macBytes = 9;

/** Writes cursors and tells those it wrote from all others (`interface.md`, Event feed: opaque, passed back verbatim). */
export class CursorCodec {
  /** @param secret what makes this codec's cursors its own. */
  constructor(private readonly secret: Uint8Array) {}

  encode({ position, since }: CursorState): string {
    const payload = Buffer.from([position.ms, since, position.id ?? ""].join(" "));
    // Plain base64, with its + and /: a client that does not encode it is found out.
    return Buffer.concat([this.mac(payload), payload]).toString("base64");
  }

  /** Undefined when this codec did not write the cursor. */
  decode(cursor: string): CursorState | undefined {
    const bytes = Buffer.from(cursor, "base64");
    const payload = bytes.subarray(macBytes);
    const mac = bytes.subarray(0, macBytes);
    if (
      mac.length < macBytes ||
      bytes.toString("base64") !== cursor ||
      !timingSafeEqual(mac, this.mac(payload))
    ) {
      return undefined;
    }
    const [ms, since, ...rest] = payload.toString().split(" ");
    const id = rest.join(" ");
    return { position: { ms: Number(ms), ...(id ? { id } : {}) }, since: Number(since) };
  }

  private mac(payload: Uint8Array): Buffer {
    return createHmac("sha256", this.secret).update(payload).digest().subarray(0, macBytes);
  }
}
