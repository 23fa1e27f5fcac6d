/** What a key does in the list: the row it leads to, and the way to go on when no event stands there. */
interface KeyTarget {
  readonly index: number;
  readonly heading: 1 | -1;
  /** The end of the list that was asked for. */
  readonly end?: "start" | "end";
}

interface KeyPlace {
  /** Row with the keyboard; undefined: none yet. */
  readonly from: number | undefined;
  /** First row on screen. */
  readonly first: number;
  /** Rows that fit on the screen. */
  readonly page: number;
  readonly rowCount: number;
}

export function keyTarget(
  event: KeyboardEvent,
  { from, first, page, rowCount }: KeyPlace,
): KeyTarget | undefined {
  const ends = event.key === "Home" || event.key === "End";
  if (event.altKey || event.metaKey || (event.ctrlKey && !ends)) {
    return undefined;
  }
  const step = Math.max(1, page - 1);
  switch (event.key) {
    case "ArrowDown":
      return { index: from === undefined ? first : from + 1, heading: 1 };
    case "ArrowUp":
      return { index: from === undefined ? first : from - 1, heading: -1 };
    case "PageDown":
      return { index: (from ?? first) + step, heading: 1 };
    case "PageUp":
      return { index: (from ?? first) - step, heading: -1 };
    case "Home":
      return { index: 0, heading: 1, end: "start" };
    case "End":
      return { index: rowCount - 1, heading: -1, end: "end" };
    default:
      return undefined;
  }
}
