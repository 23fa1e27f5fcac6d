/** What another program needs to reach the server. */
export interface McpEndpoint {
  readonly url: string;
  readonly bearer: string;
}

/** How a program that is an MCP client is told about the server. */
export interface Configuration {
  /** Of the program; undefined for the form that most others know. */
  readonly name?: string;
  /** File that the text belongs into; undefined for a command of the terminal, and where it differs. */
  readonly file?: string;
  readonly text: (endpoint: McpEndpoint) => string;
}

const serverName = "company-feed";

/** Formats of the programs' own documentation. Where a file has servers already, the entry belongs beside them. */
export const configurations: readonly Configuration[] = [
  {
    name: "Visual Studio Code",
    file: "mcp.json",
    text: (endpoint) => json("servers", endpoint),
  },
  {
    name: "Claude Code",
    text: ({ url, bearer }) =>
      `claude mcp add --transport http --scope user --header "Authorization: Bearer ${bearer}" ${serverName} ${url}`,
  },
  {
    text: (endpoint) => json("mcpServers", endpoint),
  },
];

function json(section: string, { url, bearer }: McpEndpoint): string {
  const server = { type: "http", url, headers: { Authorization: `Bearer ${bearer}` } };
  return `${JSON.stringify({ [section]: { [serverName]: server } }, undefined, 2)}\n`;
}
