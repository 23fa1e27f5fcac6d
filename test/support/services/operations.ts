import type { SampleRequest } from "../../../src/sample/http";
import { type OperationName, operations } from "../../../src/sample/operations";

/** The operations that a service may lack (`docs/service.md`): it offers collections and the feed only. */
export const optionalOperations = [
  "createCollection",
  "deleteCollection",
  "changeEnvironment",
  "listDocuments",
  "readDocument",
  "deleteDocument",
  "deleteAllDocuments",
  "readEvent",
  "readPublications",
  "readArticle",
  "listSubscriptions",
  "createSubscription",
  "subscribe",
  "readSubscription",
  "updateSubscription",
  "deleteSubscription",
] as const satisfies readonly OperationName[];

/** Those that change something. */
export const changingOperations = [
  "createCollection",
  "deleteCollection",
  "changeEnvironment",
  "deleteDocument",
  "deleteAllDocuments",
  "createSubscription",
  "subscribe",
  "updateSubscription",
  "deleteSubscription",
] as const satisfies readonly OperationName[];

/** Which operation a request is for, also one of `ScriptedService`. */
export function operationOf(request: Pick<SampleRequest, "method" | "target">): OperationName | undefined {
  const [path = ""] = request.target.split("?");
  const names = Object.keys(operations) as OperationName[];
  return names.find((name) => operations[name].method === request.method && operations[name].path.test(path));
}
