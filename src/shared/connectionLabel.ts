import * as l10n from "@vscode/l10n";

/** No other connection can have this name. */
export const sampleConnectionName = "Sample";

/** The name that is shown to the user, also of a connection that no longer exists. */
export function connectionLabel({ name }: { readonly name: string }): string {
  return name === sampleConnectionName ? l10n.t("Sample data") : name;
}
