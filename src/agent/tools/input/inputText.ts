import { parseJson } from "../../../shared/schemas";

/** Characters of input that an agent passed as text. */
export const maxTextLength = 20_000;
/** Characters of the name of an argument, or of a value that is one of a few. */
export const maxNameLength = 40;

/** The value of a text that is JSON, since some agents pass objects and lists as text; undefined for any other text. */
export function jsonIn(text: string): unknown {
  if (text.length > maxTextLength) {
    return undefined;
  }
  if (text.trim() === "") {
    return {};
  }
  return parseJson(text);
}
