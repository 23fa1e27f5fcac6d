import type { Connections } from "../../connections/connections";
import type { FeedPanels } from "../../panel/feedPanels";
import type { SavedFeedsView, ViewEnvironment } from "./savedFeedsView";

export interface DialogEnvironment extends ViewEnvironment {
  readonly view: SavedFeedsView;
  readonly connections: Connections;
  readonly panels: () => Promise<FeedPanels>;
  /** Called whenever a new feed was saved. */
  readonly onDidSave: () => void;
}

/** @returns what goes on when the dialog has ended, such as loading a feed */
export type Run = (
  environment: DialogEnvironment,
  ...args: readonly unknown[]
) => Promise<(() => Promise<void>) | undefined>;
