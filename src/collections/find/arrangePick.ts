import * as vscode from "vscode";
import { type PickItem, showQuickPick } from "../../window";
import { type Arrangement, type SortKey } from "../model/arrangement";

interface Choice extends PickItem {
  readonly arrangement?: Arrangement;
}

const orders: readonly { label: string; sort: SortKey; descending: boolean }[] = [
  { label: "Service order", sort: "service", descending: false },
  { label: "Name, A to Z", sort: "name", descending: false },
  { label: "Name, Z to A", sort: "name", descending: true },
  { label: "Created, newest first", sort: "created", descending: true },
  { label: "Created, oldest first", sort: "created", descending: false },
  { label: "Documents, most first", sort: "documents", descending: true },
  { label: "Documents, fewest first", sort: "documents", descending: false },
  { label: "Requests, most first", sort: "requests", descending: true },
  { label: "Requests, fewest first", sort: "requests", descending: false },
];

/** Asks how the tree is to be grouped and sorted; the choices that stand are marked. Nothing when the person leaves. */
export async function pickArrangement(current: Arrangement): Promise<Arrangement | undefined> {
  const picked = await showQuickPick(choices(current), {
    title: "Group and Sort Collections",
    placeHolder: "Choose a grouping or an order",
  });
  return picked?.arrangement;
}

function choices(current: Arrangement): Choice[] {
  const groups = [
    { label: "No groups", byEnvironment: false },
    { label: "By environment", byEnvironment: true },
  ];
  return [
    { label: "Group", kind: vscode.QuickPickItemKind.Separator },
    ...groups.map(({ label, byEnvironment }) =>
      choice(label, byEnvironment === current.byEnvironment, { ...current, byEnvironment }),
    ),
    { label: "Sort", kind: vscode.QuickPickItemKind.Separator },
    ...orders.map(({ label, sort, descending }) =>
      choice(label, sort === current.sort && descending === current.descending, {
        ...current,
        sort,
        descending,
      }),
    ),
  ];
}

function choice(label: string, chosen: boolean, arrangement: Arrangement): Choice {
  return {
    label,
    icon: chosen ? "check" : "blank",
    ...(chosen ? { description: "current" } : {}),
    arrangement,
  };
}
