import { spawnSync } from "node:child_process";

/** The Debian and Ubuntu packages of what a minimal system may lack; other libraries are told by file name alone. */
const packages: Readonly<Record<string, string>> = {
  "libatomic.so.1": "libatomic1",
  "libexpat.so.1": "libexpat1",
  "libgcc_s.so.1": "libgcc-s1",
  "libnspr4.so": "libnspr4",
  "libnss3.so": "libnss3",
  "libnssutil3.so": "libnss3",
  "libplc4.so": "libnspr4",
  "libplds4.so": "libnspr4",
  "libstdc++.so.6": "libstdc++6",
};

/** The system libraries that a Linux program needs and this machine lacks, by file name. */
export function missingLibraries(executable: string, env: NodeJS.ProcessEnv = process.env): string[] {
  if (process.platform !== "linux") {
    return [];
  }
  // The loader lists what it finds and runs nothing: ldd does the same, but is not on every machine.
  const listed = spawnSync(executable, [], {
    encoding: "utf8",
    env: { ...env, LD_TRACE_LOADED_OBJECTS: "1" },
  });
  if ((listed.error as NodeJS.ErrnoException | undefined)?.code === "ENOENT") {
    // The file is there, its loader is not: a system with another C library.
    return ["glibc"];
  }
  return missingIn(listed.stdout);
}

/** Of the loader's list: a line for each library, and one for each version of a symbol that a library is too old for. */
export function missingIn(list: string): string[] {
  return [...list.matchAll(/^\s*(\S+) => not found$/gm)].map((match) => match[1] ?? "");
}

/** One sentence that says what to install. */
export function librariesSentence(program: string, missing: readonly string[]): string {
  const known = [...new Set(missing.flatMap((library) => packages[library] ?? []))];
  const install = known.length > 0 ? ` (on Debian or Ubuntu: apt-get install ${known.join(" ")})` : "";
  return `${program} needs system libraries that this machine lacks: install ${missing.join(", ")}${install}.`;
}
