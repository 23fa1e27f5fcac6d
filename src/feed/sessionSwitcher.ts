import { toApiError } from "../service/errors";
import type { ServiceClient } from "../service/types";
import type { FeedQuery } from "../shared/feedQuery";
import type { Clock } from "../util/clock";
import { Disposable, MutableDisposable } from "../util/disposable";
import { Emitter, type Event } from "../shared/event";
import { sameWindow } from "../shared/feedQuery";
import type { EventBudget } from "./session/eventBudget";
import { FeedSession, type SessionOptions } from "./session/feedSession";
import type { OperationFailure } from "./session/operationQueue";
import type { FeedView } from "./view/feedView";

export interface SessionDependencies {
  readonly clock: Clock;
  /** 1 to 500; read whenever a session starts. */
  readonly pageSize: () => number;
  readonly budget: EventBudget;
}

/** Loads what a session needs before it is shown. */
export type SessionLoader = (session: FeedSession) => Promise<void>;

/**
 * The session that is shown, and the one that will replace it. The old one stays until the new one has something to show,
 * or stays for good if that fails.
 */
export class SessionSwitcher extends Disposable {
  private readonly shownSession = this.register(new MutableDisposable<FeedSession>());
  private readonly nextSession = this.register(new MutableDisposable<FeedSession>());
  private readonly changed = this.register(new Emitter<void>());
  private readonly willShow = this.register(new Emitter<FeedSession>());
  private readonly didShow = this.register(new Emitter<FeedSession>());
  private lastOpened: { readonly load: SessionLoader; readonly options: SessionOptions } | undefined;
  private opening = Promise.resolve();
  /** A bug kept the next session from being shown. */
  private internalFailure: OperationFailure | undefined;

  /** A session changed or was replaced. */
  readonly onDidChange: Event<void> = this.changed.event;
  /** Fires before the previous session is disposed. */
  readonly onWillShow: Event<FeedSession> = this.willShow.event;
  readonly onDidShow: Event<FeedSession> = this.didShow.event;

  constructor(
    private currentClient: ServiceClient,
    private readonly view: FeedView,
    private readonly dependencies: SessionDependencies,
  ) {
    super();
  }

  get client(): ServiceClient {
    return this.currentClient;
  }

  get shown(): FeedSession | undefined {
    return this.shownSession.value;
  }

  /** The session that is loading, or failed to load. */
  get next(): FeedSession | undefined {
    return this.nextSession.value;
  }

  /** The session that is loading, unless it failed while another one is shown. */
  get latest(): FeedSession | undefined {
    return this.nextFailure && this.shown ? this.shown : (this.next ?? this.shown);
  }

  get isLoading(): boolean {
    return this.next !== undefined && !this.nextFailure;
  }

  /** Why the last operation ended early. */
  get failure(): OperationFailure | undefined {
    return this.nextFailure ?? this.shown?.failure;
  }

  /** Why the next session is not shown. */
  get nextFailure(): OperationFailure | undefined {
    return this.next && (this.internalFailure ?? this.next.failure);
  }

  /** Resolves once the session opened last is shown, has failed or was discarded. */
  get opened(): Promise<void> {
    return this.opening;
  }

  /** Opens a session, and shows it once it is loaded. */
  open(query: FeedQuery, load: SessionLoader, options: SessionOptions = {}): Promise<void> {
    const { clock, pageSize, budget } = this.dependencies;
    const environment = { client: this.client, clock, pageSize: pageSize(), budget };
    const session = new FeedSession(query, environment, { replaces: this.shown?.store, ...options });
    this.lastOpened = { load, options };
    this.discardNext();
    this.internalFailure = undefined;
    this.nextSession.value = session;
    session.onDidChange(() => this.changed.fire());
    this.opening = this.showOnceLoaded(session, load);
    return this.opening;
  }

  /** Opens a session the same way as the last one. */
  reopen(query: FeedQuery): Promise<void> {
    const { load, options } = this.lastOpened ?? { load: (session) => session.start(), options: {} };
    return this.open(query, load, options);
  }

  /** Keeps the session that is shown. */
  discardNext(): void {
    this.nextSession.value = undefined;
    if (this.shown && !this.view.isOn(this.shown.store)) {
      void this.view.show(this.shown.store);
    }
  }

  /** Dismisses a failure to load the next session. */
  clearFailure(): void {
    if (this.nextFailure) {
      this.nextSession.value = undefined;
    }
  }

  /** Switches to another service, and discards everything of the old one. */
  reset(client: ServiceClient): void {
    this.currentClient = client;
    this.shownSession.value = undefined;
    this.view.clear();
  }

  private async showOnceLoaded(session: FeedSession, load: SessionLoader): Promise<void> {
    const isNext = (): boolean => this.next === session && !session.failure;
    try {
      await load(session);
      if (isNext()) {
        // The zoomed span may lie outside another window.
        await this.view.show(
          session.store,
          !this.shown || sameWindow(this.shown.query.window, session.query.window),
        );
      }
    } catch (bug) {
      if (isNext()) {
        this.internalFailure = { error: toApiError(bug), action: "first" };
      }
      this.changed.fire();
      throw bug;
    }
    if (isNext()) {
      this.nextSession.release();
      this.willShow.fire(session);
      this.shownSession.value = session;
      session.show();
      this.didShow.fire(session);
      this.changed.fire();
      await session.loadExtent();
    }
    this.changed.fire();
  }
}
