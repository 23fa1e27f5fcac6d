/**
 * Tells when VS Code gives the page another theme: it sets the colours on the root element, and names the theme on the
 * body. What CSS draws follows by itself; a canvas does not.
 */
export class ThemeObserver {
  private readonly observer: MutationObserver;

  constructor(changed: () => void) {
    this.observer = new MutationObserver(changed);
  }

  follow({ documentElement, body }: Document): void {
    this.observer.observe(documentElement, { attributeFilter: ["style"] });
    this.observer.observe(body, {
      attributeFilter: ["class", "data-vscode-theme-kind", "data-vscode-theme-id"],
    });
  }

  disconnect(): void {
    this.observer.disconnect();
  }
}
