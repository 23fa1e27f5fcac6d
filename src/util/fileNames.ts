/** The longest well-formed start of a text that has at most `max` bytes in UTF-8. */
export function cutToBytes(text: string, max: number): string {
  let cut = text;
  while (Buffer.byteLength(cut) > max || !cut.isWellFormed()) {
    cut = cut.slice(0, -1);
  }
  return cut;
}
