/** All that the commands ask with, loaded as one when the first of them does. */
export { pickArrangement } from "./arrangePick";
export { findCollection } from "./findCollection";
