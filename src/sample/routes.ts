/** The operations of the service (`docs/service.md`). */
export type OperationName = keyof typeof templates;

/** Method and path of each operation; `{…}` stands for one percent-encoded segment. */
const templates = {
  listCollections: ["GET", "/v2/collections"],
  createCollection: ["PUT", "/v2/collections/{name}"],
  deleteCollection: ["DELETE", "/v2/collections/{name}"],
  changeEnvironment: ["PATCH", "/v2/collections/{name}/environment"],
  listDocuments: ["GET", "/v2/collections/{name}/documents"],
  deleteAllDocuments: ["DELETE", "/v2/collections/{name}/documents"],
  readDocument: ["GET", "/v2/collections/{name}/documents/{id}"],
  deleteDocument: ["DELETE", "/v2/collections/{name}/documents/{id}"],
  readFeed: ["GET", "/v2/datasets/companydata/feed"],
  readEvent: ["GET", "/v2/datasets/companydata/events/{id}"],
} as const;

interface RouteMatch {
  /** Absent for a method that the path does not have. */
  readonly operation?: OperationName;
  /** Decoded, in the order of the path. */
  readonly values: readonly string[];
  /** The methods of the path. */
  readonly methods: readonly string[];
}

const routes = Object.entries(templates).map(([operation, [method, template]]) => ({
  // The keys of the object above.
  operation: operation as OperationName,
  method,
  segments: template.split("/"),
}));

export const operationNames: readonly OperationName[] = routes.map(({ operation }) => operation);

/** @param path as in the request line, without the query; undefined for a path that no operation has */
export function matchRoute(method: string, path: string): RouteMatch | undefined {
  const segments = path.split("/");
  const matching = routes.filter(
    (route) =>
      route.segments.length === segments.length &&
      route.segments.every((segment, n) =>
        segment.startsWith("{") ? decodedSegment(segments[n]) : segment === segments[n],
      ),
  );
  const [first] = matching;
  if (!first) {
    return undefined;
  }
  const operation = matching.find((route) => route.method === method)?.operation;
  return {
    ...(operation && { operation }),
    values: segments.flatMap((segment, n) =>
      first.segments[n]?.startsWith("{") ? (decodedSegment(segment) ?? []) : [],
    ),
    methods: matching.map((route) => route.method),
  };
}

/** Undefined for an empty segment or one that is not encoded correctly. */
function decodedSegment(segment = ""): string | undefined {
  try {
    return decodeURIComponent(segment) || undefined;
  } catch {
    return undefined;
  }
}
