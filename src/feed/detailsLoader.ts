import { ApiError, dependsOnKey } from "../service/errors";
import type { Item } from "../service/types";
import type { CompanyEvent } from "../shared/companyEvent";
import { Emitter, type Event } from "../shared/event";
import type { EventDetails, EventRead, MissingEvent, MissingReason } from "../shared/feedState";
import { excludingFilters } from "../shared/queryAround";
import { eventRef, type EventRef } from "../shared/viewQueries";
import type { Clock } from "../util/clock";
import { Disposable, type IDisposable, MutableDisposable } from "../util/disposable";
import type { EventReader } from "./eventReader";
import type { FeedSession } from "./session/feedSession";
import type { SessionSwitcher } from "./sessionSwitcher";
import { isTitleOnly, repeatsTitleOnly } from "./titleOnly";

/** How long an event must stay selected before it is read: moving through the list requests nothing. */
const settleMs = 300;

/** Maximum number of events that are remembered not to be read again by themselves. */
const maxAttempted = 1000;

interface KnownItem {
  readonly item: Item<CompanyEvent>;
  /** It is, or was, in the list. */
  readonly wasListed: boolean;
}

/**
 * The event whose details are shown. It stays known when it leaves the list, and is read by its ID when the list has only its title,
 * or when it is not in the list at all.
 */
export class DetailsLoader extends Disposable {
  private readonly changed = this.register(new Emitter<void>());
  private readonly settling = this.register(new MutableDisposable<IDisposable>());
  private current: EventRef | undefined;
  private known: KnownItem | undefined;
  private state: EventRead | undefined;
  private failure: ApiError | undefined;
  private request: AbortController | undefined;
  /** IDs of events that were read since `session` was shown. */
  private readonly attempted = new Set<string>();
  private session: FeedSession | undefined;

  /** `read` changed. */
  readonly onDidChange: Event<void> = this.changed.event;

  constructor(
    private readonly sessions: Pick<SessionSwitcher, "client" | "shown" | "next" | "onDidChange">,
    private readonly reader: EventReader,
    private readonly clock: Clock,
    /** Whether every request fails until the user acts. */
    private readonly isBlocked: () => boolean,
  ) {
    super();
    this.register(sessions.onDidChange(() => this.update()));
    this.register({ dispose: () => this.request?.abort() });
  }

  /** The read of the event whose details are shown, in progress or its result. */
  get eventRead(): EventRead | undefined {
    return this.state;
  }

  /** The event whose details are shown, if it has this ID and is known. */
  item(id: string): Item<CompanyEvent> | undefined {
    return this.known?.item.value.id === id ? this.known.item : undefined;
  }

  get(event: EventRef): EventDetails | MissingEvent {
    const { shown } = this.sessions;
    const listed = shown?.store.get(event.id);
    const item = listed ?? this.item(event.id);
    if (!item) {
      return { missing: this.missingReason(shown, event.publishedMs) };
    }
    return {
      event: item.value,
      json: item.json,
      ...(!listed && { missing: this.missingReason(shown, item.value.publishedMs, item) }),
      ...(isTitleOnly(item) && { titleOnly: true }),
    };
  }

  /** @param event whose details are shown from now on */
  show(event: EventRef | undefined): void {
    if (event?.id !== this.current?.id) {
      this.cancel();
      this.current = event;
      if (this.known?.item.value.id !== event?.id) {
        this.known = undefined;
      }
    }
    this.update();
  }

  /** The same, without waiting for the list: the user asked for this event by its ID. */
  open(event: EventRef): void {
    this.show(event);
    if (!this.listedItem(event.id) && this.state?.kind !== "reading") {
      void this.start(event.id);
    }
  }

  /** Reads the event whose details are shown once more. */
  read(id: string): Promise<void> {
    const isCurrent = this.current?.id === id && this.state?.kind !== "reading";
    return isCurrent ? this.start(id) : Promise.resolve();
  }

  /** The key was replaced, or a permission granted. */
  async retryWithKey(): Promise<void> {
    if (this.current && this.failure && dependsOnKey(this.failure)) {
      await this.read(this.current.id);
    } else {
      this.update();
    }
  }

  /** The service is another one: nothing of the old one stays. It is asked for an event only if the page shows it once more. */
  reset(): void {
    this.cancel();
    this.current = this.known = undefined;
  }

  private listedItem(id: string): Item<CompanyEvent> | undefined {
    return this.sessions.shown?.store.get(id);
  }

