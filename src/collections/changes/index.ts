/** The dialogs of commands that change something, loaded together on first use. */
export { createCollection } from "./createDialog";
export { deleteCollectionOrDocuments } from "./deletionDialog";
export { changeEnvironment } from "./environmentDialog";
export { deleteDocuments } from "./documentDialog";
