import type { CommandRegistrar } from "../../commands";
import { commands } from "../../ids";
import type { Clock } from "../../util/clock";
import type { SavedFeeds } from "../savedFeeds";

/** Registers Snooze Saved Feed…. What it does is loaded with its first use. */
export function registerSnooze(
  registrar: CommandRegistrar,
  savedFeeds: () => Promise<SavedFeeds>,
  clock: Clock,
): void {
  registrar.registerCommand(commands.snoozeFeed, async (...args) => {
    const { snoozeFeed } = await import("./snoozeDialog");
    await snoozeFeed(await savedFeeds(), clock, args);
  });
}
