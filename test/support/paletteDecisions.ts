import manifest from "../../package.json";
import titles from "../../package.nls.json";
import { contexts } from "../../src/ids";

/** Conditions for commands in the Command Palette. docs/architecture.md explains them. */
const paletteClauses = {
  always: undefined,
  withActiveConnection: `${contexts.connection} != none`,
  withChangesAllowed: contexts.changesAllowed,
  withConnection: `!${contexts.noConnections}`,
  withOpenFeed: contexts.feedOpen,
  withOpenEventFeed: `${contexts.feedOpen} && !${contexts.publications}`,
  onlyInMenus: "false",
} as const;

export type PaletteDecision = keyof typeof paletteClauses;

/** Titles of the commands with these conditions, sorted. */
export function paletteTitles(...decisions: readonly PaletteDecision[]): string[] {
  const { commands, menus } = manifest.contributes;
  const texts = new Map<string, string>(Object.entries(titles));
  const clauses = decisions.map((decision): string | undefined => paletteClauses[decision]);
  return commands
    .filter(({ command, enablement }) =>
      clauses.includes(menus.commandPalette.find((item) => item.command === command)?.when ?? enablement),
    )
    .map(({ title, category }) => `${category}: ${texts.get(title.replaceAll("%", "")) ?? title}`)
    .sort();
}
