/** Values as people write them in settings and arguments, with a sentence for each mistake. */
import * as l10n from "@vscode/l10n";
import * as v from "valibot";

/** In messages of a schema, where the invalid field is not known yet. */
const fieldMark = "\0";

/** A message of a schema that names the invalid field. */
export function problem(sentence: (field: string) => string): () => string {
  return () => sentence(fieldMark);
}

/** The message for a value that is not an object, for an unknown field and for a missing one. */
export function notObject(
  fields: readonly string[],
): (issue: { readonly expected: string | null }) => string {
  const names = fields.join(", ");
  return ({ expected }) =>
    expected === "never"
      ? l10n.t("{0} is unknown; use {1}", fieldMark, names)
      : expected === "Object"
        ? l10n.t("{0} must be an object with {1}", fieldMark, names)
        : l10n.t("{0} is required", fieldMark);
}

/** The message of an issue, with the name of the invalid field: `query.days must be a number of days up to 3,650`. */
export function problemText(issue: v.BaseIssue<unknown>, valueName: string): string {
  return issue.message.replace(fieldMark, () => v.getDotPath(issue) ?? valueName);
}

export const notString = problem((field) => l10n.t("{0} must be a string", field));
export const notArray = problem((field) => l10n.t("{0} must be an array", field));
export const nonEmptyText = v.pipe(
  v.string(notString),
  v.nonEmpty(problem((field) => l10n.t("{0} must not be empty", field))),
);
