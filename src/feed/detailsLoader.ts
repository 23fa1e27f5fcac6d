import * as l10n from "@vscode/l10n";
import { ApiError, dependsOnKey, malformedError, toApiError } from "../service/errors";
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
import { isTitleOnly, repeatsTitleOnly } from "./store/eventStore";

/** How long an event must stay selected before it is read: moving through the list requests nothing. */
const settleMs = 300;

/**
 * The event whose details are shown. It stays known when it leaves the list, and is read by its ID (docs/service.md, Event by ID)
 * when the list has only its title, or when it is not in the list at all.
 */
export class DetailsLoader extends Disposable {
  private readonly changed = this.register(new Emitter<void>());
  private readonly settling = this.register(new MutableDisposable<IDisposable>());
  private current: EventRef | undefined;
  private known: Item<CompanyEvent> | undefined;
  /** What is known is, or was, in the list. */
  private wasListed = false;
  private state: EventRead | undefined;
  private failure: ApiError | undefined;
  private request: AbortController | undefined;
  /** Whether the service offers events by ID; undefined if that is not known: the status of a response alone does not always tell. */
  private isOffered: boolean | undefined;
  private readonly attempted = new Set<string>();
  private session: FeedSession | undefined;

  readonly onDidChange: Event<void> = this.changed.event;

  /** @param isBlocked whether every request fails until the user acts. */
  constructor(
    private readonly sessions: Sessions,
    private readonly clock: Clock,
    private readonly isBlocked: () => boolean,
  ) {
    super();
    this.register(sessions.onDidChange(() => this.update()));
    this.register({ dispose: () => this.request?.abort() });
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
      this.cancel();
      this.current = event;
      if (this.known?.value.id !== event?.id) {
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
  async read(id: string): Promise<void> {
    if (this.current?.id === id && this.state?.kind !== "reading") {
      await this.start(id);
    }
  }

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
    this.current = this.known = this.isOffered = undefined;
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
    const listed = this.listedItem(current.id);
    const known = this.item(current.id);
    if (listed && known && !isTitleOnly(known) && repeatsTitleOnly(listed, () => known)) {
      // It was read before the list was loaded once more.
      shown?.replaceEvent(known);
    } else if (listed) {
      this.known = listed;
    }
    this.wasListed = listed !== undefined || (known !== undefined && this.wasListed);
    if (!this.needsRead(current)) {
      this.settling.value = undefined;
    } else {
      this.settling.value ??= this.clock.after(settleMs, () => {
        this.settling.value = undefined;
        void this.start(current.id, true);
      });
    }
  }

  /** Whether the details lack what the service may have, and nobody has asked for it yet. */
  private needsRead({ id }: EventRef): boolean {
    const { shown, next } = this.sessions;
    if (this.state || this.attempted.has(id) || this.isBlocked() || this.isOffered === false) {
      return false;
    }
    const item = this.listedItem(id) ?? this.item(id);
    return item ? isTitleOnly(item) : shown !== undefined && !next && !shown.isBehindExtent;
  }

  private async start(id: string, isAutomatic = false): Promise<void> {
    this.cancel();
    const { signal } = (this.request = new AbortController());
    this.attempted.add(id);
    this.setState({ id, kind: "reading" });
    const isListed = this.listedItem(id) !== undefined;
    const isKnown = isListed || this.item(id) !== undefined;
    try {
      const { item, idMatch } = await this.sessions.client.readEvent(id, { signal });
      if (signal.aborted) {
        return;
      }
      this.isOffered = true;
      // An event that is known by its `id` must not be replaced by one that has the same text as its `event_id`.
      if (idMatch === "other" || (isKnown && idMatch === "same" && item.value.id !== id)) {
        throw otherEventError(id, item.value.id);
      }
      this.known = item;
      this.wasListed ||= this.listedItem(item.value.id) !== undefined;
      this.sessions.shown?.replaceEvent(item);
      this.attempted.add(item.value.id);
      const withoutId = idMatch === "missing";
      this.setState({ id, kind: "done", event: eventRef(item.value), ...(withoutId && { withoutId }) });
    } catch (error) {
      if (!signal.aborted) {
        const reason = this.explain(toApiError(error), isKnown, isListed);
        // What is not in the list has a note that says so: nobody asked for more.
        const isExpected = isAutomatic && !isListed && isAbsence(reason);
        this.fail(id, reason, isExpected);
        if (!(error instanceof ApiError)) {
          throw error;
        }
      }
    }
  }

  /** A sentence that says as much as is known of a 404. */
  private explain(error: ApiError, isKnown: boolean, isListed: boolean): ApiError {
    const { failure } = error;
    if (failure.kind !== "notOffered") {
      return error;
    }
    const { status } = failure;
    const isMissing = status === 404 || status === 410;
    if (isMissing && this.isOffered) {
      return new ApiError(
        { kind: "notFound", status, missing: "event" },
        isKnown
          ? l10n.t("The service no longer has this event ({0}).", status)
          : l10n.t("The service has no event with this ID ({0}).", status),
      );
    }
    if (!isMissing || isListed) {
      this.isOffered = false;
    }
    return isMissing && isKnown
      ? new ApiError(
          failure,
          l10n.t("The service no longer has this event, or doesn't offer events by ID ({0}).", status),
        )
      : error;
  }

  private fail(id: string, error: unknown, isExpected: boolean): void {
    this.failure = error instanceof ApiError ? error : undefined;
    if (this.failure && dependsOnKey(this.failure)) {
      this.attempted.delete(id);
    }
    const message = error instanceof Error ? error.message : String(error);
    const canRetry = !isAbsence(error) && this.failure?.kind !== "invalidName";
    this.setState(isExpected ? undefined : { id, kind: "failed", message, canRetry });
  }

  private setState(state: EventRead | undefined): void {
    this.state = state;
    this.changed.fire();
  }

  private cancel(): void {
    this.request?.abort();
    this.settling.value = undefined;
    this.failure = undefined;
    if (this.state) {
      this.setState(undefined);
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
    if (!shown.covers(publishedMs) && (publishedMs !== undefined || wasListed)) {
      return "notLoaded";
    }
    return wasListed ? "gone" : "unlisted";
  }
}

function isAbsence(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === "notOffered" || error.kind === "notFound");
}

function otherEventError(requested: string, received: string): ApiError {
  return malformedError(
    l10n.t('The service responded with another event ("{0}") than "{1}".', received, requested),
  );
}
