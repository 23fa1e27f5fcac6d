import { environments } from "./data/collections";
import type { CursorCodec } from "./cursor";
import { readEvent, readFeedSlice } from "./feedPage";
import { HttpError, type SampleRequest } from "./http";
import { keyEnvironment, type OrganizationChanges } from "./organizationChanges";
import { expectParameters, pageQuery, sampleFeedQuery } from "./query";
import { changeEnvironmentBody, createCollectionBody, expectNoBody } from "./requestBody";
import type { OperationName } from "./routes";
import type { SampleCollection, SampleSource } from "./sampleSource";

/** A request, and what it is about. */
export interface OperationContext {
  readonly request: SampleRequest;
  readonly parameters: URLSearchParams;
  /** Those of the request's organization, before all changes. */
  readonly collections: readonly SampleCollection[];
  readonly changes: OrganizationChanges;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

export interface OperationResult {
  readonly status: number;
  readonly body: unknown;
}

/** @param values the variable segments of the path */
type Operation = (context: OperationContext, ...values: string[]) => OperationResult;

/** The largest pages. */
const maxCollections = 100;
const maxDocuments = 500;

export function operationsOf(
  source: SampleSource,
  cursors: CursorCodec,
): Readonly<Record<OperationName, Operation>> {
  return {
    ...collectionOperations,
    ...documentOperations,

    /** `docs/service.md`, Event feed: response */
    readFeed({ request, parameters, now }) {
      expectNoBody(request);
      const query = sampleFeedQuery(parameters, cursors);
      const { events, next } = readFeedSlice(source, query, now);
      return ok({
        events:
          query.fields === "full"
            ? events
            : events.map(({ id, title, published_at }) => ({ id, title, published_at })),
        has_more: next !== undefined,
        next_cursor: next ? cursors.encode({ position: next, since: query.since }) : null,
        page_size: query.pageSize,
      });
    },

    /** `docs/service.md`, Event by ID */
    readEvent(context, id = "") {
      expectOnlyPath(context);
      return ok(readEvent(source, id, context.now) ?? notFound(`No event has the ID "${id}".`));
    },
  };
}

/** `docs/service.md`, Collections and Changes */
const collectionOperations = {
  listCollections({ request, parameters, collections, changes }) {
    expectNoBody(request);
    const { limit, offset } = pageQuery(parameters, maxCollections);
    const all = changes.collections(collections);
    return ok({ collections: all.slice(offset, offset + limit), total_count: all.length, limit, offset });
  },

  createCollection({ request, parameters, collections, changes, now }, name = "") {
    expectParameters(parameters, []);
    const { description } = createCollectionBody(request);
    expectName(name);
    const existing = changes.find(collections, name);
    const { collection_id } = existing ?? changes.create(name, description, now);
    return {
      status: existing ? 200 : 201,
      body: {
        collection_name: name,
        collection_id,
        status: existing ? "exists" : "created",
        message: existing
          ? `The collection "${name}" exists already.`
          : `The collection "${name}" was created in ${keyEnvironment}.`,
      },
    };
  },

  deleteCollection(context, name = "") {
    expectOnlyPath(context);
    context.changes.remove(collectionNamed(context, name));
    return ok({ success: true, message: `The collection "${name}" was deleted.` });
  },

  changeEnvironment(context, name = "") {
    const { request, parameters, collections, changes } = context;
    expectParameters(parameters, []);
    const labels = [...environments.map(([label]) => label), ...collections.map((one) => one["environment"])];
    const { environment } = changeEnvironmentBody(
      request,
      new Set(labels.filter((label) => label !== undefined)),
    );
    const collection = collectionNamed(context, name);
    const previous = collection["environment"];
    if (previous === environment) {
      throw new HttpError(400, { detail: `The collection "${name}" is already in ${environment}.` });
    }
    if (changes.isTaken(collection, environment)) {
      throw new HttpError(409, {
        status: "error",
        message: `A collection named "${name}" already exists in ${environment}.`,
      });
    }
    const files = changes.documentCount(collection);
    changes.move(collection, environment);
    return ok({
      success: true,
      message: `The collection "${name}" was moved to ${environment}. This API key does not see it there.`,
      collection_name: name,
      previous_environment: previous ?? null,
      new_environment: environment,
      files_moved: files,
    });
  },
} as const satisfies Partial<Record<OperationName, Operation>>;

/** `docs/service.md`, Documents and Changes */
const documentOperations = {
  listDocuments(context, name = "") {
    expectNoBody(context.request);
    const { limit, offset } = pageQuery(context.parameters, maxDocuments);
    const collection = collectionNamed(context, name);
    return ok({
      documents: context.changes.documents(collection, offset, limit),
      total_count: context.changes.documentCount(collection),
      limit,
      offset,
      collection_name: name,
    });
  },

  readDocument(context, name = "", id = "") {
    expectOnlyPath(context);
    const document = context.changes.document(collectionNamed(context, name), id);
    return ok(document ?? notFound(`The collection "${name}" has no document with the ID "${id}".`));
  },

  deleteDocument(context, name = "", id = "") {
    expectOnlyPath(context);
    if (!context.changes.deleteDocument(collectionNamed(context, name), id)) {
      notFound(`The collection "${name}" has no document with the ID "${id}".`);
    }
    return ok({ success: true, message: "The document was deleted." });
  },

  deleteAllDocuments(context, name = "") {
    expectOnlyPath(context);
    const count = context.changes.deleteAllDocuments(collectionNamed(context, name));
    return ok({
      success: true,
      message: `All documents of "${name}" were deleted.`,
      documents_deleted: count,
    });
  },
} as const satisfies Partial<Record<OperationName, Operation>>;

function ok(body: unknown): OperationResult {
  return { status: 200, body };
}

/** Throws `HttpError` 422 for a request with parameters or a body. */
function expectOnlyPath({ request, parameters }: OperationContext): void {
  expectParameters(parameters, []);
  expectNoBody(request);
}

function collectionNamed({ collections, changes }: OperationContext, name: string): SampleCollection {
  return changes.find(collections, name) ?? notFound(`No collection is named "${name}".`);
}

/** In a shape of its own, since a path that does not exist gets `{"detail":"Not Found"}`. */
function notFound(message: string): never {
  throw new HttpError(404, { status: "error", message });
}

/** Throws `HttpError` 422 for a name that no collection may have. */
function expectName(name: string): void {
  const problem =
    name.length > 255
      ? "String should have at most 255 characters"
      : /[\p{Cc}\p{Cs}/\\]/u.test(name) || name.trim() !== name || /^\.+$/.test(name)
        ? "A name has no slashes or control characters, no spaces at its ends, and is not only dots"
        : undefined;
  if (problem !== undefined) {
    throw new HttpError(422, {
      detail: [{ loc: ["path", "collection_name"], msg: problem, type: "value_error" }],
    });
  }
}
