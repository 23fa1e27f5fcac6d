/**
 * What a failure means for the user; decides its icon and remedy. `offline`: the service cannot be reached or not be trusted;
 * `unavailable`: it answered that it is busy or down; `key`: another API key is needed; `connection`: the connection's
 * settings do not fit the service; `removed`: the connection no longer exists; `service`: anything else.
 */
export type ProblemKind = "offline" | "unavailable" | "key" | "connection" | "removed" | "service";
