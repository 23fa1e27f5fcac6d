/**
 * Why Windows has no file of this name, as half a sentence. It would write to a device of that name, drop dots and spaces at
 * the end, or take a colon for the start of a stream's name.
 */
export function windowsNameProblem(name: string): string | undefined {
  if (/^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|$)/i.test(name)) {
    return `${name} is a reserved name on Windows`;
  }
  if (/[. ]$/.test(name)) {
    return "names on Windows cannot end with a dot or a space";
  }
  return /[<>:"/\\|?*\u0000-\u001f]/.test(name)
    ? `names on Windows cannot contain < > : " / \\ | ? *`
    : undefined;
}

/** The same for names that file systems of some kind take for the same one: in another case, or composed differently. */
export function nameKey(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/** The start of a well-formed text that takes at most `max` bytes, which is how many systems limit names. */
export function cutToBytes(text: string, max: number): string {
  let cut = text;
  while (Buffer.byteLength(cut) > max || !cut.isWellFormed()) {
    cut = cut.slice(0, -1);
  }
  return cut;
}
