/** The dialogs, loaded together on first use. */
export { connect, editConnection, removeConnection } from "./connectionDialogs";
export { pickConnection, pickConnectionToRead, switchConnection } from "./connectionPick";
export { clearKey, setKey } from "./keyDialogs";
