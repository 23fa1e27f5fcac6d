import { environments } from "./collections";
import { readEvent, readFeedSlice } from "./feedPage";
import { HttpError, invalid, notFound, type SampleRequest } from "./http";
import type { Organization } from "./organization";
import {
  bodyField,
  encodeCursor,
  expectNoBody,
  expectParameters,
  feedQuery,
  pageQuery,
  type SampleFeedQuery,
  windowParameters,
} from "./parameters";
import { articleOf, publicationsOf } from "./publications";
import type { OperationName } from "./routes";
import type { SampleCollection, SampleEvents, SampleSource } from "./sampleSource";

/** An authorized request. */
interface Call extends SampleRequest {
  readonly parameters: URLSearchParams;
  readonly organization: Organization;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

/** @param values the variable segments of the path */
type Operation = (call: Call, ...values: string[]) => readonly [status: number, body: unknown];

/** The largest pages. */
const maxCollections = 100;
const maxDocuments = 500;

/** The operations of `docs/service.md`. They throw `HttpError`. */
export function operationsOf(
  source: SampleSource,
  cursorSecret: Uint8Array,
): Readonly<Record<OperationName, Operation>> {
  const publications = publicationsOf(source);
  const readPage = (
    call: Call,
    list: "events" | "publications",
    from: SampleEvents,
    query: SampleFeedQuery,
  ): readonly [status: number, body: unknown] => {
    expectNoBody(call);
    const { events, next } = readFeedSlice(from, query, call.now);
    const page = {
      [list]:
        query.fields === "full"
          ? events
          : events.map(({ id, title, published_at }) => ({ id, title, published_at })),
      has_more: next !== undefined,
      next_cursor: next ? encodeCursor(next, query.since, cursorSecret) : null,
      page_size: query.pageSize,
    };
    return [200, page];
  };
  return {
    ...collectionOperations,
    ...documentOperations,
    ...subscriptionOperations,

    readFeed: (call) => readPage(call, "events", source, feedQuery(call.parameters, cursorSecret)),

    readPublications(call) {
      const query = feedQuery(call.parameters, cursorSecret, windowParameters);
      return readPage(call, "publications", publications, query);
    },

    readArticle(call, id = "") {
      expectOnlyPath(call);
      const publication = readEvent(publications, id, call.now);
      if (!publication) {
        throw notFound(`No article has the ID "${id}".`);
      }
      return [200, { article: articleOf(publication) }];
    },

    readEvent(call, id = "") {
      expectOnlyPath(call);
      const event = readEvent(source, id, call.now);
      if (!event) {
        throw notFound(`No event has the ID "${id}".`);
      }
      return [200, event];
    },
  };
}

const collectionOperations = {
  listCollections(call) {
    expectNoBody(call);
    const { limit, offset } = pageQuery(call.parameters, maxCollections);
    const all = call.organization.collections;
    return [200, { collections: all.slice(offset, offset + limit), total_count: all.length, limit, offset }];
  },

  createCollection(call, name = "") {
    expectParameters(call.parameters, []);
    const description = call.body && bodyField(call, "description", 2_000);
    expectName(name);
    const existing = call.organization.find(name);
    const { collection_id } = existing ?? call.organization.create(name, description, call.now);
    const answer = { collection_name: name, collection_id, status: existing ? "exists" : "created" };
    return [existing ? 200 : 201, answer];
  },

  deleteCollection(call, name = "") {
    expectOnlyPath(call);
    call.organization.remove(collectionNamed(call, name));
    return [200, { success: true }];
  },

  changeEnvironment(call, name = "") {
    expectParameters(call.parameters, []);
    const environment = bodyField(call, "new_environment", 100);
    if (environment === undefined || !environments.includes(environment)) {
      const message = `Input should be one of ${environments.join(", ")}`;
      throw invalid(["body", "new_environment"], message, "enum");
    }
    const collection = collectionNamed(call, name);
    const files = call.organization.documentCount(collection);
    const previous = collection["environment"];
    if (previous === environment) {
      throw new HttpError(400, { detail: `The collection "${name}" is already in ${environment}.` });
    }
    // A key sees one environment, so the collection is in no list of this service any longer.
    call.organization.remove(collection);
    const answer = {
      success: true,
      collection_name: name,
      previous_environment: previous ?? null,
      new_environment: environment,
      files_moved: files,
    };
    return [200, answer];
  },
} as const satisfies Partial<Record<OperationName, Operation>>;

const documentOperations = {
  listDocuments(call, name = "") {
    expectNoBody(call);
    const { limit, offset } = pageQuery(call.parameters, maxDocuments);
    const collection = collectionNamed(call, name);
    const documents = call.organization.documents(collection, offset, limit);
    const total_count = call.organization.documentCount(collection);
    return [200, { documents, total_count, limit, offset, collection_name: name }];
  },

  readDocument(call, name = "", id = "") {
    expectOnlyPath(call);
    const document = call.organization.document(collectionNamed(call, name), id);
    if (!document) {
      throw noDocument(name, id);
    }
    return [200, document];
  },

  deleteDocument(call, name = "", id = "") {
    expectOnlyPath(call);
    if (!call.organization.deleteDocument(collectionNamed(call, name), id)) {
      throw noDocument(name, id);
    }
    return [200, { success: true }];
  },

  deleteAllDocuments(call, name = "") {
    expectOnlyPath(call);
    const documents_deleted = call.organization.deleteAllDocuments(collectionNamed(call, name));
    return [200, { success: true, documents_deleted }];
  },
} as const satisfies Partial<Record<OperationName, Operation>>;

const subscriptionOperations = {
  listSubscriptions(call) {
    expectOnlyPath(call);
    return [200, { subscriptions: call.organization.subscriptions.all }];
  },

  createSubscription: subscribe,
  subscribe,

  readSubscription(call, id = "") {
    expectOnlyPath(call);
    return [200, call.organization.subscriptions.find(id)];
  },

  updateSubscription(call, id = "") {
    expectParameters(call.parameters, []);
    return [200, call.organization.subscriptions.update(id, call)];
  },

  deleteSubscription(call, id = "") {
    expectOnlyPath(call);
    call.organization.subscriptions.remove(id);
    return [200, { success: true }];
  },
} as const satisfies Partial<Record<OperationName, Operation>>;

function subscribe(call: Call): readonly [status: number, body: unknown] {
  expectParameters(call.parameters, []);
  return [201, call.organization.subscriptions.create(call, call.now)];
}

/** Throws for a request with parameters or a body. */
function expectOnlyPath(call: Call): void {
  expectParameters(call.parameters, []);
  expectNoBody(call);
}

function collectionNamed({ organization }: Call, name: string): SampleCollection {
  const collection = organization.find(name);
  if (!collection) {
    throw notFound(`No collection is named "${name}".`);
  }
  return collection;
}

function noDocument(name: string, id: string): HttpError {
  return notFound(`The collection "${name}" has no document with the ID "${id}".`);
}

/** Throws for a name that no collection may have. */
function expectName(name: string): void {
  if (name.length > 255 || /[\p{Cc}\p{Cs}/\\]/u.test(name) || name.trim() !== name || /^\.+$/.test(name)) {
    const rule =
      "A name has at most 255 characters, no slashes or control characters, no spaces at its ends, and is not only dots";
    throw invalid(["path", "collection_name"], rule, "value_error");
  }
}
