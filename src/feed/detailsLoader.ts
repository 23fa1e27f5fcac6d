import { type ApiError, toApiError } from "../service/errors";
import type { Item } from "../service/types";
import type { CompanyEvent } from "../shared/companyEvent";
import { Emitter, type Event } from "../shared/emitter";
import type { EventDetails, EventRead, MissingEvent, MissingReason } from "../shared/feedState";
import { excludingFilters } from "../shared/filters";
import { eventRef, type EventRef } from "../shared/viewQueries";
import type { Clock } from "../util/clock";
import { Disposable, type IDisposable, MutableDisposable } from "../util/disposable";
import type { FeedSession } from "./session/feedSession";
import type { Sessions } from "./session/sessions";
import { isTitleOnly } from "./store/eventStore";

/** How long an event must stay selected before it is requested, so that moving through the list sends nothing. */
const settleMs = 300;

/**
 * Keeps the event whose details are shown, even after it has left the list. Reads it by its ID (docs/service.md, Event by ID) if
 * the list has only its title, or does not have it at all.
 */
export class DetailsLoader extends Disposable {
  private readonly changed = this.register(new Emitter<void>());
  /** The delay before a request, or the request itself. */
  private readonly pending = this.register(new MutableDisposable<IDisposable>());
  private current: EventRef | undefined;
  private known: Item<CompanyEvent> | undefined;
  /** `known` is in the list, or was. */
  private wasListed = false;
  eventRead: EventRead | undefined;
  /** The current event was requested by its ID since this session is shown, successfully or not. */
  private wasRequested = false;
  private session: FeedSession | undefined;
  /** False once the service has turned out not to offer events by ID: then they are read only when the user asks. */
  private isOffered = true;

  readonly onDidChange: Event<void> = this.changed.event;

  /** @param isBlocked returns true while every request fails until the user acts */
  constructor(
    private readonly sessions: Sessions,
    private readonly clock: Clock,
    private readonly isBlocked: () => boolean,
  ) {
    super();
    this.register(sessions.onDidChange(() => this.update()));
  }

  /** The event whose details are shown, if this is its ID and it is known. */
  item(id: string): Item<CompanyEvent> | undefined {
    return this.known?.value.id === id ? this.known : undefined;
  }

  get(event: EventRef): EventDetails | MissingEvent {
    const listed = this.listedItem(event.id);
    const item = this.item(event.id) ?? listed;
    if (!item) {
      return { kind: "unknown", missing: this.missingReason(event.publishedMs) };
    }
    return {
      kind: "known",
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
      // It is known if it was opened by its other ID.
      this.wasRequested = this.known !== undefined;
      this.wasListed &&= this.wasRequested;
    }
    this.update();
  }

  /** Shows an event that the user asked for by its ID, and reads it at once if it is not in the list. */
  open(event: EventRef): void {
    this.show(event);
    if (!this.listedItem(event.id)) {
      void this.read(event.id);
    }
  }

  /** Reads an event by its ID now, if its details are shown. */
  async read(id: string): Promise<void> {
    if (this.current?.id === id && this.eventRead?.kind !== "reading") {
      await this.start(id);
    }
  }

  /** Call when requests may succeed again. */
  async retryFailed(): Promise<void> {
    if (this.eventRead?.kind === "failed") {
      await this.read(this.eventRead.id);
    } else {
      this.update();
    }
  }

  /** Forgets everything, as the feed reads from another service now. */
  reset(): void {
    this.show(undefined);
    this.isOffered = true;
  }

  private get showsPublications(): boolean {
    return this.sessions.shown?.query.source !== undefined;
  }

  private listedItem(id: string): Item<CompanyEvent> | undefined {
    return this.sessions.shown?.store.get(id);
  }

  /** Call when the list has changed, or another event is shown. */
  private update(): void {
    const { current } = this;
    if (this.session !== this.sessions.shown) {
      this.session = this.sessions.shown;
      this.wasRequested = false;
      if (this.eventRead?.kind === "failed") {
        this.setState(undefined);
      }
    }
    const listed = current && this.listedItem(current.id);
    if (listed) {
      // The list does not have the text of an article that was read.
      this.known = this.showsPublications && this.eventRead?.kind === "done" ? this.known : listed;
      this.wasListed = true;
    }
    if (current && this.needsRead(current.id)) {
      this.pending.value ??= this.clock.after(settleMs, () => void this.start(current.id, true));
    } else if (this.eventRead?.kind !== "reading") {
      this.pending.value = undefined;
    }
  }

  /** Whether the service may have more of the event than is known, and was not asked for it yet. */
  private needsRead(id: string): boolean {
    const { shown, next } = this.sessions;
    if (this.eventRead || this.wasRequested || this.isBlocked() || !this.isOffered) {
      return false;
    }
    const item = this.item(id);
    // The text of a publication is in its article alone.
    return item
      ? isTitleOnly(item) || this.showsPublications
      : shown !== undefined && !next && !shown.isBehindExtent;
  }

  private async start(id: string, isAutomatic = false): Promise<void> {
    const request = new AbortController();
    this.setState({ id, kind: "reading" }, { dispose: () => request.abort() });
    this.wasRequested = true;
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
      if (!source) {
        this.sessions.shown?.replaceEvent(this.known);
      }
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
    // A listed event exists, so the operation must be what is missing. But one publication may lack an article that others have.
    const isCertain = isListed && !this.showsPublications;
    if (failure.kind === "notOffered" && (isCertain || failure.status !== 404)) {
      this.isOffered = false;
    }
    // The user did not ask for this read, and the details say anyway that the event is not in the list.
    const isExpected = isAutomatic && isAbsent && (!isListed || failure.kind === "noPath");
    const canRetry = !isAbsent && failure.kind !== "invalidName";
    this.setState(isExpected ? undefined : { id, kind: "failed", message, canRetry });
  }

  /** Also ends the delay or request that was pending. */
  private setState(state: EventRead | undefined, pending?: IDisposable): void {
    this.pending.value = pending;
    if (state !== this.eventRead) {
      this.eventRead = state;
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
