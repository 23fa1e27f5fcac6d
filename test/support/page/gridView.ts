import type { Frame, Page } from "playwright-core";
import { readWhen } from "./waiting";

/** The list as shown on screen. */
export interface GridView {
  /** Visible rows from top to bottom: row index, ID of the event, and CSS pixels below the column headers. */
  readonly rows: readonly { readonly index: number; readonly id: string | undefined; readonly y: number }[];
  /** Rows in the document, visible or not. */
  readonly rendered: number;
  readonly rowCount: number;
  /** ID of the active event. */
  readonly activeId: string | undefined;
  readonly hasFocus: boolean;
}

export function gridView(page: Page | Frame): Promise<GridView> {
  return page.evaluate(() => {
    const grid = document.querySelector<HTMLElement>("[role=grid]") as HTMLElement;
    const frame = (grid.parentElement as HTMLElement).getBoundingClientRect();
    const top = (grid.querySelector(".head") as HTMLElement).getBoundingClientRect().bottom;
    const rows = [...grid.querySelectorAll<HTMLElement>("[role=rowgroup] > [role=row]")];
    return {
      rendered: rows.length,
      rows: rows
        .map((row) => ({ row, box: row.getBoundingClientRect() }))
        .filter(({ box }) => box.bottom > top + 0.5 && box.top < frame.bottom - 0.5)
        .map(({ row, box }) => ({
          index: Number(row.getAttribute("aria-rowindex")) - 2,
          id: row.dataset["eventId"],
          y: box.top - top,
        })),
      rowCount: Number(grid.getAttribute("aria-rowcount")) - 1,
      activeId: document.getElementById(grid.getAttribute("aria-activedescendant") ?? "")?.dataset["eventId"],
      hasFocus: document.activeElement === grid,
    };
  });
}

/** Waits until the list satisfies `test`. */
export function gridWhen(page: Page | Frame, test: (view: GridView) => boolean): Promise<GridView> {
  return readWhen(() => gridView(page), test);
}

/** Sets the list's `scrollTop`, and waits for the scroll event, which browsers fire in the next frame. */
export function scrollTo(page: Page, top: number): Promise<void> {
  return page.locator(".grid-scroller").evaluate((element, value) => {
    const scrolled = new Promise<void>((resolve) =>
      element.addEventListener("scroll", () => resolve(), { once: true }),
    );
    const before = element.scrollTop;
    element.scrollTop = value;
    return element.scrollTop === before ? undefined : scrolled;
  }, top);
}

/** True if all visible rows are loaded. The row at index 0 is a day header, which has no ID. */
export function allLoaded(view: GridView): boolean {
  return view.rows.length > 10 && view.rows.every(({ id, index }) => index === 0 || id);
}

/** The topmost visible event row. */
export function topEvent(view: GridView): GridView["rows"][number] {
  const row = view.rows.find(({ id }) => id !== undefined);
  if (!row) {
    throw new Error("No event is visible.");
  }
  return row;
}
