import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import { type ExportFormat, exportFormats } from "./formats/exportFormat";
import type { FeedQuery } from "../shared/feedQuery";
import { notObject, problemText, queryFromWritten, writtenQueryFields } from "../feed/writtenQuery";
import { nonEmptyText, notString, problem } from "../shared/schemas";

/** Argument from a task, keybinding or feed panel. Export Events… asks for what is left out. */
export interface ExportArgument {
  readonly query?: FeedQuery;
  readonly format?: ExportFormat;
  /** See `parseTarget`. */
  readonly target?: string;
  /** ID of the feed panel to export from; by default the one focused last. */
  readonly panelId?: string;
}

// Messages don't list `panelId`, which only a feed panel passes.
const schema = v.strictObject(
  {
    query: v.exactOptional(v.strictObject(writtenQueryFields, notObject(Object.keys(writtenQueryFields)))),
    format: v.exactOptional(
      v.picklist(
        exportFormats,
        problem((field) => l10n.t("{0} must be one of {1}", field, exportFormats.join(", "))),
      ),
    ),
    target: v.exactOptional(nonEmptyText),
    panelId: v.exactOptional(v.string(notString)),
  },
  notObject(["query", "format", "target"]),
);

/**
 * Decodes the argument of Export Events… (docs/export.md).
 * @param defaultQuery has the window to use if the argument has none
 * @throws {Error} with a sentence
 */
export function decodeExportArgument(value: unknown, defaultQuery: FeedQuery): ExportArgument {
  const parsed = v.safeParse(schema, value ?? {});
  if (!parsed.success) {
    throw invalidArgument(problemText(parsed.issues[0], "argument"));
  }
  const { query: written, ...rest } = parsed.output;
  const query = written && queryFromWritten(written, defaultQuery.window, "query.");
  if (typeof query === "string") {
    throw invalidArgument(query);
  }
  return query === undefined ? rest : { ...rest, query };
}

function invalidArgument(reason: string): Error {
  return new Error(l10n.t("Invalid argument for Export Events: {0}.", reason));
}
