import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { listenInFrames } from "../support/page/frames";

/** The secret in plain text, percent-encoded, and in base64 at any offset of a longer text. */
function encodingsOf(secret: string): string[] {
  const base64 = [0, 1, 2].map((offset) => {
    const bytes = Buffer.from("x".repeat(offset) + secret);
    // Leave out characters that also depend on the surrounding text.
    return bytes.toString("base64").slice(Math.ceil((offset * 4) / 3), Math.floor((bytes.length * 4) / 3));
  });
  const encoded = encodeURIComponent(secret);
  return [...new Set([secret, encoded, encodeURIComponent(encoded), ...base64])];
}

/** @returns the names of the texts that contain the secret in any encoding */
export function findSecret(secret: string, texts: ReadonlyMap<string, string>): string[] {
  const encodings = encodingsOf(secret);
  return [...texts]
    .filter(([, text]) => encodings.some((encoding) => text.includes(encoding)))
    .map(([name]) => name);
}

/** Reads all files below a folder as Latin-1. */
export async function readFilesBelow(folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) {
      const file = path.join(entry.parentPath, entry.name);
      // The file may have been deleted meanwhile.
      files.set(file, await readFile(file, "latin1").catch(() => ""));
    }
  }
  return files;
}

/** Messages to the frames of each page, including removed frames. */
const recordedMessages = new WeakMap<Page, string[]>();

/** Records all messages to the frames of a page, for `readPageContents`. */
export async function recordMessages(page: Page): Promise<void> {
  const messages: string[] = [];
  recordedMessages.set(page, messages);
  await page.exposeBinding("recordMessage", (_, text: string) => messages.push(text));
  await listenInFrames(page, () => {
    const { recordMessage } = window as unknown as { recordMessage: (text: string) => Promise<number> };
    window.addEventListener("message", (event) => {
      try {
        void recordMessage(JSON.stringify(event.data));
      } catch {
        void recordMessage(String(event.data));
      }
    });
  });
}

/** Markup, input values and storage of all frames, recorded messages and the clipboard. */
export async function readPageContents(page: Page): Promise<Map<string, string>> {
  const contents = new Map<string, string>();
  for (const [index, frame] of page.frames().entries()) {
    const text = await frame.evaluate(async () => {
      const databases: unknown[] = [];
      for (const { name } of window.isSecureContext ? await indexedDB.databases() : []) {
        if (name === undefined) {
          continue;
        }
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open(name);
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error ?? new Error(name));
        });
        for (const store of database.objectStoreNames) {
          const all = database.transaction(store).objectStore(store).getAll();
          const values = await new Promise<unknown[]>(
            (resolve) => (all.onsuccess = () => resolve(all.result)),
          );
          const decoder = new TextDecoder();
          databases.push(
            values.map((value) =>
              ArrayBuffer.isView(value) ? decoder.decode(value) : JSON.stringify(value),
            ),
          );
        }
        database.close();
      }
      const fields = [...document.querySelectorAll("input, textarea")].map(
        (field) => (field as HTMLInputElement).value,
      );
      return [document.documentElement.outerHTML, ...fields, JSON.stringify(databases)].join("\n");
    });
    contents.set(`frame ${index} (${frame.url().slice(0, 300)})`, text);
  }
  contents.set("messages", (recordedMessages.get(page) ?? []).join("\n"));
  for (const storage of ["localStorage", "sessionStorage"] as const) {
    const stored = await page.evaluate((name) => JSON.stringify(Object.entries(window[name])), storage);
    contents.set(storage, stored);
  }
  contents.set("clipboard", await page.evaluate(() => navigator.clipboard.readText()));
  return contents;
}
