/**
 * Text as it is compared when someone searches: without case. The host finds matches by it and the page marks them: what
 * the one finds, the other has to see.
 */
export function folded(text: string): string {
  return text.toLowerCase();
}
