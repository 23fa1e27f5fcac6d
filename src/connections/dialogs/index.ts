/** The dialogs, loaded together on first use. */
export { connect, editConnection, removeConnection } from "./connectionDialogs";
export { pickConnection, switchConnection } from "./connectionPick";
export { clearKey, setKey } from "./keyDialogs";
