import * as vscode from "vscode";
import { type CommandRegistrar, withoutResource } from "../../commands";
import { commands, editors } from "../../ids";
import { logRejection } from "../../util/log";
import type { DigestEnvironment } from "./digestEnvironment";

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
