/** The local time zone of the tests of a suite. */
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
