import * as l10n from "@vscode/l10n";

/** Where the server is, and the token to send. */
export interface McpEndpoint {
  readonly url: string;
  readonly bearer: string;
}

/** How an MCP client is told about the server. */
interface Configuration {
  /** The program, and what is copied for it. */
  readonly label: string;
  readonly description: string;
  readonly text: (endpoint: McpEndpoint) => string;
  /** Shown once it was copied; says where it belongs. Short: VS Code shows one line. */
  readonly copied: string;
}

const serverName = "company-feed";

/** The formats that the programs' documentation shows. */
export function configurations(): readonly Configuration[] {
  return [
    {
      label: "Visual Studio Code",
      description: l10n.t("And others that read {0}", "mcp.json"),
      text: (endpoint) => json("servers", endpoint),
      copied: l10n.t("Copied. Add it to {0}. Keep it private.", "mcp.json"),
    },
    {
      label: "Claude Code",
      description: l10n.t("Terminal command"),
      text: ({ url, bearer }) =>
        `claude mcp add --transport http --scope user --header "Authorization: Bearer ${bearer}" ${serverName} ${url}`,
      copied: l10n.t("Copied. Run it in a terminal. It contains a token: keep it private."),
    },
    {
      label: l10n.t("Other program"),
      description: "JSON",
      text: (endpoint) => json("mcpServers", endpoint),
      copied: l10n.t("Copied. It contains a token: keep it private."),
    },
  ];
}

function json(section: string, { url, bearer }: McpEndpoint): string {
  const server = { type: "http", url, headers: { Authorization: `Bearer ${bearer}` } };
  return `${JSON.stringify({ [section]: { [serverName]: server } }, undefined, 2)}\n`;
}
