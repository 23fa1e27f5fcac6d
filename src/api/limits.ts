/** The most events that a page of the feed may have (`interface.md`, Limits). */
export const maxPageSize = 500;
