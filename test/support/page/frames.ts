import type { Page } from "playwright-core";

/**
 * Has `listen` add its listeners to the window of every frame loaded from now on, before any script of the frame runs. VS Code
 * fills a webview's frame by `document.open()`, which takes all listeners off again: they are put back.
 *
 * @param listen runs in the frame, once for each document: nothing from outside of it but `mark` is known there.
 */
export async function listenInFrames(page: Page, listen: (mark: string) => void, mark = ""): Promise<void> {
  await page.addInitScript(`{
    const listen = () => (${String(listen)})(${JSON.stringify(mark)});
    const { open } = Document.prototype;
    Document.prototype.open = function (...parameters) {
      const opened = open.apply(this, parameters);
      if (this === document) {
        listen();
      }
      return opened;
    };
    listen();
  }`);
}