  /** The list changed, or another event is shown. */
  private update(): void {
    const { current } = this;
    const { shown } = this.sessions;
    if (shown !== this.session) {
      this.session = shown;
      this.attempted.clear();
    }
    if (!current) {
      return;
    }
    if (shown) {
      this.follow(shown, current.id);
    }
    if (!this.needsRead(current)) {
      this.settling.value = undefined;
    } else {
      this.settling.value ??= this.clock.after(settleMs, () => {
        this.settling.value = undefined;
        void this.start(current.id, true);
      });
    }
  }

  /** If the list has the event, perhaps it is with its title only although it was read before. */
  private follow(shown: FeedSession, id: string): void {
    const listed = shown.store.get(id);
    const known = this.item(id);
    if (!listed) {
      return;
    }
    if (known && !isTitleOnly(known) && repeatsTitleOnly(listed, () => known)) {
      this.known = { item: known, wasListed: true };
      shown.replaceEvent(known);
    } else {
      this.known = { item: listed, wasListed: true };
    }
  }

  /** Whether the details lack what the service may have, and nobody has asked for it yet. */
  private needsRead({ id }: EventRef): boolean {
    const { shown, next, client } = this.sessions;
    if (this.state || this.attempted.has(id) || this.isBlocked() || this.reader.isOffered(client) === false) {
      return false;
    }
    const item = this.listedItem(id) ?? this.item(id);
    return item ? isTitleOnly(item) : shown !== undefined && !next && !shown.isBehindExtent;
  }

  private async start(id: string, isAutomatic = false): Promise<void> {
    this.cancel();
    const { client } = this.sessions;
    const { signal } = (this.request = new AbortController());
    this.rememberAttempt(id);
    this.setState({ id, kind: "reading" });
    const isListed = this.listedItem(id) !== undefined;
    try {
      const known = { isListed, isKnown: this.item(id) !== undefined };
      const { item, withoutId } = await this.reader.read(client, id, known, { signal });
      if (!signal.aborted) {
        this.finish(id, item, withoutId);
      }
    } catch (error) {
      // What is not in the list has a note that says so: nobody asked for more.
      const isExpected = isAutomatic && !isListed && isAbsence(error);
      if (!signal.aborted && isExpected) {
        this.setState(undefined);
      } else if (!signal.aborted) {
        this.fail(id, error);
      }
    }
  }

  private finish(id: string, item: Item<CompanyEvent>, withoutId: boolean): void {
    const listed = this.listedItem(item.value.id) !== undefined;
    this.known = { item, wasListed: listed || (this.known?.wasListed ?? false) };
    this.sessions.shown?.replaceEvent(item);
    this.rememberAttempt(item.value.id);
    this.setState({ id, kind: "done", event: eventRef(item.value), ...(withoutId && { withoutId: true }) });
  }

  private fail(id: string, error: unknown): void {
    this.failure = error instanceof ApiError ? error : undefined;
    if (this.failure && dependsOnKey(this.failure)) {
      this.attempted.delete(id);
    }
    this.setState({
      id,
      kind: "failed",
      message: error instanceof Error ? error.message : String(error),
      canRetry: !isAbsence(error) && this.failure?.kind !== "invalidName",
    });
  }

  private setState(state: EventRead | undefined): void {
    this.state = state;
    this.changed.fire();
  }

  /** Also forgets the result. */
  private cancel(): void {
    this.request?.abort();
    this.settling.value = undefined;
    this.failure = undefined;
    if (this.state) {
      this.setState(undefined);
    }
  }

  private rememberAttempt(id: string): void {
    this.attempted.add(id);
    const [oldest] = this.attempted;
    if (this.attempted.size > maxAttempted && oldest !== undefined) {
      this.attempted.delete(oldest);
    }
  }

  private missingReason(
    shown: FeedSession | undefined,
    publishedMs: number | undefined,
    item?: Item<CompanyEvent>,
  ): MissingReason {
    if (!shown) {
      return "notLoaded";
    }
    const { sinceMs, untilMs = Infinity } = shown.window;
    if (publishedMs !== undefined && (publishedMs < sinceMs || publishedMs >= untilMs)) {
      return "outsideTimeRange";
    }
    if (item && !isTitleOnly(item) && excludingFilters(shown.query, item.value).length > 0) {
      return "filteredOut";
    }
    const wasListed = item === undefined || this.known?.wasListed === true;
    if (!shown.covers(publishedMs) && (publishedMs !== undefined || wasListed)) {
      return "notLoaded";
    }
    return wasListed ? "gone" : "unlisted";
  }
}

/** Whether there is no such event, or no such operation. */
function isAbsence(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === "notOffered" || error.kind === "notFound");
}
