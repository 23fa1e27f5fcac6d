import { LitElement } from "lit";

/** An element without a shadow root, so that the page's style sheets and IDs apply to it. */
export abstract class PageElement extends LitElement {
  protected override createRenderRoot(): this {
    return this;
  }
}

/**
 * Calls back in the animation frame after an element changed its size. A new layout within the callback of a
 * `ResizeObserver` may change sizes again, which browsers report as an error ("ResizeObserver loop").
 */
export function observeSize(elements: readonly Element[], onResize: () => void): void {
  let frame: number | undefined;
  const observer = new ResizeObserver(() => {
    frame ??= requestAnimationFrame(() => {
      frame = undefined;
      onResize();
    });
  });
  elements.forEach((element) => observer.observe(element));
}
