import * as l10n from "@vscode/l10n";

/** The name that is shown to the user. */
export function connectionLabel({
  name,
  sample,
}: {
  readonly name: string;
  readonly sample: boolean;
}): string {
  return sample ? l10n.t("Sample data") : name;
}
