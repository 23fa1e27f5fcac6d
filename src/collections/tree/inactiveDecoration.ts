import * as vscode from "vscode";
import { schemes } from "../../ids";

/** Rows of inactive collections carry this address: VS Code colours the labels of rows by address alone. */
export const inactiveUri = vscode.Uri.from({ scheme: schemes.inactive, path: "/inactive" });

const dimmed = new vscode.FileDecoration(
  undefined,
  undefined,
  new vscode.ThemeColor("list.deemphasizedForeground"),
);

/** Dims the labels of inactive collections: less than what is disabled, so that they can be read. That they are inactive also stands in words behind them. */
export function dimInactive(): vscode.Disposable {
  return vscode.window.registerFileDecorationProvider({
    provideFileDecoration: (uri) => (uri.scheme === schemes.inactive ? dimmed : undefined),
  });
}
