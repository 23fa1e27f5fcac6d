/** The columns of the list, in their order. The title takes what the others leave. */
export const columns = ["Time", "Type", "Title", "Company", "Sector", "Amount", "Confidence"] as const;

export type ColumnName = (typeof columns)[number];

/** CSS pixels of the columns that were given a width; the others have the usual one. */
export type ColumnWidths = { readonly [N in ColumnName]?: number };

export const minColumnPx = 28;
/** What dragging leaves of the title. */
export const minTitlePx = 80;

/** The columns before the title have their border at their end, those behind it at their start. */
export function isBeforeTitle(name: ColumnName): boolean {
  return columns.indexOf(name) < columns.indexOf("Title");
}

/** Those of the kept widths that are of a column there is. */
export function columnWidths(kept: Readonly<Record<string, number>>): ColumnWidths {
  return Object.fromEntries(
    columns.flatMap((name) => (kept[name] === undefined ? [] : [[name, kept[name]]])),
  );
}
