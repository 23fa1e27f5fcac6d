import * as l10n from "@vscode/l10n";
import { formatNumber } from "../../../shared/text";

/** More than a list of 10,000 companies with all that a CRM knows of them. */
const maxImportBytes = 32 * 1024 * 1024;

/** @throws {Error} with a sentence for the user if a file is larger than any list */
export function checkImportedSize(bytes: number): void {
  if (bytes > maxImportBytes) {
    throw new Error(
      l10n.t("The file is too large: it can have up to {0} MB.", formatNumber(maxImportBytes / 1024 / 1024)),
    );
  }
}

/**
 * The text of a file: UTF-8, UTF-16 with a byte order mark (as Excel writes "Unicode Text"), else Windows-1252 (as Excel writes CSV).
 * @throws {Error} with a sentence for the user if it is no text
 */
export function decodeImportedFile(bytes: Uint8Array): string {
  const startsWith = (...start: number[]): boolean => start.every((byte, index) => bytes[index] === byte);
  // ZIP, as .xlsx and .numbers are; the older .xls.
  if (startsWith(0x50, 0x4b, 0x03, 0x04) || startsWith(0xd0, 0xcf, 0x11, 0xe0)) {
    throw new Error(
      l10n.t("This is a spreadsheet or an archive. Save the sheet as a CSV file and import that."),
    );
  }
  const text = decode(bytes, startsWith);
  if (text.includes("\0")) {
    throw new Error(l10n.t("This isn't a text file."));
  }
  return text;
}

function decode(bytes: Uint8Array, startsWith: (...start: number[]) => boolean): string {
  if (startsWith(0xff, 0xfe) || startsWith(0xfe, 0xff)) {
    return new TextDecoder(startsWith(0xff) ? "utf-16le" : "utf-16be").decode(bytes);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
