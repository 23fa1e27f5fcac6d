import * as l10n from "@vscode/l10n";

/** Why a file name is not valid on Windows, as a clause; undefined for a valid name. */
export function windowsNameProblem(name: string): string | undefined {
  if (/^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|$)/i.test(name)) {
    return l10n.t("{0} is a reserved name on Windows", name);
  }
  if (/[. ]$/.test(name)) {
    return l10n.t("names on Windows can't end with a dot or a space");
  }
  return /[<>:"/\\|?*\u0000-\u001f]/.test(name)
    ? l10n.t("names on Windows can't contain {0}", '< > : " / \\ | ? *')
    : undefined;
}

/** Equal for names that some file systems treat as the same: names with different letter case or Unicode normalization. */
export function nameKey(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/** The longest well-formed start of a text that has at most `max` bytes in UTF-8. */
export function cutToBytes(text: string, max: number): string {
  let cut = text;
  while (Buffer.byteLength(cut) > max || !cut.isWellFormed()) {
    cut = cut.slice(0, -1);
  }
  return cut;
}
