import { indentJson } from "../shared/jsonText";

/** Characters. Indenting more than this would block the extension host noticeably. */
const maxIndented = 2 * 1024 * 1024;

/** What a document shows: the JSON indented, or as it was sent where it is too long for that. */
export function documentText(json: string): string {
  return `${json.length > maxIndented ? json : indentJson(json)}\n`;
}
