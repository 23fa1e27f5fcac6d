import * as l10n from "@vscode/l10n";
import type { ConnectionClient } from "../../connections/connectionClient";
import type { Connections } from "../../connections/connections";
import { showInputStep } from "../../dialogSteps";
import { views } from "../../ids";
import { ApiError } from "../../service/errors";
import type { ChangeRequest, ChangeResponse, CollectionChange, ServiceTarget } from "../../service/types";
import { connectionLabel } from "../../shared/connectionLabel";
import { errorMessage } from "../../util/errors";
import { withFullStop } from "../../shared/text";
import {
  showInformation,
  showModalWarning,
  showStatusBarMessage,
  showWarning,
  withQuietProgress,
} from "../../window";
import type { CollectionLists } from "../tree/collectionLists";
import type { CollectionsView } from "../tree/collectionsView";
import type { ChangeDialog } from "./changeDialogs";
import { listText, refreshedText, requestPrompt, requestText } from "./changeText";

/**
 * One command that changes something (docs/service.md, Changes). Each request is sent once, and nothing is sent once another
 * connection is active, or the connection or its key is another one than when the command was run.
 */
export class ChangeFlow {
  constructor(
    readonly view: CollectionsView,
    readonly lists: CollectionLists,
    private readonly client: ConnectionClient,
    private readonly destination: Pick<ServiceTarget, "baseUrl" | "dataset">,
  ) {}

  get connectionName(): string {
    return connectionLabel(this.client.connection);
  }

  /** The request as it would be sent. @throws {ApiError} if it cannot be sent */
  requestText(change: ChangeRequest): string {
    return requestText(this.destination, change);
  }

  /** Reads a list again, unless those of another connection are shown by now. @returns whether it was read */
  async refresh(read: () => Promise<boolean>): Promise<boolean> {
    return this.view.lists === this.lists && (await read());
  }

  /** Asks, sends, and says what happened; asks again if the service refuses it. @returns the change if it was made */
  async run(dialog: ChangeDialog): Promise<CollectionChange | undefined> {
    const values = dialog.inputs.map(() => "");
    let error: string | undefined;
    while (await this.view.dialogs.run(() => this.ask(dialog, values, error))) {
      const change = dialog.request(...values);
      const progress = [views.collections, dialog.title] as const;
      const refresh = () => this.refresh(() => this.view.refresh());
      const outcome = await this.sendAndTell(change, progress, refresh);
      if (typeof outcome === "string") {
        error = outcome;
        continue;
      }
      if (!outcome) {
        return undefined;
      }
      const text = dialog.doneText(change, outcome);
      if (change.kind === "createCollection" && outcome.status === 200) {
        void showInformation(text);
      } else {
        showStatusBarMessage(text, { icon: "check" });
      }
      return change;
    }
    return undefined;
  }

