import type { CommandRegistrar } from "../../commands";
import type { Connections } from "../../connections/connections";
import { commands } from "../../ids";
import { followCompanyInMenu, runMenuCommand } from "../../panel/feedCommands";
import type { FeedPanels } from "../../panel/feedPanels";
import type { Company } from "../../shared/companyEvent";
import { isRecord } from "../../shared/typeGuards";
import type { SavedFeedId } from "../model/savedFeed";
import type { SavedFeedList } from "../savedFeedList";
import type { SavedFeeds } from "../savedFeeds";
import type { CompaniesEnvironment } from "./importWatchlist";

/** What a panel passes to Follow This Company…. */
export interface FollowCompanyArgument {
  readonly company: Company;
  /** Name of the connection that the company was seen on. */
  readonly connection: string;
}

interface CommandsEnvironment extends Omit<CompaniesEnvironment, "list"> {
  readonly list: () => Promise<SavedFeedList>;
  readonly savedFeeds: () => Promise<SavedFeeds>;
  readonly connections: Connections;
  readonly panels: () => Promise<FeedPanels>;
}

/** The commands that change the companies of saved feeds; their dialogs are loaded with the first of them. */
export function registerCompanyCommands(registrar: CommandRegistrar, environment: CommandsEnvironment): void {
  const { connections, list, panels, savedFeeds, view } = environment;
  const followFeed = async (id: SavedFeedId, connection: string): Promise<void> => {
    const client = connections.clientFor(connection);
    if (client) {
      await (await savedFeeds()).follow(id, client.connection);
    }
  };
  registrar.registerCommand(commands.importWatchlist, async (argument) => {
    const { WatchlistImport } = await import("./importWatchlist");
    const loaded = { ...environment, list: await list() };
    await view.withDialog(() => WatchlistImport.run(savedFeedIdOf(argument), loaded));
  });
  registrar.registerCommand(commands.followCompany, async (argument) => {
    if (isFollowArgument(argument)) {
      const { followCompany } = await import("./followCompany");
      const { company, connection } = argument;
      const loaded = { ...environment, list: await list() };
      await view.withDialog(() => followCompany(company, loaded, (id) => followFeed(id, connection)));
    } else {
      // The panel runs the command again, with the company of its active event.
      await runMenuCommand(panels, followCompanyInMenu, argument);
    }
  });
}

/** @param argument a row of the view, `{ id }`, or the ID */
function savedFeedIdOf(argument: unknown): SavedFeedId | undefined {
  const status = isRecord(argument) ? (argument["status"] ?? argument) : { id: argument };
  const id = isRecord(status) ? status["id"] : undefined;
  return typeof id === "string" ? id : undefined;
}

function isFollowArgument(argument: unknown): argument is FollowCompanyArgument {
  return isRecord(argument) && isRecord(argument["company"]) && typeof argument["connection"] === "string";
}
