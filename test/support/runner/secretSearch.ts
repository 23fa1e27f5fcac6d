import { readdir, readFile, realpath } from "node:fs/promises";
import path from "node:path";
import { constants, gunzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { listenInFrames } from "../page/frames";

/** Spellings in which a secret could turn up: as it is, percent-encoded, in base64 at any place of a longer text. */
export function encodingsOf(secret: string): string[] {
  const base64 = [0, 1, 2].map((offset) => {
    const bytes = Buffer.from("x".repeat(offset) + secret);
    // Characters that also stand for what comes before and after are left out.
    return bytes.toString("base64").slice(Math.ceil((offset * 4) / 3), Math.floor((bytes.length * 4) / 3));
  });
  const encoded = encodeURIComponent(secret);
  return [...new Set([secret, encoded, encodeURIComponent(encoded), ...base64])];
}

/** The places among `texts` (name → text) that hold the secret in any spelling. */
export function findSecret(secret: string, texts: ReadonlyMap<string, string>): string[] {
  const spellings = encodingsOf(secret);
  return [...texts].filter(([, text]) => spellings.some((one) => text.includes(one))).map(([name]) => name);
}

/**
 * Every file below a folder, by its path with slashes, byte by byte as Latin-1, and unpacked where it is gzip. Whoever owns the folder may be at work
 * in it: what goes away meanwhile is left out.
 */
export async function readFilesBelow(folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const root = await realpath(folder);
  for (const file of await filePaths(root)) {
    const text = await readFileText(file);
    if (text !== undefined) {
      files.set(path.relative(root, file).replaceAll(path.sep, "/"), text);
    }
  }
  return files;
}

async function filePaths(folder: string): Promise<string[]> {
  const entries = (await unlessGone(readdir(folder, { withFileTypes: true }))) ?? [];
  const paths: string[] = [];
  for (const entry of entries) {
    const below = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      paths.push(...(await filePaths(below)));
    } else if (entry.isFile()) {
      paths.push(below);
    }
  }
  return paths;
}

/** A file as Latin-1; gzip unpacked as far as it goes, as it is where it does not. Undefined when there is no such file. */
export async function readFileText(file: string): Promise<string | undefined> {
  const bytes = await unlessGone(readFile(file));
  return bytes && (bytes[0] === 0x1f && bytes[1] === 0x8b ? unpacked(bytes) : bytes).toString("latin1");
}

function unpacked(bytes: Buffer): Buffer {
  try {
    // The end may not be written yet.
    return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return bytes;
  }
}

async function unlessGone<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      return undefined;
    }
    throw error;
  }
}

/** Messages that the frames of a page received, also those of frames that are gone. */
const messagesOf = new WeakMap<Page, string[]>();

/** Keeps every message that any frame of a page receives from now on; `readPageContents` hands them out. */
export async function recordMessages(page: Page): Promise<void> {
  const kept: string[] = [];
  messagesOf.set(page, kept);
  await page.exposeBinding("keepMessage", (_, text: string) => kept.push(text));
  await listenInFrames(page, () => {
    const { keepMessage } = window as unknown as { keepMessage: (text: string) => Promise<number> };
    window.addEventListener("message", (event) => {
      try {
        void keepMessage(JSON.stringify(event.data));
      } catch {
        void keepMessage(String(event.data));
      }
    });
  });
}

/** What a person or a page's script could see in a browser: markup, messages and storage of every frame. */
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
  contents.set("messages", (messagesOf.get(page) ?? []).join("\n"));
  for (const storage of ["localStorage", "sessionStorage"] as const) {
    const stored = await page.evaluate((name) => JSON.stringify(Object.entries(window[name])), storage);
    contents.set(storage, stored);
  }
  contents.set("clipboard", await page.evaluate(() => navigator.clipboard.readText()));
  return contents;
}
