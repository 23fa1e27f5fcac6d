import * as l10n from "@vscode/l10n";
import { ApiError, malformedError } from "../service/errors";
import type { Item, RequestOptions, ServiceClient } from "../service/types";
import type { CompanyEvent } from "../shared/companyEvent";

/** What is known of an event before it is read. */
export interface KnownEvent {
  /** The service has sent it before, by exactly this ID. */
  readonly isKnown?: boolean;
  /** The service lists it at present. */
  readonly isListed?: boolean;
}

export interface ReadEvent {
  readonly item: Item<CompanyEvent>;
  /** The response has no ID. */
  readonly withoutId: boolean;
}

/**
 * Reads single events by ID (docs/service.md, Event by ID), and remembers which services offer that: not every one does, and the
 * status of a response alone does not always tell.
 */
export class EventReader {
  private readonly offers = new WeakMap<ServiceClient, boolean>();

  /** Whether a service offers events by ID; undefined if that is not known. */
  isOffered(client: ServiceClient): boolean | undefined {
    return this.offers.get(client);
  }

  /**
   * @param id the event's `id` or `event_id`.
   * @throws {ApiError} also if the service responds with another event.
   */
  async read(
    client: ServiceClient,
    id: string,
    { isKnown = false, isListed = false }: KnownEvent = {},
    options?: RequestOptions,
  ): Promise<ReadEvent> {
    try {
      const { item, idMatch } = await client.readEvent(id, options);
      this.offers.set(client, true);
      // An event that is known by its `id` must not be replaced by one that has the same text as its `event_id`.
      if (idMatch === "other" || (isKnown && idMatch === "same" && item.value.id !== id)) {
        throw otherEventError(id, item.value.id);
      }
      return { item, withoutId: idMatch === "missing" };
    } catch (error) {
      throw error instanceof ApiError ? this.explain(error, client, isKnown, isListed) : error;
    }
  }

  /** A sentence that says as much as is known of a 404. */
  private explain(error: ApiError, client: ServiceClient, isKnown: boolean, isListed: boolean): ApiError {
    const { failure } = error;
    if (failure.kind !== "notOffered") {
      return error;
    }
    const { status } = failure;
    if (status !== 404 && status !== 410) {
      this.offers.set(client, false);
      return error;
    }
    if (this.offers.get(client)) {
      return new ApiError(
        { kind: "notFound", status, missing: "event" },
        isKnown
          ? l10n.t("The service no longer has this event ({0}).", status)
          : l10n.t("The service has no event with this ID ({0}).", status),
      );
    }
    if (isListed) {
      this.offers.set(client, false);
    }
    return isKnown
      ? new ApiError(
          failure,
          l10n.t("The service no longer has this event, or doesn't offer events by ID ({0}).", status),
        )
      : error;
  }
}

function otherEventError(requested: string, received: string): ApiError {
  return malformedError(
    l10n.t('The service responded with another event ("{0}") than "{1}".', received, requested),
  );
}
