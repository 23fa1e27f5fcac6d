import { type ApiError, problemKindOf } from "../../service/errors";
import { type RemedyKind, remediesOf } from "../../shared/problemKind";
import type { PagedListState } from "../model/pagedList";
import type { DocumentsNode } from "./documentNodes";

/** What a list's status belongs to: the documents of a collection, or the collections themselves. */
type Owner = DocumentsNode | undefined;

/** Below the items of a list while there are more: loads them. */
export class LoadMoreNode {
  constructor(
    public state: PagedListState<unknown>,
    readonly parent: Owner,
  ) {}
}

/** Why loading failed: above the items when refreshing them did, else below them. */
export class ErrorNode {
  constructor(
    readonly error: ApiError,
    readonly parent: Owner,
  ) {}
}

/** Below an `ErrorNode`: what to do about it. */
export class RemedyNode {
  constructor(
    readonly remedy: RemedyKind,
    readonly parent: Owner,
  ) {}
}

export type StatusNode = LoadMoreNode | ErrorNode | RemedyNode;

/**
 * What follows from the state of loading a list. Remaining elements are the same objects as before, so that VS Code can refresh
 * them individually.
 * @param previous those of the previous state
 */
export function statusNodes(
  state: PagedListState<unknown>,
  previous: readonly StatusNode[],
  parent: Owner,
  isSample: boolean,
): readonly StatusNode[] {
  const [first] = previous;
  const { failure } = state;
  if (failure) {
    return first instanceof ErrorNode && first.error === failure
      ? previous
      : [
          new ErrorNode(failure, parent),
          ...remediesOf(problemKindOf(failure), isSample).map((remedy) => new RemedyNode(remedy, parent)),
        ];
  }
  if (state.items.length === 0 || !state.hasMore) {
    return [];
  }
  if (first instanceof LoadMoreNode) {
    first.state = state;
    return previous;
  }
  return [new LoadMoreNode(state, parent)];
}
