import type { CommandRegistrar } from "../commands";
import { commands } from "../ids";
import type { CollectionsView } from "./collectionsView";

export function registerCollectionCommands(registrar: CommandRegistrar, view: CollectionsView): void {
  registrar.register(commands.refreshCollections, () => view.refresh());
  registrar.register(commands.loadMoreCollections, () => view.loadMore());
}
