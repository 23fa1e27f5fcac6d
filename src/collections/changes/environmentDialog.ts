import * as l10n from "@vscode/l10n";
import type { ChangeRequest, Collection } from "../../service/types";
import { showPickStep } from "../../dialogSteps";
import { oneLine } from "../../util/strings";
import { type PickItem, showError, showModalWarning, showStatusBarMessage } from "../../window";
import { environmentIcon } from "../model/collectionText";
import type { PathName } from "../model/pathNames";
import { allowChanges, type ChangeContext, type CollectionTarget, dialogTitle, send } from "./changeDialog";
import { reportRefused, reportUnknown } from "./changeReport";
import {
  doneText,
  environmentsOf,
  maxTitleName,
  quotedName,
  refusalOf,
  refusedText,
  requestText,
} from "./changeText";
import { pickName, requireNames } from "./collectionNames";

type EnvironmentChange = Extract<ChangeRequest, { kind: "changeEnvironment" }>;

interface EnvironmentItem extends PickItem {
  readonly environment: string;
}

interface EnvironmentForm {
  name: string;
  environment: string;
  typed: string;
}

/** The environments that services are known to have (docs/service.md, Changes). */
const knownEnvironments = ["development", "staging", "production"];

/** `Change Collection Environment…`: asks for an environment and shows the consequences first. */
export async function changeEnvironment(target: CollectionTarget, context: ChangeContext): Promise<void> {
  const { collection, input } = target;
  const names = requireNames(collection);
  if (!(await allowChanges(target, context))) {
    return;
  }
  const { baseUrl } = target.destination;
  const form: EnvironmentForm = { name: names[0].name, environment: "", typed: "" };
  while (await context.view.withQuickPick(() => fillIn(form, names, baseUrl, target))) {
    const change: EnvironmentChange = {
      kind: "changeEnvironment",
      collection: form.name,
      environment: form.environment,
    };
    if (!(await confirm(change, requestText(baseUrl, change), target))) {
      return;
    }
    const outcome = await send(target, change, context);
    if (outcome.kind === "done") {
      // A key sees one environment, and this collection is in another one now.
      input.list.removed([collection.id]);
      showStatusBarMessage(doneText(change), { icon: "check" });
      return;
    }
    if (outcome.kind === "unknown") {
      return reportUnknown(target, context, change, outcome, ({ id }) => id === collection.id);
    }
    if (refusalOf(outcome.error) !== "tryAgain") {
      return reportRefused(change, outcome, target, context);
    }
    const again = l10n.t("Select Again…");
    if ((await showError(refusedText(outcome.error), again)) !== again) {
      return;
    }
    // The message may have been there for a while.
    context.sender.requireUnchanged(target.client);
  }
}

async function fillIn(
  form: EnvironmentForm,
  names: readonly PathName[],
  baseUrl: string,
  target: CollectionTarget,
): Promise<boolean> {
  const { collection, input } = target;
  const label = quotedName(collection, maxTitleName);
  const title = dialogTitle(l10n.t('Change the environment of "{0}"', label), target);
  const describe = (name: string) =>
    requestText(baseUrl, { kind: "changeEnvironment", collection: name, environment: "…" });
  const totalSteps = names.length > 1 ? 2 : 1;
  let isPicked = names.length === 1 || form.environment !== "";
  const environments = [...new Set([...knownEnvironments, ...environmentsOf(input.list.state.items)])].filter(
    (environment) => environment !== collection.environment,
  );
  for (;;) {
    if (!isPicked) {
      const picked = await pickName(names, form.name, title, totalSteps, describe);
      if (picked === undefined) {
        return false;
      }
      form.name = picked;
    }
    const result = await showPickStep<EnvironmentItem>({
      title,
      step: totalSteps,
      totalSteps,
      placeholder: placeholderFor(collection),
      items: (typed) => itemsFor(typed, environments),
      value: form.typed,
      isActive: ({ environment }) => environment === form.environment,
    });
    if (result.kind === "canceled") {
      return false;
    }
    form.typed = result.value;
    if (result.kind === "next") {
      form.environment = result.item.environment;
      return true;
    }
    isPicked = false;
  }
}

function placeholderFor({ environment }: Collection): string {
  return !environment
    ? l10n.t("Select the new environment, or type one")
    : l10n.t("Currently in {0}. Select or enter the new environment", oneLine(environment, 60));
}

/** The environments, and what was typed if it is none of them. */
function itemsFor(typed: string, environments: readonly string[]): EnvironmentItem[] {
  const other = typed.trim();
  return [...environments, ...(other !== "" && !environments.includes(other) ? [other] : [])].map(
    (environment) => ({
      environment,
      label: environment,
      icon: environmentIcon(environment),
    }),
  );
}

async function confirm(
  { environment }: EnvironmentChange,
  request: string,
  { collection }: CollectionTarget,
): Promise<boolean> {
  const move = l10n.t("Move Collection");
  const name = quotedName(collection);
  const to = oneLine(environment, 60);
  const message = !collection.environment
    ? l10n.t('Move "{0}" to {1}?', name, to)
    : l10n.t('Move "{0}" from {1} to {2}?', name, oneLine(collection.environment, 60), to);
  const detail = [
    l10n.t("It may leave this list: an API key usually sees one environment only."),
    l10n.t("Sources that sync into it are not moved."),
    "",
    l10n.t("Request: {0}", request),
  ];
  return (await showModalWarning(message, detail, move)) === move;
}
