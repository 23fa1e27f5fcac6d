import { spawnSync } from "node:child_process";

/** The system libraries that a Linux program needs and this machine does not have. */
export function missingLibraries(executable: string, env: NodeJS.ProcessEnv = process.env): string[] {
  if (process.platform !== "linux") {
    return [];
  }
  // The loader lists the libraries without running the program. ldd does the same, but is not always installed.
  const listed = spawnSync(executable, [], {
    encoding: "utf8",
    env: { ...env, LD_TRACE_LOADED_OBJECTS: "1" },
  });
  if ((listed.error as NodeJS.ErrnoException | undefined)?.code === "ENOENT") {
    // The loader is missing: the system has another C library.
    return ["glibc"];
  }
  return parseMissingLibraries(listed.stdout);
}

/** Parses the output of the loader. */
export function parseMissingLibraries(list: string): string[] {
  return [...list.matchAll(/^\s*(\S+) => not found$/gm)].map((match) => match[1] ?? "");
}

/** @param missing such as `libnss3.so`, which Debian and Ubuntu have in the package libnss3 */
export function missingLibrariesMessage(program: string, missing: readonly string[]): string {
  return `${program} needs missing system libraries: install the packages with ${missing.join(", ")}.`;
}
