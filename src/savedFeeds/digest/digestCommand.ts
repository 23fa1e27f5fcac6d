import * as vscode from "vscode";
import { type CommandRegistrar, withoutResource } from "../../commands";
import type { ConnectionClient } from "../../connections/connectionClient";
import { commands, editors } from "../../ids";
import type { JsonDocuments } from "../../jsonDocuments/jsonDocuments";
import type { FeedPanels } from "../../panel/feedPanels";
import type { Clock } from "../../util/clock";
import { type Log, logRejection } from "../../util/log";
import type { SavedFeeds } from "../savedFeeds";

export interface DigestEnvironment {
  readonly clock: Clock;
  readonly log: Log;
  readonly globalState: vscode.Memento;
  readonly documents: JsonDocuments;
  readonly connections: {
    readonly active: ConnectionClient | undefined;
    clientFor(name: string): ConnectionClient | undefined;
  };
  readonly panels: () => Promise<FeedPanels>;
  readonly savedFeeds: () => Promise<SavedFeeds>;
  readonly overlapMs: () => number;
  /** Of a digest before which there was none. */
  readonly defaultDays: () => number;
}

/** Registers Open Digest… and the links in digests. The rest is loaded with its first use. */
export function registerDigest(
  registrar: CommandRegistrar,
  environment: DigestEnvironment,
): vscode.Disposable {
  registrar.registerCommand(
    commands.openDigest,
    async (argument) => {
      const { DigestFlow } = await import("./digestFlow");
      return new DigestFlow(environment).run(withoutResource(argument));
    },
    // A task must not continue without a digest.
    { shouldRethrow: (argument) => withoutResource(argument) !== undefined },
  );
  return vscode.window.registerCustomEditorProvider(editors.digestLink, {
    openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
    resolveCustomEditor: ({ uri }, panel) => {
      // VS Code shows the editor once this returns; the feed takes its place.
      const opened = openLink(uri, environment).finally(() => {
        panel.dispose();
      });
      logRejection(opened, environment.log);
    },
  });
}

async function openLink(uri: vscode.Uri, environment: DigestEnvironment): Promise<void> {
  const { openDigestLink } = await import("./openDigestLink");
  await openDigestLink(uri, environment);
}
