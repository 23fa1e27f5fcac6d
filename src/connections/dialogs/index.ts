/** All that the commands ask with, loaded as one when the first of them does. */
export { connect, editConnection as edit } from "./connect";
export { pickConnection, switchConnection } from "./connectionPick";
export { clearKey, setKey } from "./keyDialogs";
export { removeConnection as remove } from "./removeConnection";
