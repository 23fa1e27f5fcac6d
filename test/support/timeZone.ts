/** Call it in a suite: sets the local time zone of its tests. */
export function useTimeZone(name: string): void {
  let previous: string | undefined;
  before(() => {
    previous = process.env["TZ"];
    process.env["TZ"] = name;
  });
  after(() => {
    if (previous === undefined) {
      delete process.env["TZ"];
    } else {
      process.env["TZ"] = previous;
    }
  });
}
