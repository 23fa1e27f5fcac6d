/** Texts as one line that can be edited, separated by commas. Texts that contain a comma or a quotation mark are quoted. */
export function listText(texts: readonly string[]): string {
  return texts.map((text) => (/[,"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(", ");
}

/** The texts of such a line, each at most once. */
export function textsIn(list: string): string[] {
  const parts = Array.from(
    list.matchAll(/\s*(?:"((?:[^"]|"")*)"[^,]*|([^,]*))(?:,|$)/g),
    ([, quoted, plain]) => (quoted?.replaceAll('""', '"') ?? plain ?? "").trim(),
  );
  return [...new Set(parts.filter((part) => part !== ""))];
}
