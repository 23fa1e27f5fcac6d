/** Whether the bench was started with `--full`: at the size that its goals speak of, for minutes instead of seconds. */
export const full = process.argv.includes("--full");
