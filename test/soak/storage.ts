import { mkdir, readdir, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { extensionId } from "../../src/ids";
import { cacheLimits } from "../../src/jsonDocuments/jsonCache";
import type { Day } from "./day";
import type { Counts } from "./heapSnapshot";

const yearMs = 365 * 24 * 3_600_000;

/** Below the folder of VS Code's user data. */
export const documentsFolder = `globalStorage/${extensionId}/documents`;

/** Fills the cache of documents, as a year of use does: each document that is opened has to replace another one. */
export async function fillDocuments(userData: string): Promise<void> {
  const folder = path.join(userData, documentsFolder);
  await mkdir(folder, { recursive: true });
  const long = (Date.now() - yearMs) / 1000;
  for (let n = 0; n < cacheLimits.files; n++) {
    const file = path.join(folder, `${n.toString(16).padStart(32, "0")}.json`);
    await writeFile(file, JSON.stringify({ id: String(n), json: "{}", readAt: 0 }));
    await utimes(file, long, long);
  }
}

/** The folder of VS Code's user data. */
export function userDataOf({ workbench }: Pick<Day, "workbench">): string {
  return path.join(workbench.server.home, "data", "User");
}

/** The bytes of the extension's files in the storage folders of VS Code. */
export async function extensionFiles(day: Day): Promise<Counts> {
  const home = userDataOf(day);
  const names = (await readdir(home, { recursive: true })).filter((name) => name.includes(extensionId));
  const found = await Promise.all(
    names.map(async (name) => {
      const status = await stat(path.join(home, name)).catch(() => undefined);
      return status?.isFile() ? [[name, status.size] as const] : [];
    }),
  );
  return Object.fromEntries(found.flat());
}

/** Lengths by key. The code-server host keeps state and secrets in the browser. */
export async function storedEntries({ workbench }: Day): Promise<Counts> {
  return workbench.page.evaluate(async (id) => {
    const lengths: Record<string, number> = {};
    const finished = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error("IndexedDB"));
      });
    for (const { name = "" } of await indexedDB.databases()) {
      if (name.startsWith("vscode-web-state-db")) {
        const database = await finished(indexedDB.open(name));
        for (const store of database.objectStoreNames) {
          const entries = database.transaction(store).objectStore(store);
          const keys = await finished(entries.getAllKeys());
          const values = await finished(entries.getAll());
          keys.forEach((key, n) => {
            if ((key as string).includes(id)) {
              lengths[`${name}/${key as string}`] = String(values[n]).length;
            }
          });
        }
        database.close();
      }
    }
    for (const [key, value] of Object.entries(localStorage) as [string, string][]) {
      if (key.includes("secret")) {
        lengths[key] = value.length;
      }
    }
    return lengths;
  }, extensionId);
}
