import { type CommandRegistrar, setContext } from "../commands";
import type { Connections } from "../connections/connections";
import { contexts } from "../ids";
import type { DisposableStore } from "../util/disposable";
import { lazyAsync } from "../util/lazy";
import { registerFeedCommands, registerFeedUriAndSerializer } from "./feedCommands";
import type { PanelEnvironment } from "./feedPanel";
import type { FeedPanels } from "./feedPanels";

export interface FeedPanelsEnvironment extends Omit<PanelEnvironment, "budget" | "eventReader"> {
  readonly connections: Connections;
  /** Of events over all panels. */
  readonly maxEvents: () => number;
}

export interface RegisteredFeedPanels {
  /** Loads the code of the panels on first use. */
  readonly load: () => Promise<FeedPanels>;
}

/** Registers the feed's commands and links, and restores panels. @param resources owns everything that is created */
export function registerFeedPanels(
  registrar: CommandRegistrar,
  environment: FeedPanelsEnvironment,
  resources: DisposableStore,
): RegisteredFeedPanels {
  const { connections } = environment;
  let loaded: FeedPanels | undefined;
  const showOpenFeedCommands = (): void => {
    const isOpen = loaded !== undefined && loaded.all.length > 0;
    setContext(contexts.feedOpen, isOpen);
  };
  // The context may still be what an extension host that has ended left behind.
  showOpenFeedCommands();
  const load = lazyAsync(async () => {
    const { EventBudget, EventReader, FeedPanels } = await import("./feedPanels");
    const budget = new EventBudget(environment.maxEvents);
    loaded = resources.add(
      new FeedPanels({ ...environment, budget, eventReader: new EventReader() }, connections),
    );
    resources.add(loaded.onDidChange(showOpenFeedCommands));
    return loaded;
  });
  registerFeedCommands(registrar, connections, load);
  resources.add(registerFeedUriAndSerializer(connections, load));
  return { load };
}
