import * as l10n from "@vscode/l10n";
import type { ChangeRequest, Collection } from "../../service/types";
import { showInputStep } from "../../dialogSteps";
import { showInformation, showStatusBarMessage } from "../../window";
import { pathNamesOf } from "../model/pathNames";
import { allowChanges, type ChangeContext, type ChangeTarget, dialogTitle, send } from "./changeDialog";
import { reportNotOffered, reportUnknown } from "./changeReport";
import { doneText, refusalOf, refusedText, requestPrompt, requestText } from "./changeText";

type Creation = Extract<ChangeRequest, { kind: "createCollection" }>;

interface CreateForm {
  name: string;
  description: string;
  error?: string | undefined;
}

/** `Create Collection…`: asks for a name and a description. */
export async function createCollection(target: ChangeTarget, context: ChangeContext): Promise<void> {
  if (!(await allowChanges(target, context))) {
    return;
  }
  const { baseUrl } = target.destination;
  const form: CreateForm = { name: "", description: "" };
  while (await context.view.withQuickPick(() => fillIn(form, baseUrl, target))) {
    const change = creationOf(form);
    const outcome = await send(target, change, context);
    switch (outcome.kind) {
      case "done":
        await showCreated(change, outcome.response.status, target, context);
        return;
      case "unknown":
        await reportUnknown(target, context, change, outcome, (collection) => hasName(collection, form.name));
        return;
      case "refused":
        switch (refusalOf(outcome.error)) {
          case "missing":
          case "tryAgain":
            form.error = refusedText(outcome.error);
            break;
          case "notOffered":
            reportNotOffered(outcome.error.message);
            return;
          case "ended":
            throw outcome.error;
        }
    }
  }
}

function creationOf({ name, description }: Pick<CreateForm, "name" | "description">): Creation {
  return {
    kind: "createCollection",
    collection: name.trim(),
    ...(description.trim() && { description: description.trim() }),
  };
}

function hasName(collection: Collection, name: string): boolean {
  return pathNamesOf(collection).some((known) => known.name === name.trim());
}

/** Shows both steps, or only the last one again with an error. @returns false if it was canceled */
async function fillIn(form: CreateForm, baseUrl: string, target: ChangeTarget): Promise<boolean> {
  const title = dialogTitle(l10n.t("Create collection"), target);
  let step = form.error === undefined ? 1 : 2;
  while (step <= 2) {
    const result = await showInputStep(
      step === 1
        ? {
            title,
            step,
            totalSteps: 2,
            prompt: l10n.t("Name of the collection"),
            value: form.name,
            validate: (name) => validateName(name, baseUrl),
          }
        : {
            title,
            step,
            totalSteps: 2,
            prompt: (description) => [
              { icon: "edit", text: l10n.t("Description (optional).") },
              requestPrompt(requestText(baseUrl, creationOf({ ...form, description }))),
            ],
            value: form.description,
            error: form.error,
            validate: () => undefined,
          },
    );
    form.error = undefined;
    if (result.kind === "canceled") {
      return false;
    }
    if (step === 1) {
      form.name = result.value;
    } else {
      form.description = result.value;
    }
    step += result.kind === "next" ? 1 : -1;
  }
  return true;
}

function validateName(name: string, baseUrl: string): string | undefined {
  if (name.trim() === "") {
    return l10n.t("Enter a name.");
  }
  try {
    requestText(baseUrl, creationOf({ name, description: "" }));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Shows and selects the collection, and tells a new one from one that was there already (200). */
async function showCreated(
  change: Creation,
  status: number,
  target: ChangeTarget,
  context: ChangeContext,
): Promise<void> {
  const { list } = target.input;
  const existed = status === 200;
  if (!existed) {
    const text = status === 201 ? doneText(change) : l10n.t("The service accepted the request ({0})", status);
    showStatusBarMessage(text, { icon: "check" });
  }
  if (context.view.input === target.input) {
    await context.view.refresh();
  }
  const found = list.state.items.find(({ value }) => hasName(value, change.collection));
  if (found && context.view.input === target.input) {
    await context.view.reveal(found.value.id);
  }
  if (existed) {
    void showInformation(
      l10n.t('A collection named "{0}" already exists. No new one was created.', change.collection),
    );
  }
}
