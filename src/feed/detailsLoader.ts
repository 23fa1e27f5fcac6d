import { type ApiError, toApiError } from "../service/errors";
import type { Item } from "../service/types";
import type { CompanyEvent } from "../shared/companyEvent";
import { Emitter, type Event } from "../shared/event";
import type { EventDetails, EventRead, MissingEvent, MissingReason } from "../shared/feedState";
import { excludingFilters } from "../shared/filters";
import { eventRef, type EventRef } from "../shared/viewQueries";
import type { Clock } from "../util/clock";
import { Disposable, type IDisposable, MutableDisposable } from "../util/disposable";
import type { FeedSession } from "./session/feedSession";
import type { Sessions } from "./session/sessions";
import { isTitleOnly } from "./store/eventStore";

/** How long an event must stay selected before it is read: moving through the list requests nothing. */
const settleMs = 300;

/**
 * The event whose details are shown. It stays known when it leaves the list, and is read by its ID (docs/service.md, Event by ID)
 * when the list has only its title, or when it is not in the list at all.
 */
export class DetailsLoader extends Disposable {
  private readonly changed = this.register(new Emitter<void>());
  /** The wait before a read, or its request. */
  private readonly pending = this.register(new MutableDisposable<IDisposable>());
  private current: EventRef | undefined;
  private known: Item<CompanyEvent> | undefined;
  /** What is known is, or was, in the list. */
  private wasListed = false;
  private state: EventRead | undefined;
  /** The current one was read by its ID, or failed to be, since this session is shown. */
  private isRead = false;
  private session: FeedSession | undefined;
  /** Whether events are read without being asked for: not if the service does not offer them by ID. */
  private isOffered = true;

  readonly onDidChange: Event<void> = this.changed.event;

  /** @param isBlocked whether every request fails until the user acts. */
  constructor(
    private readonly sessions: Sessions,
    private readonly clock: Clock,
    private readonly isBlocked: () => boolean,
  ) {
    super();
    this.register(sessions.onDidChange(() => this.update()));
  }

  get eventRead(): EventRead | undefined {
    return this.state;
  }

  /** The event whose details are shown, if it has this ID and is known. */
  item(id: string): Item<CompanyEvent> | undefined {
    return this.known?.value.id === id ? this.known : undefined;
  }

  get(event: EventRef): EventDetails | MissingEvent {
    const listed = this.listedItem(event.id);
    const item = listed ?? this.item(event.id);
    if (!item) {
      return { missing: this.missingReason(event.publishedMs) };
    }
    return {
      event: item.value,
      json: item.json,
      ...(!listed && { missing: this.missingReason(item.value.publishedMs, item) }),
      ...(isTitleOnly(item) && { titleOnly: true }),
    };
  }

  show(event: EventRef | undefined): void {
    if (event?.id !== this.current?.id) {
      this.setState(undefined);
      this.current = event;
      this.known = event && this.item(event.id);
      // It was found by its other ID.
      this.isRead = this.known !== undefined;
      this.wasListed &&= this.isRead;
    }
    this.update();
  }

  /** The same, without waiting for the list: the user asked for this event by its ID. */
  open(event: EventRef): void {
    this.show(event);
    if (!this.listedItem(event.id)) {
      void this.read(event.id);
    }
  }

  /** Reads the event whose details are shown, once more. */
  async read(id: string): Promise<void> {
    if (this.current?.id === id && this.state?.kind !== "reading") {
      await this.start(id);
    }
  }

  /** Requests may succeed again. */
  async retryFailed(): Promise<void> {
    if (this.state?.kind === "failed") {
      await this.read(this.state.id);
    } else {
      this.update();
    }
  }

  /** The service is another one: nothing of the old one stays. It is asked for an event only if the page shows it once more. */
  reset(): void {
    this.show(undefined);
    this.isOffered = true;
  }

  private listedItem(id: string): Item<CompanyEvent> | undefined {
    return this.sessions.shown?.store.get(id);
  }

