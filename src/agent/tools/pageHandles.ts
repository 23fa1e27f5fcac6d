import { randomBytes } from "node:crypto";
import type { Clock } from "../../util/clock";
import type { AgentConnection } from "./environment";

/** An answer that has several pages. */
export interface PagedAnswer {
  /** The connection that it was read from. */
  readonly connection: AgentConnection;
  /** How many events it keeps in memory. */
  readonly size: number;
}

/** The page that follows one that was shown. */
export interface NextPage<T> {
  readonly answer: T;
  /** Number of events on the pages before. */
  readonly from: number;
}

/** How long a handle can be used, counted from when its page was offered or last shown. */
const lifetimeMs = 30 * 60_000;
const maxHandles = 200;
/** How many events are kept for all answers together: as many as one answer can have. */
const maxEvents = 20_000;

const handleShape = /^p_[0-9a-f]{6}$/;

/**
 * The next pages that agents may ask for, each by a random handle. All pages are taken from the events that were read for the first
 * one, so that an event published in between moves no other one to another page. They are kept only in memory, and not forever.
 */
export class PageHandles<T extends PagedAnswer> {
  /** The pages by their handle, those used last at the end. */
  private readonly pages = new Map<string, NextPage<T> & { readonly usedMs: number }>();

  constructor(private readonly clock: Clock) {}

  /** The handle of a page. */
  add(page: NextPage<T>): string {
    const same = [...this.pages].find(
      ([, { answer, from }]) => answer === page.answer && from === page.from,
    )?.[0];
    const handle = same ?? this.unusedHandle();
    this.use(handle, page);
    this.forgetOldest(page.answer);
    return handle;
  }

  /** @returns the page, which can be asked for again, or a sentence that says why there is none */
  get(handle: string, connection: AgentConnection): NextPage<T> | string {
    if (!handleShape.test(handle)) {
      return 'This is not a page handle. Pass on the one after "Next page:" in an answer, such as p_7f3a1c, or leave page out to ask anew.';
    }
    const page = this.pages.get(handle);
    if (!page || this.clock.now() - page.usedMs > lifetimeMs) {
      this.pages.delete(handle);
      return "This page is no longer available: pages are kept for 30 minutes, and only the latest ones. Ask again without page.";
    }
    if (page.answer.connection !== connection) {
      return "This page was read from another connection than the active one, or before that was changed. Ask again without page.";
    }
    this.use(handle, page);
    return page;
  }

  private use(handle: string, { answer, from }: NextPage<T>): void {
    this.pages.delete(handle);
    this.pages.set(handle, { answer, from, usedMs: this.clock.now() });
  }

  private unusedHandle(): string {
    for (;;) {
      const handle = `p_${randomBytes(3).toString("hex")}`;
      if (!this.pages.has(handle)) {
        return handle;
      }
    }
  }

  /** Forgets pages until the others are within the limits; never those of the latest answer, so that its next page exists. */
  private forgetOldest(latest: T): void {
    let eventCount = this.eventCount();
    for (const [handle, { answer, usedMs }] of this.pages) {
      const isTooMany = this.pages.size > maxHandles || (eventCount > maxEvents && answer !== latest);
      if (isTooMany || this.clock.now() - usedMs > lifetimeMs) {
        this.pages.delete(handle);
        eventCount = this.eventCount();
      } else if (eventCount <= maxEvents) {
        break;
      }
    }
  }

  private eventCount(): number {
    const answers = new Set([...this.pages.values()].map(({ answer }) => answer));
    return [...answers].reduce((sum, { size }) => sum + size, 0);
  }
}
