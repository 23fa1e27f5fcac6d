import * as vscode from "vscode";
import { mcpProviderId } from "../../../ids";
import type { Event } from "../../../shared/event";
import type { McpEndpoint } from "../../mcp/mcpService";

/** The part of VS Code 1.101 and later that is used; the types are those of 1.100. */
export interface McpServerDefinition {
  readonly label: string;
  uri: vscode.Uri;
  headers: Record<string, string>;
}

export interface McpServerDefinitionProvider {
  readonly onDidChangeMcpServerDefinitions: vscode.Event<void>;
  provideMcpServerDefinitions(): Promise<McpServerDefinition[]>;
  resolveMcpServerDefinition(server: McpServerDefinition): Promise<McpServerDefinition>;
}

export interface McpApi {
  readonly lm: {
    registerMcpServerDefinitionProvider(id: string, provider: McpServerDefinitionProvider): vscode.Disposable;
  };
  readonly McpHttpServerDefinition: new (
    label: string,
    uri: vscode.Uri,
    headers: Record<string, string>,
    version: string,
  ) => McpServerDefinition;
}

export interface McpProviderEnvironment {
  readonly version: string;
  /** Undefined while the server is off. Starts it otherwise. */
  readonly endpoint: () => Promise<McpEndpoint | undefined>;
  readonly onDidChange: Event<void>;
}

/** Tells VS Code about the server, where it asks for such servers: nothing has to be configured there. */
export function registerMcpProvider(environment: McpProviderEnvironment): vscode.Disposable {
  return hasMcpServers(vscode) ? registerWith(vscode, environment) : new vscode.Disposable(() => undefined);
}

/** @param api the part of VS Code's API that 1.100 lacks */
export function registerWith(
  api: McpApi,
  { version, endpoint, onDidChange }: McpProviderEnvironment,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const listener = onDidChange(() => changed.fire());
  const provider = api.lm.registerMcpServerDefinitionProvider(mcpProviderId, {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: async () => {
      const current = await endpoint();
      const uri = current && vscode.Uri.parse(current.windowUrl);
      return uri ? [new api.McpHttpServerDefinition("Company Feed", uri, {}, version)] : [];
    },
    // Only now: VS Code may write definitions to its storage, where the bearer must not be.
    resolveMcpServerDefinition: async (server) => {
      const current = await endpoint();
      if (current) {
        // The address may have been replaced since: the new bearer must not go to the old port, which another program may have by now.
        server.uri = vscode.Uri.parse(current.windowUrl);
      }
      server.headers = current ? { Authorization: `Bearer ${current.bearer}` } : {};
      return server;
    },
  });
  return vscode.Disposable.from(provider, changed, listener);
}

/** VS Code 1.100 has such names as a proposal that extensions may not use: calling it throws. */
function hasMcpServers(api: object): api is McpApi {
  const [major = 0, minor = 0] = vscode.version.split(".").map(Number);
  return (
    (major > 1 || minor > 100) &&
    "McpHttpServerDefinition" in api &&
    typeof api.McpHttpServerDefinition === "function" &&
    "lm" in api &&
    typeof api.lm === "object" &&
    api.lm !== null &&
    "registerMcpServerDefinitionProvider" in api.lm &&
    typeof api.lm.registerMcpServerDefinitionProvider === "function"
  );
}
