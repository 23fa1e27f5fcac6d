import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { commands } from "../../ids";
import { showWarning } from "../../window";
import type { DigestEnvironment } from "./digestEnvironment";
import { feedKeyOf, parseDigestLink } from "./digestLink";

/** Opens a link of a digest: the saved feed on the connection that it is followed on, at the event. */
export async function openDigestLink(
  uri: vscode.Uri,
  { savedFeeds, panels, connections }: Pick<DigestEnvironment, "savedFeeds" | "panels" | "connections">,
): Promise<void> {
  const { feedKey, eventId } = parseDigestLink(uri.path) ?? {};
  const status = (await savedFeeds()).feeds.find(({ id }) => feedKeyOf(id) === feedKey);
  if (status) {
    await vscode.commands.executeCommand(commands.openSavedFeed, { id: status.id, eventId });
  } else if (connections.active && eventId !== undefined) {
    // Of a feed that was removed or renamed since.
    await (await panels()).showEvent(connections.active, eventId);
  } else {
    void showWarning(l10n.t("This saved feed was removed or renamed."));
  }
}
