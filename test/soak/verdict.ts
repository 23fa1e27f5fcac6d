import type { State } from "./measure";

const mebibyte = 1024 * 1024;

/** How much more heap each round is noise: code that is compiled, caches of VS Code. */
const maxHeapGrowth = 0.5 * mebibyte;

/** Once a feed was followed, its window goes on reading what other windows follow: lease, files and what to do about them. */
const savedFeedTimers = 3;

/** Rounds after the first one from which growth can be told. */
const minRounds = 3;

export interface Round {
  readonly state: State;
  readonly panelNodes: readonly [number, number];
}

/**
 * @param timersLeft once those that end by themselves had time to
 * @returns what did not return. The first round loads code that stays, and is what the others are compared with
 */
export function complaints(begin: State, rounds: readonly Round[], timersLeft: readonly string[]): string[] {
  const [first] = rounds;
  const last = rounds.at(-1);
  if (!first || !last) {
    return ["No round was played."];
  }
  const found: string[] = [];
  const check = (isFine: boolean, text: string): void => {
    if (!isFine) {
      found.push(text);
    }
  };
  rounds.forEach(({ state, panelNodes: [opened, used] }, n) => {
    const round = `round ${n + 1}`;
    check(state.requests === 0, `${round}: ${state.requests} requests while idle`);
    check(state.sockets === 0, `${round}: ${state.sockets} open sockets`);
    check(state.hosts === 1, `${round}: ${state.hosts} extension hosts`);
    check(used <= 1.1 * opened, `${round}: ${opened} nodes in the feed became ${used}`);
  });
  const same = (what: string, before: readonly string[], after: readonly string[]): void =>
    check(before.join() === after.join(), `${what} were ${before.join(", ")} and became ${after.join(", ")}`);
  same("files", first.state.files, last.state.files);
  const { fileBytes, storedBytes } = first.state;
  check(
    last.state.fileBytes <= fileBytes + 1024,
    `files of ${fileBytes} bytes became ${last.state.fileBytes}`,
  );
  check(
    last.state.storedBytes <= storedBytes + 1024,
    `${storedBytes} stored bytes became ${last.state.storedBytes}`,
  );
  check(
    timersLeft.length <= begin.timers.length + savedFeedTimers,
    `timers did not end: ${timersLeft.map((timer) => `\n  ${timer}`).join("")}`,
  );
  const heap = growth(rounds, ({ heapBytes }) => heapBytes);
  check(heap <= maxHeapGrowth, `the heap grows by ${(heap / mebibyte).toFixed(2)} MiB each round`);
  const handles = growth(rounds, (state) => state.handles.length);
  check(handles < 0.5, `handles grow by ${handles.toFixed(1)} each round: ${last.state.handles.join(", ")}`);
  return found;
}

/** @returns how much is added each round; the first one loads code that stays. 0 where too few rounds were played to tell */
export function growth(rounds: readonly Round[], of: (state: State) => number): number {
  const values = rounds.slice(1).map(({ state }) => of(state));
  return values.length < minRounds ? 0 : slope(values);
}

/** Of the line through the values with the least squares. */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const squares = values.reduce((sum, _, n) => sum + (n - middle) ** 2, 0);
  return squares === 0 ? 0 : values.reduce((sum, value, n) => sum + (n - middle) * value, 0) / squares;
}
