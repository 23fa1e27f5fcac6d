import { abortedError } from "../../api/errors";
import type { Collection, ServiceClient } from "../../api/types";
import { CollectionList, type CollectionListState } from "../../collections/model/collectionList";
import type { Clock } from "../../util/clock";
import type { CollectionsRead, MissingCollections } from "../tools/environment";
import { isYoungerThan, maxAgeMs } from "../tools/reading/age";

/** The service may send fewer: its bounds are not known (docs/service.md, Collections: request). */
const pageSize = 1000;

type CollectionsClient = Pick<ServiceClient, "listCollections">;

/** What the tree in the sidebar has loaded, and from which service. */
interface CollectionsInTree {
  readonly client: CollectionsClient;
  readonly state: CollectionListState;
  /** When it last changed, milliseconds since 1970 UTC. */
  readonly changedMs: number;
}

/** Reads all collections of a connection, unless that was done a moment ago, by the tree or for an agent. */
export class CollectionsReader {
  private readonly earlier = new WeakMap<object, CollectionsRead>();

  constructor(
    private readonly tree: () => CollectionsInTree | undefined,
    private readonly clock: Clock,
  ) {}

  /**
   * @param connection what was read is used again for the same object.
   * @param client the connection's, as the tree knows it.
   * @param sender sends the requests.
   * @throws {ApiError} if nothing could be read
   */
  async read(
    connection: object,
    client: CollectionsClient,
    signal: AbortSignal,
    sender = client,
  ): Promise<CollectionsRead> {
    const known = [this.loadedInTree(client), this.earlier.get(connection)].find(
      (read) => read && isYoungerThan(maxAgeMs, read.readAtMs, this.clock.now()),
    );
    if (known) {
      return known;
    }
    const list = new CollectionList(sender, () => pageSize);
    try {
      const readAtMs = this.clock.now();
      await list.loadAll(signal);
      await list.settled();
      if (signal.aborted) {
        throw abortedError();
      }
      const { state } = list;
      if (state.failure && state.items.length === 0) {
        throw state.failure;
      }
      const read = collectionsRead(state, readAtMs);
      if (read.incomplete === undefined) {
        this.earlier.set(connection, read);
      }
      return read;
    } finally {
      list.dispose();
    }
  }

  private loadedInTree(client: CollectionsClient): CollectionsRead | undefined {
    const tree = this.tree();
    if (tree?.client !== client || tree.state.busy || tree.state.hasMore !== "no") {
      return undefined;
    }
    const read = collectionsRead(tree.state, tree.changedMs);
    return read.incomplete === undefined ? read : undefined;
  }
}

function collectionsRead(state: CollectionListState, readAtMs: number): CollectionsRead {
  const { items, totalCount, malformed } = state;
  const collections: readonly Collection[] = items.map(({ value }) => value);
  const incomplete = missing(state);
  return {
    collections,
    ...(totalCount !== undefined && { total: totalCount }),
    readAtMs,
    malformed,
    ...(incomplete !== undefined && { incomplete }),
  };
}

function missing(state: CollectionListState): MissingCollections | undefined {
  if (state.failure) {
    return state.failure;
  }
  if (state.changed) {
    return "changed";
  }
  if (state.stalled) {
    return "repeated";
  }
  if (state.hasMore !== "no") {
    return "tooMany";
  }
  return state.countMismatch ? "miscounted" : undefined;
}
