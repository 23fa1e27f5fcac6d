import type { Page } from "playwright-core";

/** A visible or accessible text, and its element. */
export interface ShownText {
  readonly text: string;
  /** Enclosing elements, outermost first: `main.app > status-line > span.live`. */
  readonly place: string;
  /** How the text is cut off. Undefined if a tooltip contains all of it. */
  readonly clipped?: string;
}

/** All text of the page, including shadow roots, and attributes that are shown or read aloud. */
export function shownTexts(page: Page): Promise<ShownText[]> {
  return page.evaluate(collectTexts);
}

/** Runs in the page. */
function collectTexts(): ShownText[] {
  const attributes = [
    "aria-label",
    "aria-description",
    "aria-valuetext",
    "aria-roledescription",
    "title",
    "placeholder",
    "alt",
    "label",
  ];
  const found: ShownText[] = [];

  const parentOf = (node: Node): Element | null => {
    const slot = node instanceof Element || node instanceof Text ? node.assignedSlot : null;
    const parent = slot ?? node.parentNode;
    return parent instanceof ShadowRoot ? parent.host : parent instanceof Element ? parent : null;
  };
  const placeOf = (element: Element): string => {
    const names: string[] = [];
    for (let at: Element | null = element; at && at !== document.body; at = parentOf(at)) {
      names.unshift([at.localName, ...at.classList].join("."));
    }
    return names.slice(-4).join(" > ");
  };
  /** Hidden from everyone, such as by `display: none`. */
  const isHidden = (element: Element): boolean =>
    getComputedStyle(element).display !== "contents" &&
    !element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
  /** Only for screen readers: one pixel in size. */
  const isForScreenReaders = (element: Element): boolean => {
    for (let at: Element | null = element; at; at = parentOf(at)) {
      const { width, height } = at.getBoundingClientRect();
      if (width <= 1 || height <= 1) {
        return getComputedStyle(at).display !== "contents";
      }
    }
    return false;
  };

  const hasTooltip = (element: Element, text: string): boolean => {
    for (let at: Element | null = element; at; at = parentOf(at)) {
      if (at.getAttribute("title")?.replace(/\s+/g, " ").includes(text.replace(/ ·$/, ""))) {
        return true;
      }
    }
    return false;
  };
  const clippingOf = (node: Text, element: Element): string | undefined => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()];
    if (rects.length === 0 || isForScreenReaders(element)) {
      return undefined;
    }
    const left = Math.min(...rects.map((rect) => rect.left));
    const right = Math.max(...rects.map((rect) => rect.right));
    const top = Math.min(...rects.map((rect) => rect.top));
    const bottom = Math.max(...rects.map((rect) => rect.bottom));
    for (let at: Element | null = element; at; at = parentOf(at)) {
      const { overflowX, overflowY } = getComputedStyle(at);
      const box = at.getBoundingClientRect();
      if (overflowX === "auto" || overflowX === "scroll" || overflowY === "auto" || overflowY === "scroll") {
        // The rest can be scrolled to.
        return undefined;
      }
      const name = [at.localName, ...at.classList].join(".");
      if (
        (overflowX === "hidden" || overflowX === "clip") &&
        (right > box.right + 1 || left < box.left - 1)
      ) {
        return `${name} is ${Math.round(Math.max(right - box.right, box.left - left))} px too narrow`;
      }
      if (
        (overflowY === "hidden" || overflowY === "clip") &&
        (bottom > box.bottom + 3 || top < box.top - 3)
      ) {
        return `${name} is ${Math.round(Math.max(bottom - box.bottom, box.top - top))} px too low`;
      }
    }
    return right > innerWidth + 1 || left < -1 ? "it reaches beyond the window" : undefined;
  };

  const visit = (node: Node): void => {
    if (node instanceof Text) {
      const element = parentOf(node);
      const text = node.data.replace(/\s+/g, " ").trim();
      if (element && text !== "" && !isHidden(element)) {
        const clipped = hasTooltip(element, text) ? undefined : clippingOf(node, element);
        found.push({ text, place: placeOf(element), ...(clipped !== undefined && { clipped }) });
      }
      return;
    }
    if (node instanceof Element) {
      if (/^(script|style|svg)$/.test(node.localName) || isHidden(node)) {
        return;
      }
      for (const name of attributes) {
        const value = node.getAttribute(name);
        if (value) {
          found.push({ text: value, place: `${placeOf(node)}[${name}]` });
        }
      }
      if (node instanceof HTMLInputElement && node.value) {
        found.push({ text: node.value, place: `${placeOf(node)}[value]` });
      }
      node.shadowRoot?.childNodes.forEach(visit);
    }
    node.childNodes.forEach(visit);
  };
  visit(document.body);
  return found;
}
