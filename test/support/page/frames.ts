import type { Page } from "playwright-core";

/**
 * Runs `listen`, which adds listeners, in every frame that is loaded from now on, before the frame's own scripts. VS Code fills
 * the frame of a webview by `document.open()`, which removes all listeners, so it then runs again.
 *
 * @param listen runs in the frame: it can use nothing from outside but `mark`
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
