import type { Page } from "playwright-core";

/**
 * Runs `listen`, which adds listeners, in every frame that is loaded from now on, before the frame's script.
 * Runs it again after `document.open()`, with which VS Code fills webviews and which removes all listeners.
 * @param listen runs in the frame, and can use nothing from outside except `mark`
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
