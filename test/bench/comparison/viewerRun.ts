import { runInSeparateProcess } from "../separateProcess";
import type { ViewerName } from "./viewer";

export interface ViewerRunOptions {
  readonly viewer: ViewerName;
  readonly baseUrl: string;
  readonly events: number;
  /** Title of the newest event. */
  readonly title: string;
  /** A text that the newest event does not have, and the title of the newest one that has it. */
  readonly search: { readonly text: string; readonly title: string };
}

/** Times are in milliseconds. */
export interface ViewerCost {
  readonly firstRowMs: number;
  readonly loadedMs: number;
  readonly frameMs: number;
  readonly longestFrameMs: number;
  readonly settledMs: number;
  readonly searchMs: number;
  /** Undefined where the system does not tell. */
  readonly memoryMiB?: number;
  readonly nodesPerRow: number;
  readonly nodesInPage: number;
  readonly codeKB: number;
}

/** Opens a viewer once, in a separate process. */
export function viewerCost(options: ViewerRunOptions): Promise<ViewerCost> {
  return runInSeparateProcess("comparison/viewerRun", JSON.stringify(options));
}
