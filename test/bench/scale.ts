/** Whether to use the sizes of the goals, for minutes instead of seconds (`--full`). */
export const full = process.argv.includes("--full");
