import { createHmac, timingSafeEqual } from "node:crypto";

/** A position in the feed's order: after the event with this instant and id or, without an id, before the instant. */
export interface Position {
  /** Milliseconds since 1970 UTC. */
  readonly ms: number;
  readonly id?: string;
}

/** What a cursor encodes. */
interface CursorState {
  /** Where the next page starts. */
  readonly position: Position;
  /** Start of the window, inclusive, in milliseconds since 1970 UTC, or -Infinity. */
  readonly since: number;
}

const macBytes = 9;

/** Encodes cursors so that only its own are accepted: clients must not make or change one. */
export class CursorCodec {
  /** @param secret key of the MAC in each cursor */
  constructor(private readonly secret: Uint8Array) {}

  encode({ position, since }: CursorState): string {
    const payload = Buffer.from([position.ms, since, position.id ?? ""].join(" "));
    // Contains the + and / of plain base64, to catch clients that do not encode it.
    return Buffer.concat([this.mac(payload), payload]).toString("base64");
  }

  /** Undefined for a cursor that this codec did not encode. */
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
