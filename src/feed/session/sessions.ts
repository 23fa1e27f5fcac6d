import { type ApiError, problemKindOf, toApiError } from "../../service/errors";
import type { ServiceClient } from "../../service/client";
import { Emitter, type Event } from "../../shared/emitter";
import { type FeedQuery, sameWindow } from "../../shared/feedQuery";
import type { Problem } from "../../shared/feedState";
import { Disposable, MutableDisposable } from "../../util/disposable";
import type { FeedView } from "../view/feedView";
import { FeedSession, type SessionOptions } from "./feedSession";
import type { OperationFailure } from "./operations";

type SessionLoader = (session: FeedSession) => Promise<void>;

/** The shown session, and the one to replace it. The old one stays until that has something to show, or for good if it fails. */
export class Sessions extends Disposable {
  private readonly shownSession = this.register(new MutableDisposable<FeedSession>());
  private readonly nextSession = this.register(new MutableDisposable<FeedSession>());
  private readonly changed = this.register(new Emitter<void>());
  private opening = Promise.resolve();
  /** Why the session that was to be shown could not be loaded. */
  openingFailure: OperationFailure | undefined;

  readonly onDidChange: Event<void> = this.changed.event;

  /** @param onWillShow called before the previous session is disposed */
  constructor(
    public client: ServiceClient,
    private readonly view: FeedView,
    private readonly options: Pick<SessionOptions, "clock" | "budget"> & { readonly pageSize: () => number },
    private readonly onWillShow: (session: FeedSession) => void,
  ) {
    super();
  }

  get shown(): FeedSession | undefined {
    return this.shownSession.value;
  }

  /** The session that is shown, unless its client was replaced: then a new session will replace it. */
  get current(): FeedSession | undefined {
    return this.shown?.client === this.client ? this.shown : undefined;
  }

  /** The session that is loading, to be shown then. */
  get next(): FeedSession | undefined {
    return this.nextSession.value;
  }

  get latest(): FeedSession | undefined {
    return this.next ?? this.shown;
  }

  get failure(): OperationFailure | undefined {
    return this.openingFailure ?? this.shown?.operations.failure;
  }

  /** Resolves once no session is loading any more. */
  async settled(): Promise<void> {
    while (this.next) {
      await this.opening;
    }
  }

  open(
    query: FeedQuery,
    load: SessionLoader,
    options: Pick<SessionOptions, "startAt" | "extent"> = {},
  ): Promise<void> {
    const { clock, budget, pageSize } = this.options;
    const { client } = this;
    const common = { client, clock, budget, pageSize: pageSize() };
    const session = new FeedSession(query, { ...common, ...options }, this.shown?.store);
    this.discardNext();
    this.nextSession.value = session;
    session.onDidChange(() => this.changed.fire());
    this.opening = this.showOnceLoaded(session, load);
    return this.opening;
  }

  discardNext(): void {
    this.nextSession.value = this.openingFailure = undefined;
    if (this.shown && !this.view.isOn(this.shown.store)) {
      void this.view.show(this.shown.store);
    }
  }

  clear(): void {
    this.shownSession.value = undefined;
    this.view.clear();
  }

  private async showOnceLoaded(session: FeedSession, load: SessionLoader): Promise<void> {
    let failure: OperationFailure | undefined;
    try {
      await load(session);
      ({ failure } = session.operations);
      if (this.next === session && !failure) {
        const { shown } = this;
        // The zoomed span may lie outside another window.
        const isSameWindow = !shown || sameWindow(shown.query.window, session.query.window);
        await this.view.show(session.store, isSameWindow);
      }
    } catch (bug) {
      failure = session.operations.failure ?? { error: toApiError(bug), action: "first" };
      throw bug;
    } finally {
      if (this.next === session && failure) {
        this.openingFailure = failure;
        this.nextSession.value = undefined;
      }
      this.changed.fire();
    }
    if (this.next === session) {
      this.nextSession.release();
      this.onWillShow(session);
      this.shownSession.value = session;
      session.show();
      this.changed.fire();
      await session.loadExtent();
      this.changed.fire();
    }
  }
}

/** The problem to show: the one that affects most. @param blockingError why every request fails until the user acts */
export function problemOf(
  { shown, latest, failure }: Sessions,
  blockingError: ApiError | undefined,
  liveFailure: ApiError | undefined,
): Problem | undefined {
  const activity = latest?.operations.activity;
  if (blockingError) {
    return problem(blockingError, "everything");
  }
  if (activity?.waiting) {
    return problem(activity.waiting.error, activity.kind);
  }
  // A refresh loads everything again, and another query has nothing to do with what failed.
  const isRetried =
    activity?.kind === "first" || activity?.kind === "refresh" || activity?.kind === failure?.action;
  if (failure && !isRetried) {
    return problem(failure.error, failure.action);
  }
  // With nothing shown, checks only repeat the operation: their failure is its failure.
  return shown && liveFailure && problem(liveFailure, "live");
}

function problem(error: ApiError, action: Problem["action"]): Problem {
  const isFirstRequest = action === "first" || action === "refresh" || action === "everything";
  // If pages have been read from this address before, the connection's settings are not at fault.
  const kind = error.kind === "notFound" && !isFirstRequest ? "service" : problemKindOf(error);
  return { kind, message: error.message, action };
}
