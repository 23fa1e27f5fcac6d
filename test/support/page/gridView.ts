import type { Frame, Page } from "playwright-core";

/** What is to be seen of the list. */
export interface GridView {
  /** Rows on screen from top to bottom; `index` as the page counts, `id` of the event, `y` in CSS pixels below the heading. */
  readonly rows: readonly { readonly index: number; readonly id: string | undefined; readonly y: number }[];
  /** Rows in the document, on screen or not. */
  readonly drawn: number;
  readonly rowCount: number;
  /** The event with the keyboard. */
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
      drawn: rows.length,
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

/** The list once it satisfies `test`: looked at in every frame, for at most half a minute. */
export async function gridWhen(page: Page | Frame, test: (view: GridView) => boolean): Promise<GridView> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const view = await gridView(page);
    if (test(view)) {
      return view;
    }
    if (Date.now() > deadline) {
      throw new Error(`The list never came to be as expected: ${JSON.stringify(view)}`);
    }
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** Moves the list's scroll bar, and waits until the page was told: browsers do that with the next frame. */
export function scrollTo(page: Page, top: number): Promise<void> {
  return page.locator(".grid-scroller").evaluate((element, value) => {
    const told = new Promise<void>((resolve) =>
      element.addEventListener("scroll", () => resolve(), { once: true }),
    );
    const before = element.scrollTop;
    element.scrollTop = value;
    return element.scrollTop === before ? undefined : told;
  }, top);
}
