import * as v from "valibot";
import { environments } from "./collections";
import { feedQuery, readEvent, readPage, windowQuery } from "./feedPage";
import { found, HttpError } from "./http";
import { type Call, Created, operation, wholeNumber } from "./operation";
import { articleOf, publicationsOf, type SampleCollection } from "./sampleSource";
import { changedSubscription, newSubscription, type NewSubscription } from "./subscriptions";

const collection = "/v2/collections/{name}";
const dataset = "/v2/datasets/companydata";
const subscriptions = `${dataset}/webhooks/subscriptions`;

const success = { success: true };
const description = v.exactOptional(v.pipe(v.string(), v.maxLength(2_000)));
const environment = v.picklist(environments, `Input should be one of ${environments.join(", ")}`);

/** @param maxLimit larger limits are reduced to this one */
function pageQuery(maxLimit: number) {
  const limit = v.pipe(
    wholeNumber(1, 1e9),
    v.transform((asked) => Math.min(asked, maxLimit)),
  );
  return v.strictObject({ limit: v.optional(limit, "100"), offset: v.optional(wholeNumber(0, 1e9), "0") });
}

/** The operations of `docs/service.md`. */
export const operations = {
  listCollections: operation("GET", "/v2/collections", { query: pageQuery(100) }, (call) => {
    const { limit, offset } = call.query;
    const all = call.organization.collections;
    return { collections: all.slice(offset, offset + limit), total_count: all.length, limit, offset };
  }),

  createCollection: operation(
    "PUT",
    collection,
    { body: v.optional(v.strictObject({ description })) },
    ({ name, body, organization, now }) => {
      const existing = organization.find(name);
      const { collection_id } = existing ?? organization.create(name, body, now);
      const answer = { collection_name: name, collection_id, status: existing ? "exists" : "created" };
      return existing ? answer : new Created(answer);
    },
  ),

  deleteCollection: operation("DELETE", collection, {}, (call) => {
    call.organization.remove(collectionOf(call));
    return success;
  }),

  changeEnvironment: operation(
    "PATCH",
    `${collection}/environment`,
    { body: v.strictObject({ new_environment: environment }) },
    (call) => {
      const { name, organization } = call;
      const { new_environment } = call.body;
      const one = collectionOf(call);
      const previous = one["environment"];
      if (previous === new_environment) {
        throw new HttpError(400, { detail: `The collection "${name}" is already in ${new_environment}.` });
      }
      // Moving removes the collection from the list, as for keys bound to one environment.
      organization.remove(one);
      return {
        success: true,
        collection_name: name,
        previous_environment: previous ?? null,
        new_environment,
        files_moved: organization.documentCount(one),
      };
    },
  ),

  listDocuments: operation("GET", `${collection}/documents`, { query: pageQuery(500) }, (call) => {
    const { organization, name } = call;
    const { limit, offset } = call.query;
    const one = collectionOf(call);
    const documents = organization.documents(one, offset, limit);
    const total_count = organization.documentCount(one);
    return { documents, total_count, limit, offset, collection_name: name };
  }),

  deleteAllDocuments: operation("DELETE", `${collection}/documents`, {}, (call) => ({
    success: true,
    documents_deleted: call.organization.deleteAllDocuments(collectionOf(call)),
  })),

  readDocument: operation("GET", `${collection}/documents/{id}`, {}, (call) =>
    call.organization.document(collectionOf(call), call.id),
  ),

  deleteDocument: operation("DELETE", `${collection}/documents/{id}`, {}, (call) => {
    call.organization.deleteDocument(collectionOf(call), call.id);
    return success;
  }),

  readFeed: operation("GET", `${dataset}/feed`, { query: feedQuery }, (call) =>
    readPage("events", call.source, call.query, call),
  ),

  readEvent: operation("GET", `${dataset}/events/{id}`, {}, ({ source, id, now }) =>
    found(readEvent(source, id, now), `No event has the ID "${id}".`),
  ),

  readPublications: operation("GET", `${dataset}/publications`, { query: windowQuery }, (call) =>
    readPage("publications", publicationsOf(call.source), { ...call.query, types: [] }, call),
  ),

  readArticle: operation("GET", `${dataset}/articles/{id}`, {}, ({ source, id, now }) => {
    const publication = readEvent(publicationsOf(source), id, now);
    return { article: articleOf(found(publication, `No article has the ID "${id}".`)) };
  }),

  listSubscriptions: operation("GET", subscriptions, {}, ({ organization }) => ({
    subscriptions: organization.subscriptions.all,
  })),

  createSubscription: operation("POST", subscriptions, { body: newSubscription }, subscribe),

  subscribe: operation("POST", `${dataset}/webhooks/subscribe`, { body: newSubscription }, subscribe),

  readSubscription: operation("GET", `${subscriptions}/{id}`, {}, ({ organization, id }) =>
    organization.subscriptions.find(id),
  ),

  updateSubscription: operation(
    "PATCH",
    `${subscriptions}/{id}`,
    { body: changedSubscription },
    ({ organization, id, body }) => organization.subscriptions.update(id, body),
  ),

  deleteSubscription: operation("DELETE", `${subscriptions}/{id}`, {}, ({ organization, id }) => {
    organization.subscriptions.remove(id);
    return success;
  }),
};

export type OperationName = keyof typeof operations;

function collectionOf({ organization, name }: Call): SampleCollection {
  return found(organization.find(name), `No collection is named "${name}".`);
}

function subscribe({ organization, body, now }: Call & { readonly body: NewSubscription }): Created {
  return new Created(organization.subscriptions.create(body, now));
}