  /**
   * Sends a change once, and says what came of it unless it was made or refused.
   * @param progress shown meanwhile: the view, and the title
   * @param refresh reads the list again: what it shows then is true. Returns whether it was read.
   * @returns the answer; a sentence if it was refused and can be corrected; undefined if nothing is left to do
   */
  async sendAndTell(
    change: ChangeRequest,
    progress: readonly [viewId: string, title: string],
    refresh: (said: string, mayHaveBeenApplied: boolean) => Promise<boolean>,
  ): Promise<ChangeResponse | string | undefined> {
    let error: ApiError;
    try {
      return await withQuietProgress(...progress, () => this.send(change));
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) {
        throw thrown;
      }
      error = thrown;
    }
    const { failure, mayHaveBeenApplied } = error;
    const secret = "settings" in change ? change.settings.secret : undefined;
    // The service may quote it.
    const message = withFullStop(secret ? error.message.replaceAll(secret, "…") : error.message);
    const isGone = "status" in failure && [404, 410].includes(failure.status);
    if (mayHaveBeenApplied || isGone || failure.kind === "notOffered") {
      const uncertain = `${progress[1]}: ${message} ${l10n.t("The change may have been made.")}`;
      const said = mayHaveBeenApplied ? uncertain : message;
      const isRead = mayHaveBeenApplied || isGone ? await refresh(said, mayHaveBeenApplied) : undefined;
      void showWarning(isRead === undefined ? said : `${said} ${refreshedText(isRead)}`);
      return undefined;
    }
    if (error.isOneOf("connectionChanged", "changesNotAllowed", "noKey", "aborted")) {
      throw error;
    }
    return l10n.t("{0} Nothing was changed.", message);
  }

  /** The title of a dialog. @param action what it does */
  titleOf(action: string): string {
    return l10n.t({
      message: "{0} · {1}",
      args: [action, this.connectionName],
      comment: ["The title of a dialog: what it does, and the name of a connection"],
    });
  }

  /** Shows the inputs, or with an error the last one; Back leads to the one before. @returns false if it was canceled */
  private async ask(
    { title, inputs, request }: ChangeDialog,
    values: string[],
    error: string | undefined,
  ): Promise<boolean> {
    let index = error === undefined ? 0 : inputs.length - 1;
    for (let input = inputs[index], shown = error; input; input = inputs[index], shown = undefined) {
      const { prompt, validate, placeholder = "" } = input;
      const requestFor = (value: string) => this.requestText(request(...values.with(index, value)));
      const result = await showInputStep({
        title: this.titleOf(title),
        step: index + 1,
        totalSteps: inputs.length,
        placeholder,
        prompt: (value) =>
          index + 1 < inputs.length ? prompt : `${prompt} ${requestPrompt(requestFor(value))}`,
        value: values[index] ?? "",
        error: shown,
        validate: (value) => {
          try {
            return validate(value) ?? (requestFor(value) && undefined);
          } catch (invalid) {
            return errorMessage(invalid);
          }
        },
      });
      if (result.kind === "canceled") {
        return false;
      }
      values[index] = result.value;
      index += result.kind === "back" ? -1 : 1;
    }
    return true;
  }

  /** @throws {Error} also if nothing may be sent any more */
  async send(change: ChangeRequest): Promise<ChangeResponse> {
    this.requireUnchanged();
    return this.client.change(change);
  }

  /** @throws {Error} if nothing may be sent any more */
  requireUnchanged(): void {
    const { blockingError } = this.client;
    if (blockingError?.kind === "connectionChanged") {
      throw new Error(l10n.t("{0} Nothing was sent.", blockingError.message));
    }
    if (this.view.lists !== this.lists) {
      throw new Error(
        l10n.t('Another connection is active now. Nothing was sent to "{0}".', this.connectionName),
      );
    }
  }
}

/** Asks, unless it was allowed before, whether the active connection may be used to change something, and keeps the answer. */
export async function startChange(
  connections: Connections,
  view: CollectionsView,
): Promise<ChangeFlow | undefined> {
  const client = connections.active;
  const { lists } = view;
  if (!client || !lists) {
    throw new Error(l10n.t("Connect to a service first."));
  }
  await client.requireKey();
  const { baseUrl } = await client.resolveAddress();
  const { name, dataset, sample, origin, allowChanges } = client.connection;
  const flow = new ChangeFlow(view, lists, client, { baseUrl, dataset });
  if (allowChanges) {
    return flow;
  }
  const allow = l10n.t("Allow Changes");
  const detail = [
    sample
      ? l10n.t(
          "Commands can then create, change and delete its collections, documents and webhook alerts, until this window closes. You confirm each change before it is sent.",
        )
      : l10n.t(
          "Commands can then create, change and delete collections, documents and webhook alerts on {0}. You confirm each change before it is sent. Changes stay allowed until you edit the connection or set another API key.",
          origin,
        ),
    ...environmentsText(lists),
  ];
  const question = l10n.t('Allow changes on "{0}"?', flow.connectionName);
  if ((await showModalWarning(question, detail, allow)) !== allow) {
    return undefined;
  }
  flow.requireUnchanged();
  await connections.setAllowChanges(name, true);
  return flow;
}

/** Names the environments that a permission would be for. */
function environmentsText({ collections }: CollectionLists): string[] {
  const all = collections.state.items.map(({ value }) => value.environment ?? "").filter(Boolean);
  const names = [...new Set(all)];
  return names.length > 0
    ? [l10n.t("Environments of the loaded collections: {0}.", listText(names, Infinity))]
    : [];
}
