/** All that the commands ask with, loaded as one when the first of them does. */
export { connect, edit } from "./connectFlow";
export { pickConnection, switchConnection } from "./connectionPick";
export { clearKey, setKey } from "./keyDialogs";
export { remove } from "./removeConnection";
