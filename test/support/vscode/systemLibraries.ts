import { spawnSync } from "node:child_process";

/** The Debian and Ubuntu packages of libraries that a minimal system may lack. */
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

export function missingLibrariesMessage(program: string, missing: readonly string[]): string {
  const known = [...new Set(missing.flatMap((library) => packages[library] ?? []))];
  const install = known.length > 0 ? ` (on Debian or Ubuntu: apt-get install ${known.join(" ")})` : "";
  return `${program} needs missing system libraries: install ${missing.join(", ")}${install}.`;
}
