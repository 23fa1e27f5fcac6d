import type { Locator } from "playwright-core";

/** Left edges of parts of an element's text, in CSS pixels. */
export function leftOf(element: Locator, ...parts: string[]): Promise<number[]> {
  return element.evaluate((root, searched) => {
    const nodes: Text[] = [];
    const collect = (node: Node): void => {
      if (node instanceof Text) {
        nodes.push(node);
      }
      if (node instanceof Element) {
        node.shadowRoot?.childNodes.forEach(collect);
      }
      node.childNodes.forEach(collect);
    };
    collect(root);
    return searched.map((part) => {
      for (const node of nodes) {
        const at = node.data.indexOf(part);
        if (at >= 0) {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + part.length);
          const { left, width } = range.getBoundingClientRect();
          if (width > 0) {
            return left;
          }
        }
      }
      throw new Error(`"${part}" is not in "${root.textContent}".`);
    });
  }, parts);
}

/** True if the parts appear from left to right. */
export async function isInOrder(element: Locator, ...parts: string[]): Promise<boolean> {
  const lefts = await leftOf(element, ...parts);
  return lefts.every((left, i) => i === 0 || left > (lefts[i - 1] ?? 0));
}
