/** Names of the tools in `contributes.languageModelTools` and in MCP. This is the only file of the tools that activation needs. */
export const toolNames = [
  "companyfeed_search_events",
  "companyfeed_summarize_events",
  "companyfeed_get_event",
  "companyfeed_list_collections",
  "companyfeed_open_feed",
] as const;

export type ToolName = (typeof toolNames)[number];
