/** Text as it is compared when someone searches: without case. */
export function folded(text: string): string {
  return text.toLowerCase();
}
