/** Names of the tools in `contributes.languageModelTools` and in MCP. In a file of their own, because activation needs no more. */
export const toolNames = [
  "companyfeed_search_events",
  "companyfeed_summarize_events",
  "companyfeed_get_event",
  "companyfeed_list_collections",
  "companyfeed_open_feed",
] as const;

export type ToolName = (typeof toolNames)[number];
