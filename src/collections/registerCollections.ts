import type * as vscode from "vscode";
import type { CommandRegistrar } from "../commands";
import type { Connections } from "../connections/connections";
import type { JsonDocuments } from "../jsonDocuments/jsonDocuments";
import type { Clock } from "../util/clock";
import type { DisposableStore } from "../util/disposable";
import { type Log, logRejection } from "../util/log";
import { registerChangeCommands } from "./changes/changeCommands";
import { updateCollectionDocuments } from "./tree/collectionDocuments";
import { registerCollectionCommands } from "./tree/collectionCommands";
import { CollectionsView } from "./tree/collectionsView";
import { ItemPicker } from "./tree/itemPicker";

export interface CollectionsEnvironment {
  readonly clock: Clock;
  readonly log: Log;
  readonly globalState: vscode.Memento;
  readonly connections: Connections;
  readonly documents: JsonDocuments;
  readonly pageSize: () => number;
}

/** Registers the view "Collections" and its commands. @param resources owns everything that is created */
export function registerCollections(
  registrar: CommandRegistrar,
  { clock, log, globalState, connections, documents, pageSize }: CollectionsEnvironment,
  resources: DisposableStore,
): CollectionsView {
  const view = resources.add(new CollectionsView(connections, globalState, pageSize, clock, log));
  resources.add(
    view.onDidChangeItems(({ connection, list }) => {
      logRejection(updateCollectionDocuments(documents, connection, list.state.items), log);
    }),
  );
  const picker = new ItemPicker(view, { clock, log });
  registerCollectionCommands(registrar, view, documents, picker);
  registerChangeCommands(registrar, connections, view, picker);
  return view;
}
