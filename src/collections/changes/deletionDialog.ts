import * as l10n from "@vscode/l10n";
import type { ChangeRequest, Collection } from "../../service/types";
import { showInputStep } from "../../dialogSteps";
import { showStatusBarMessage } from "../../window";
import type { PathName } from "../model/pathNames";
import { allowChanges, type ChangeContext, type CollectionTarget, dialogTitle, send } from "./changeDialog";
import { reportRefused, reportUnknown } from "./changeReport";
import type { ChangeOutcome } from "./changeSender";
import {
  deletionText,
  doneText,
  isTyped,
  maxTitleName,
  quotedName,
  refusalOf,
  refusedText,
  requestPrompt,
  requestText,
  textToType,
} from "./changeText";
import { pickName, requireNames } from "./collectionNames";

type Deletion = Extract<ChangeRequest, { kind: "deleteCollection" | "deleteAllDocuments" }>;

/** `Delete Collection…` and `Delete All Documents…`: the name has to be typed. */
export async function deleteCollectionOrDocuments(
  kind: Deletion["kind"],
  target: CollectionTarget,
  context: ChangeContext,
): Promise<void> {
  const names = requireNames(target.collection);
  if (!(await allowChanges(target, context))) {
    return;
  }
  let start: DeletionStart = { name: names[0].name, typed: "" };
  for (;;) {
    const confirmed = await context.view.withQuickPick(() => confirmByTyping(kind, names, start, target));
    if (!confirmed) {
      return;
    }
    const change: Deletion = { kind, collection: confirmed.name };
    const outcome = await send(target, change, context);
    const refusal = outcome.kind === "refused" ? refusalOf(outcome.error) : undefined;
    if (outcome.kind !== "refused" || refusal !== "tryAgain") {
      return finish(change, outcome, target, context);
    }
    start = { ...confirmed, error: refusedText(outcome.error) };
  }
}

interface DeletionStart {
  readonly name: string;
  readonly typed: string;
  readonly error?: string;
}

async function confirmByTyping(
  kind: Deletion["kind"],
  names: readonly PathName[],
  start: DeletionStart,
  target: CollectionTarget,
): Promise<DeletionStart | undefined> {
  const { collection } = target;
  const label = quotedName(collection, maxTitleName);
  const title = dialogTitle(
    kind === "deleteCollection"
      ? l10n.t('Delete collection "{0}"', label)
      : l10n.t('Delete all documents of "{0}"', label),
    target,
  );
  const { baseUrl } = target.destination;
  const describe = (name: string) => requestText(baseUrl, { kind, collection: name });
  const totalSteps = names.length > 1 ? 2 : 1;
  let { name, typed, error } = start;
  let isPicked = names.length === 1 || error !== undefined;
  for (;;) {
    if (!isPicked) {
      const picked = await pickName(names, name, title, totalSteps, describe);
      if (picked === undefined) {
        return undefined;
      }
      name = picked;
    }
    const expected = textToType(name, collection.id);
    const result = await showInputStep({
      title,
      step: totalSteps,
      totalSteps,
      prompt: [
        { icon: "warning", text: deletionText(kind, target.input.documentCountOf(collection)) },
        { icon: "edit", text: l10n.t('Type "{0}" to confirm.', expected) },
        requestPrompt(describe(name)),
      ],
      placeholder: expected,
      value: typed,
      error,
      validate: (text) => (isTyped(text, expected) ? undefined : l10n.t('Type "{0}" to confirm.', expected)),
    });
    if (result.kind === "canceled") {
      return undefined;
    }
    typed = result.value;
    error = undefined;
    if (result.kind === "next") {
      return { name, typed };
    }
    isPicked = false;
  }
}

async function finish(
  change: Deletion,
  outcome: ChangeOutcome,
  target: CollectionTarget,
  context: ChangeContext,
): Promise<void> {
  const { input, collection } = target;
  const isSought = ({ id }: Collection) => id === collection.id;
  if (outcome.kind === "done") {
    if (change.kind === "deleteCollection") {
      input.list.removed([collection.id]);
    } else {
      input.removedDocuments(collection, "all");
    }
    showStatusBarMessage(doneText(change, outcome.response.documentsDeleted), { icon: "check" });
    return;
  }
  if (outcome.kind === "unknown") {
    return reportUnknown(target, context, change, outcome, isSought);
  }
  await reportRefused(change, outcome, target, context);
}
