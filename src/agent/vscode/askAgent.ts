import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { commands, toolReferences } from "../../ids";
import { showInformation, showQuickPick } from "../../window";

/** A command of VS Code, which has no API to open its chat. */
const openChatCommand = "workbench.action.chat.open";

/** Lets the user choose a question, and puts it into VS Code's chat, without sending it. */
export async function askAgent(): Promise<void> {
  const picked = await showQuickPick(questionItems(), {
    title: l10n.t("Ask an Agent"),
    placeHolder: l10n.t("Select a question; you can change it before it is sent"),
  });
  if (!picked) {
    return;
  }
  const { query } = picked;
  if ((await vscode.lm.selectChatModels()).length > 0 || (await goesOnWithoutModel())) {
    await vscode.commands.executeCommand(openChatCommand, { query, isPartialQuery: true, mode: "agent" });
  }
}

/** Asks because without a model the chat would stay closed, or offer to be set up. */
async function goesOnWithoutModel(): Promise<boolean> {
  const openChat = l10n.t("Open Chat");
  const copyConfiguration = l10n.t("Copy MCP Configuration…");
  const answer = await showInformation(
    l10n.t(
      "There is no chat model in this window. Set up a chat such as GitHub Copilot, or let another program ask through MCP.",
    ),
    openChat,
    copyConfiguration,
  );
  if (answer === copyConfiguration) {
    await vscode.commands.executeCommand(commands.copyMcpConfiguration);
  }
  return answer === openChat;
}

/** The questions refer to a tool by `#name`, which makes sure that the chat may use it. */
function questionItems(): readonly { readonly label: string; readonly query: string }[] {
  const search = `${toolReferences.search} `;
  const item = (question: string, reference = search) => ({
    label: question,
    query: `${question} ${reference}`,
  });
  return [
    item(l10n.t("Which fintech companies raised more than $50M this week?")),
    item(l10n.t("How much was raised this week, by sector?"), `${toolReferences.summarize} `),
    item(l10n.t("Which were the five largest funding rounds this week? Open the feed on the largest one.")),
    { label: l10n.t("Another question…"), query: search },
  ];
}
