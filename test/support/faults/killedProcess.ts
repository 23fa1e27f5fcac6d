import { spawn } from "node:child_process";
import path from "node:path";
import { out } from "../runner/paths";

/**
 * Runs a program of this folder (`name.main.ts`) that may kill itself.
 * @returns whether it was killed, and what it had printed
 * @throws with its output if it ended in another way
 */
export async function runUntilKilled(
  name: string,
  ...args: string[]
): Promise<{ readonly isKilled: boolean; readonly output: string }> {
  const program = path.join(out, "support", "faults", `${name}.main.js`);
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once("error", reject).once("close", (...ended) => resolve(ended));
  });
  // On Windows, a process that is killed ends with the code 1, as one that throws does.
  const isKilled =
    signal === "SIGKILL" || (process.platform === "win32" && code === 1 && !output.includes("Error"));
  if (!isKilled && code !== 0) {
    throw new Error(`${name} ${args.join(" ")} ended with ${code ?? signal}:\n${output}`);
  }
  return { isKilled, output };
}
