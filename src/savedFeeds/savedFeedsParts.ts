/** What followed feeds need, loaded together. */
export { Toasts } from "./alerts";
export { FeedChecks } from "./checks";
export { MarksFile } from "./marksFile";
export { SavedFeeds } from "./savedFeeds";
