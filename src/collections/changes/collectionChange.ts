import { showInputStep } from "../../dialogSteps";
import { views } from "../../ids";
import type { ChangeResponse, CollectionChange } from "../../service/types";
import { errorMessage } from "../../util/errors";
import { showInformation, showStatusBarMessage } from "../../window";
import type { CollectionsView } from "../tree/collectionsView";
import type { ChangeFlow } from "./changeFlow";
import { requestPrompt } from "./changeText";

/** The inputs that lead to a change of a collection. The prompt of the last one shows the request. */
export interface ChangeDialog {
  readonly title: string;
  readonly inputs: readonly {
    readonly prompt: string;
    readonly placeholder?: string;
    /** @returns why the value is not accepted */
    readonly validate: (value: string) => string | undefined;
  }[];
  /** @param values one for each input */
  readonly request: (...values: readonly string[]) => CollectionChange;
  readonly doneText: (change: CollectionChange, response: ChangeResponse) => string;
}

/**
 * Shows the dialog, sends the change, and reports the outcome. If the service refuses the change, shows the last input again.
 * @returns the change, if it was made
 */
export async function changeCollection(
  dialog: ChangeDialog,
  flow: ChangeFlow,
  view: CollectionsView,
): Promise<CollectionChange | undefined> {
  const values = dialog.inputs.map(() => "");
  const refresh = () => flow.refresh(() => view.refresh());
  let error: string | undefined;
  while (await view.dialogs.run(() => showInputs(dialog, flow, values, error))) {
    const change = dialog.request(...values);
    const outcome = await flow.sendAndTell(change, views.collections, dialog.title, refresh);
    if (outcome.kind === "made") {
      const { response } = outcome;
      const text = dialog.doneText(change, response);
      if (change.kind === "createCollection" && response.status === 200) {
        void showInformation(text);
      } else {
        showStatusBarMessage(text, { icon: "check" });
      }
      return change;
    }
    if (outcome.kind === "failed") {
      return undefined;
    }
    error = outcome.message;
  }
  return undefined;
}

/**
 * Shows one input after the other, and fills `values`.
 * @param error shown in the last input, which then comes first
 * @returns false if the user canceled
 */
async function showInputs(
  { title, inputs, request }: ChangeDialog,
  flow: ChangeFlow,
  values: string[],
  error: string | undefined,
): Promise<boolean> {
  let index = error === undefined ? 0 : inputs.length - 1;
  for (let input = inputs[index], shown = error; input; input = inputs[index], shown = undefined) {
    const { prompt, validate, placeholder = "" } = input;
    const requestFor = (value: string) => flow.requestText(request(...values.with(index, value)));
    const isLast = index + 1 === inputs.length;
    const result = await showInputStep({
      title: flow.titleOf(title),
      step: index + 1,
      totalSteps: inputs.length,
      placeholder,
      prompt: (value) => (isLast ? `${prompt} ${requestPrompt(requestFor(value))}` : prompt),
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
