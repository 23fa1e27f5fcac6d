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

/**
 * Makes a change of a list to what the list is now: others may have changed it since.
 * @param from the list that was changed
 * @param to what was made of it
 */
export function changedTexts(
  now: readonly string[],
  { from, to }: { readonly from: readonly string[]; readonly to: readonly string[] },
): readonly string[] {
  const [before, after] = [new Set(from), new Set(to)];
  const isUnchanged = now.length === from.length && now.every((text) => before.has(text));
  if (isUnchanged) {
    return to;
  }
  const kept = now.filter((text) => after.has(text) || !before.has(text));
  const changed = [...new Set([...kept, ...to.filter((text) => !before.has(text))])];
  // Each removed what the other one kept. An empty list would stand for all companies, which nobody asked for.
  return changed.length > 0 || now.length === 0 ? changed : to;
}
