import * as l10n from "@vscode/l10n";
import type { Collection } from "../../service/types";
import { showPickStep } from "../../dialogSteps";
import { type PathName, pathNamesOf } from "../model/pathNames";

/** What a path may take, one or two. @throws if the collection has no name */
export function requireNames(collection: Collection): readonly [PathName, ...PathName[]] {
  const [first, ...others] = pathNamesOf(collection);
  if (!first) {
    throw new Error(l10n.t("This collection has no name, which the service needs to change it."));
  }
  return [first, ...others];
}

/** Lets the user pick the name that a path takes, as the first of `totalSteps`. */
export async function pickName(
  names: readonly PathName[],
  current: string,
  title: string,
  totalSteps: number,
  describe: (name: string) => string,
): Promise<string | undefined> {
  const picked = await showPickStep({
    title,
    step: 1,
    totalSteps,
    placeholder: l10n.t("This collection has two names. Select the one to send."),
    items: names.map(({ name, field }) => ({
      label: name,
      description: field,
      detail: describe(name),
      name,
    })),
    isActive: ({ name }) => name === current,
  });
  return picked.kind === "next" ? picked.item.name : undefined;
}
