/** The operations of the service (`docs/service.md`). */
export type OperationName = keyof typeof routes;

const name = "([^/]+)";
const subscriptions = "/v2/datasets/companydata/webhooks/subscriptions";

/** Method and path of each operation; the groups are percent-encoded. */
const routes = {
  listCollections: ["GET", "/v2/collections"],
  createCollection: ["PUT", `/v2/collections/${name}`],
  deleteCollection: ["DELETE", `/v2/collections/${name}`],
  changeEnvironment: ["PATCH", `/v2/collections/${name}/environment`],
  listDocuments: ["GET", `/v2/collections/${name}/documents`],
  deleteAllDocuments: ["DELETE", `/v2/collections/${name}/documents`],
  readDocument: ["GET", `/v2/collections/${name}/documents/${name}`],
  deleteDocument: ["DELETE", `/v2/collections/${name}/documents/${name}`],
  readFeed: ["GET", "/v2/datasets/companydata/feed"],
  readEvent: ["GET", `/v2/datasets/companydata/events/${name}`],
  readPublications: ["GET", "/v2/datasets/companydata/publications"],
  readArticle: ["GET", `/v2/datasets/companydata/articles/${name}`],
  listSubscriptions: ["GET", subscriptions],
  createSubscription: ["POST", subscriptions],
  subscribe: ["POST", "/v2/datasets/companydata/webhooks/subscribe"],
  readSubscription: ["GET", `${subscriptions}/${name}`],
  updateSubscription: ["PATCH", `${subscriptions}/${name}`],
  deleteSubscription: ["DELETE", `${subscriptions}/${name}`],
} as const;

const operationNames = Object.keys(routes) as readonly OperationName[];

/**
 * @param path as in the request line, without the query
 * @returns the decoded values in the path, the methods of the path, and the operation if this is one of them; undefined for a path
 *   that no operation has
 */
export function matchRoute(method: string, path: string) {
  const match = (each: OperationName) => new RegExp(`^${routes[each][1]}$`).exec(path);
  const operations = operationNames.filter(match);
  const [first] = operations;
  try {
    return (
      first && {
        values: match(first)?.slice(1).map(decodeURIComponent) ?? [],
        methods: operations.map((each) => routes[each][0]),
        operation: operations.find((each) => routes[each][0] === method),
      }
    );
  } catch {
    // A value is not encoded correctly.
    return undefined;
  }
}
