import type { McpEndpoint } from "./mcpService";

/** How a program that is an MCP client is told about the server. */
export interface ClientConfiguration {
  /** Of the program; undefined for those that are not listed. */
  readonly name?: string;
  /** File that the text belongs into; undefined for a command of the terminal. */
  readonly file?: string;
  /** Package of the npm registry, with its version, that the configuration runs and gives the token to. */
  readonly runs?: string;
  readonly text: (endpoint: Pick<McpEndpoint, "url" | "bearer">) => string;
}

const serverName = "company-feed";

/**
 * Others publish it, and it gets the token: one version that was tried with the server, never whatever is the newest. docs/agents.md
 * names it, too.
 */
export const mcpRemote = "mcp-remote@0.15.1";

/** Formats of the programs' own documentation. Where a file has servers already, the entry belongs beside them. */
export const clientConfigurations: readonly (ClientConfiguration & { readonly name: string })[] = [
  {
    name: "Claude Code",
    text: ({ url, bearer }) =>
      `claude mcp add --transport http --scope user --header "Authorization: Bearer ${bearer}" ${serverName} ${url}`,
  },
  {
    name: "Claude Desktop",
    file: "claude_desktop_config.json",
    runs: mcpRemote,
    // It starts programs only, and splits arguments at spaces: hence the variable.
    text: ({ url, bearer }) =>
      json("mcpServers", {
        command: "npx",
        args: [
          "-y",
          mcpRemote,
          url,
          "--transport",
          "http-only",
          "--header",
          "Authorization:${AUTHORIZATION}",
        ],
        env: { AUTHORIZATION: `Bearer ${bearer}` },
      }),
  },
  {
    name: "Codex",
    file: "~/.codex/config.toml",
    text: ({ url, bearer }) =>
      `[mcp_servers.${serverName}]\nurl = "${url}"\nhttp_headers = { "Authorization" = "Bearer ${bearer}" }\n`,
  },
  {
    name: "Cursor",
    file: "~/.cursor/mcp.json",
    text: ({ url, bearer }) => json("mcpServers", { url, headers: headers(bearer) }),
  },
  {
    name: "Gemini CLI",
    file: "~/.gemini/settings.json",
    text: ({ url, bearer }) => json("mcpServers", { httpUrl: url, headers: headers(bearer) }),
  },
  {
    name: "Visual Studio Code",
    file: "mcp.json",
    text: ({ url, bearer }) => json("servers", { type: "http", url, headers: headers(bearer) }),
  },
  {
    name: "Windsurf",
    file: "~/.codeium/windsurf/mcp_config.json",
    text: ({ url, bearer }) => json("mcpServers", { serverUrl: url, headers: headers(bearer) }),
  },
  {
    name: "Zed",
    file: "settings.json",
    text: ({ url, bearer }) => json("context_servers", { url, headers: headers(bearer) }),
  },
];

/** For programs that are not listed: the form that most of them know. */
export const otherConfiguration: ClientConfiguration = {
  text: ({ url, bearer }) => json("mcpServers", { type: "http", url, headers: headers(bearer) }),
};

function headers(bearer: string): Readonly<Record<string, string>> {
  return { Authorization: `Bearer ${bearer}` };
}

function json(section: string, server: unknown): string {
  return `${JSON.stringify({ [section]: { [serverName]: server } }, undefined, 2)}\n`;
}