  /** The list changed, or another event is shown. */
  private update(): void {
    const { current } = this;
    if (this.session !== this.sessions.shown) {
      this.session = this.sessions.shown;
      this.isRead = false;
      if (this.state?.kind === "failed") {
        this.setState(undefined);
      }
    }
    const listed = current && this.listedItem(current.id);
    if (listed) {
      this.known = listed;
      this.wasListed = true;
    }
    if (current && this.needsRead(current.id)) {
      this.pending.value ??= this.clock.after(settleMs, () => void this.start(current.id, true));
    } else if (this.state?.kind !== "reading") {
      this.pending.value = undefined;
    }
  }

  /** Whether the details lack what the service may have, and nobody has asked for it yet. */
  private needsRead(id: string): boolean {
    const { shown, next } = this.sessions;
    if (this.state || this.isRead || this.isBlocked() || !this.isOffered) {
      return false;
    }
    const item = this.item(id);
    // Only an article may have the text of a publication.
    return item
      ? isTitleOnly(item) || shown?.query.source !== undefined
      : shown !== undefined && !next && !shown.isBehindExtent;
  }

  private async start(id: string, isAutomatic = false): Promise<void> {
    const request = new AbortController();
    this.setState({ id, kind: "reading" }, { dispose: () => request.abort() });
    this.isRead = true;
    try {
      const { source } = this.sessions.shown?.query ?? {};
      const read = await this.sessions.client.readEvent(id, source, { signal: request.signal });
      if (request.signal.aborted) {
        return;
      }
      // An article without a date keeps that of its publication.
      const { publishedMs } = this.item(id)?.value ?? {};
      const value = { ...(publishedMs !== undefined && { publishedMs }), ...read.value };
      this.known = { ...read, value };
      this.sessions.shown?.replaceEvent(this.known);
      this.setState({ id, kind: "done", event: eventRef(value) });
    } catch (thrown) {
      const error = toApiError(thrown);
      if (!request.signal.aborted) {
        this.fail(id, error, isAutomatic);
      }
      if (error !== thrown) {
        throw thrown;
      }
    }
  }

  private fail(id: string, error: ApiError, isAutomatic: boolean): void {
    const { failure, message } = error;
    const isListed = this.listedItem(id) !== undefined;
    const isAbsent = error.isOneOf("notOffered", "noPath");
    // One publication may have no article while others do.
    const isCertain = isListed && this.sessions.shown?.query.source === undefined;
    if (failure.kind === "notOffered" && (isCertain || failure.status !== 404)) {
      this.isOffered = false;
    }
    // What is not in the list has a note that says so: nobody asked for more.
    const isExpected = isAutomatic && isAbsent && (!isListed || failure.kind === "noPath");
    const canRetry = !isAbsent && failure.kind !== "invalidName";
    this.setState(isExpected ? undefined : { id, kind: "failed", message, canRetry });
  }

  /** Whatever was pending ends. */
  private setState(state: EventRead | undefined, pending?: IDisposable): void {
    this.pending.value = pending;
    if (state !== this.state) {
      this.state = state;
      this.changed.fire();
    }
  }

  private missingReason(publishedMs: number | undefined, item?: Item<CompanyEvent>): MissingReason {
    const { shown } = this.sessions;
    if (!shown) {
      return "notLoaded";
    }
    const { sinceMs, untilMs = Infinity } = shown.coverage.window;
    if (publishedMs !== undefined && (publishedMs < sinceMs || publishedMs >= untilMs)) {
      return "outsideTimeRange";
    }
    if (item && !isTitleOnly(item) && excludingFilters(shown.query, item.value).length > 0) {
      return "filteredOut";
    }
    const wasListed = item === undefined || this.wasListed;
    const { coverage } = shown;
    const isLoaded =
      publishedMs === undefined ? coverage.unloaded.length === 0 : coverage.contains(publishedMs);
    if (!isLoaded && (publishedMs !== undefined || wasListed)) {
      return "notLoaded";
    }
    return wasListed ? "gone" : "unlisted";
  }
}
