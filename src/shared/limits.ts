/** Limits that several folders apply. Those of the service are in docs/service.md, Limits. */

/** Types that a query may filter by. */
export const maxTypes = 50;
/** Characters of a type or sector that a query filters by. */
export const maxFilterLength = 200;
/** Days of a relative window, as the setting `feed.windowDays` allows. */
export const maxWindowDays = 3650;
/** Characters of a search. */
export const maxSearchLength = 1000;
/** Characters of a connection's name. */
export const maxConnectionNameLength = 100;
/** Characters of an event's ID in links and restored panels. */
export const maxEventIdLength = 1000;
/** Events that can be selected at once. */
export const maxSelectedEvents = 10_000;
/** Rows in one reply to the page. */
export const maxRowsPerRequest = 1000;
