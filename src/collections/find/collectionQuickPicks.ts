import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Collection, Item } from "../../service/types";
import { type PickItem, showQuickPick } from "../../window";
import type { Arrangement } from "../model/arrangement";
import type { CollectionList } from "../model/collectionList";
import { environmentIcon, labelOf, quickPickDescriptionOf } from "../model/collectionText";
import { CollectionSearch } from "./collectionSearch";
import { type FindEnvironment, findItem } from "./listQuickPick";

/** Lets the user pick one of all collections. */
export function findCollection(
  list: CollectionList,
  environment: FindEnvironment,
  title: string,
): Promise<Item<Collection> | undefined> {
  return findItem(
    {
      list,
      title,
      placeholder: l10n.t("Name, collection name, ID or environment"),
      noMatch: l10n.t("No matching collections"),
      search: (limit) => new CollectionSearch(limit),
      pickItem: (collection) => ({
        label: labelOf(collection),
        description: quickPickDescriptionOf(collection),
        icon: environmentIcon(collection.environment),
      }),
    },
    environment,
  );
}

interface Order extends Pick<Arrangement, "sort" | "descending"> {
  readonly label: string;
}

function orders(): readonly Order[] {
  return [
    { label: l10n.t("Default order"), sort: "service", descending: false },
    { label: l10n.t("Name, A to Z"), sort: "name", descending: false },
    { label: l10n.t("Name, Z to A"), sort: "name", descending: true },
    { label: l10n.t("Created, newest first"), sort: "created", descending: true },
    { label: l10n.t("Created, oldest first"), sort: "created", descending: false },
    { label: l10n.t("Documents, most first"), sort: "documents", descending: true },
    { label: l10n.t("Documents, fewest first"), sort: "documents", descending: false },
    { label: l10n.t("Requests, most first"), sort: "requests", descending: true },
    { label: l10n.t("Requests, fewest first"), sort: "requests", descending: false },
  ];
}

interface ArrangementPickItem extends PickItem {
  readonly arrangement?: Arrangement;
}

/** Lets the user pick another grouping or order. Undefined when the quick pick is dismissed. */
export async function pickArrangement(current: Arrangement): Promise<Arrangement | undefined> {
  const item = (label: string, arrangement: Arrangement): ArrangementPickItem => {
    const isCurrent =
      arrangement.byEnvironment === current.byEnvironment &&
      arrangement.sort === current.sort &&
      arrangement.descending === current.descending;
    return {
      label,
      icon: isCurrent ? "check" : "blank",
      ...(isCurrent ? { description: l10n.t("current") } : {}),
      arrangement,
    };
  };
  const picked = await showQuickPick<ArrangementPickItem>(
    [
      { label: l10n.t("Group"), kind: vscode.QuickPickItemKind.Separator },
      item(l10n.t("No grouping"), { ...current, byEnvironment: false }),
      item(l10n.t("By environment"), { ...current, byEnvironment: true }),
      { label: l10n.t("Sort"), kind: vscode.QuickPickItemKind.Separator },
      ...orders().map(({ label, sort, descending }) => item(label, { ...current, sort, descending })),
    ],
    {
      title: l10n.t("Group and Sort Collections"),
      placeHolder: l10n.t("Select a grouping or sort order"),
    },
  );
  return picked?.arrangement;
}
