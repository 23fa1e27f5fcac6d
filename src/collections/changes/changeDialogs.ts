import * as l10n from "@vscode/l10n";
import type { Collection } from "../../service/types";
import { oneLine } from "../../util/strings";
import { showQuickPick } from "../../window";
import { documentCountText, collectionLabel } from "../model/collectionText";
import { pathNamesOf } from "../model/documentList";
import { isTyped, textToType } from "./changeText";
import type { ChangeDialog } from "./collectionChange";

export const createDialog = (): ChangeDialog => ({
  title: l10n.t("Create collection"),
  inputs: [
    {
      prompt: l10n.t("Name of the collection"),
      validate: (name) => (name.trim() === "" ? l10n.t("Enter a name.") : undefined),
    },
    { prompt: l10n.t("Description (optional)."), validate: () => undefined },
  ],
  request: (name = "", description = "") => ({
    kind: "createCollection",
    collection: name.trim(),
    ...(description.trim() && { description: description.trim() }),
  }),
  doneText: ({ collection }, { status }) =>
    status === 200
      ? l10n.t('A collection named "{0}" already exists. No new one was created.', collection)
      : l10n.t('Created collection "{0}"', collection),
});

/** Asks the user to type the name. @param count number of documents in the collection, if it is known */
export function deletionDialog(
  kind: "deleteCollection" | "deleteAllDocuments",
  collection: Collection,
  name: string,
  count: number | undefined,
): ChangeDialog {
  const expected = textToType(name, collection.id);
  const instruction = l10n.t('Type "{0}" to confirm.', expected);
  const label = oneLine(collectionLabel(collection), 48);
  const documents = count === undefined ? l10n.t("all documents") : documentCountText(count);
  const [title, consequence, done] =
    kind === "deleteCollection"
      ? [
          l10n.t('Delete collection "{0}"', label),
          l10n.t("This permanently deletes the collection and {0}.", documents),
          l10n.t('Deleted collection "{0}"', name),
        ]
      : [
          l10n.t('Delete all documents of "{0}"', label),
          l10n.t("This permanently deletes {0}, but not the collection.", documents),
          l10n.t('Deleted all documents of "{0}"', name),
        ];
  return {
    title,
    inputs: [
      {
        prompt: `${consequence} ${instruction}`,
        placeholder: expected,
        validate: (text) => (isTyped(text, expected) ? undefined : instruction),
      },
    ],
    request: () => ({ kind, collection: name }),
    doneText: (_, { documentsDeleted }) =>
      kind === "deleteCollection" || documentsDeleted === undefined
        ? done
        : l10n.t('Deleted {0} of "{1}"', documentCountText(documentsDeleted), name),
  };
}

export function environmentDialog(collection: Collection, name: string): ChangeDialog {
  const current = oneLine(collection.environment ?? "", 60);
  return {
    title: l10n.t('Change the environment of "{0}"', oneLine(collectionLabel(collection), 48)),
    inputs: [
      {
        prompt: [
          ...(current ? [l10n.t("Currently in {0}.", current)] : []),
          l10n.t("It may leave this list: most API keys see only one environment."),
          l10n.t("Sources that sync into it don't follow."),
        ].join(" "),
        // The known environments (docs/service.md, Changes).
        placeholder: l10n.t("For example {0}", "development, staging, production"),
        validate: (environment) =>
          environment.trim() === "" ? l10n.t("Enter the new environment.") : undefined,
      },
    ],
    request: (environment = "") => ({
      kind: "changeEnvironment",
      collection: name,
      environment: environment.trim(),
    }),
    doneText: () => l10n.t('Moved collection "{0}"', name),
  };
}

/** The name of a collection in request paths. If it has two, the user picks one (docs/service.md, Changes). */
export async function pathNameOf(collection: Collection, title: string): Promise<string | undefined> {
  const names = pathNamesOf(collection).map(({ name, field }) => ({ label: name, description: field, name }));
  if (names.length === 0) {
    throw new Error(l10n.t("This collection has no name, which the service needs to change it."));
  }
  const placeHolder = l10n.t("This collection has two names. Select the one to send.");
  const picked = names.length === 1 ? names[0] : await showQuickPick(names, { title, placeHolder });
  return picked?.name;
}
