import type * as vscode from "vscode";
import type { CommandRegistrar } from "../commands";
import type { Connections } from "../connections/connections";
import type { JsonDocuments } from "../jsonDocuments/jsonDocuments";
import type { Clock } from "../util/clock";
import type { DisposableStore } from "../util/disposable";
import { type Log, logRejection } from "../util/log";
import { registerChangeCommands } from "./changes/changeCommands";
import { updateCollectionJson } from "./tree/collectionJson";
import { registerCollectionCommands } from "./tree/collectionCommands";
import { CollectionsView } from "./tree/collectionsView";
import { ItemPicker } from "./tree/itemPicker";

export interface CollectionsDependencies {
  readonly clock: Clock;
  readonly log: Log;
  readonly globalState: vscode.Memento;
  readonly connections: Connections;
  readonly jsonDocuments: JsonDocuments;
  readonly pageSize: () => number;
}

/** Registers the view "Collections" and its commands. @param resources owns everything that is created */
export function registerCollections(
  registrar: CommandRegistrar,
  { clock, log, globalState, connections, jsonDocuments, pageSize }: CollectionsDependencies,
  resources: DisposableStore,
): CollectionsView {
  const view = resources.add(new CollectionsView(connections, globalState, pageSize, clock, log));
  resources.add(
    view.onDidChangeItems(({ connection, list }) => {
      logRejection(updateCollectionJson(jsonDocuments, connection, list.state.items), log);
    }),
  );
  const picker = new ItemPicker(view, { clock, log });
  registerCollectionCommands(registrar, view, jsonDocuments, picker);
  registerChangeCommands(registrar, connections, view, picker);
  return view;
}
