import titles from "../../package.nls.json";
import { type commands, contexts } from "../../src/ids";

/** When a command is in the Command Palette: docs/architecture.md says why. */
export const paletteClauses = {
  always: undefined,
  withActiveConnection: `${contexts.connection} != none`,
  withConnection: `${contexts.connection} != none || ${contexts.hasConnections}`,
  withSavedFeeds: `${contexts.connection} != none || ${contexts.hasSavedFeeds}`,
  withOpenFeed: `${contexts.feedOpen} || activeWebviewPanelId == 'companyFeed.feed'`,
  onlyInMenus: "false",
} as const;

export type CommandName = keyof typeof commands;
export type PaletteDecision = keyof typeof paletteClauses;

export const paletteDecisions: Readonly<Record<CommandName, PaletteDecision>> = {
  connect: "always",
  connectSample: "always",
  switchConnection: "always",
  editConnection: "withConnection",
  removeConnection: "withConnection",
  testConnection: "withConnection",
  setApiKey: "withConnection",
  clearApiKey: "withConnection",
  refreshCollections: "withActiveConnection",
  loadMoreCollections: "withActiveConnection",
  loadAllCollections: "withActiveConnection",
  findCollection: "withActiveConnection",
  arrangeCollections: "withActiveConnection",
  openCollection: "withActiveConnection",
  copyFieldValue: "onlyInMenus",
  copyCollectionId: "withActiveConnection",
  createCollection: "withActiveConnection",
  changeCollectionEnvironment: "withActiveConnection",
  deleteCollection: "withActiveConnection",
  deleteAllDocuments: "withActiveConnection",
  deleteDocument: "withActiveConnection",
  deleteSelected: "onlyInMenus",
  findDocument: "withActiveConnection",
  openDocument: "withActiveConnection",
  copyDocumentId: "withActiveConnection",
  // These offer to connect.
  openFeed: "always",
  openEvent: "always",
  exportEvents: "always",
  openDigest: "always",
  duplicateFeed: "withOpenFeed",
  refreshFeed: "withOpenFeed",
  loadOlderEvents: "withOpenFeed",
  loadWindow: "withOpenFeed",
  toggleLive: "withOpenFeed",
  copyFeedLink: "withOpenFeed",
  copyFeedRequest: "withOpenFeed",
  copyFeedRequestAs: "withOpenFeed",
  findInFeed: "withOpenFeed",
  copyEventsAsTsv: "onlyInMenus",
  copyEventsAsMarkdown: "onlyInMenus",
  copyEventsAsJson: "onlyInMenus",
  copyEventId: "onlyInMenus",
  copyEventIds: "onlyInMenus",
  copyEventLink: "onlyInMenus",
  copyEventLinks: "onlyInMenus",
  copyEventTitle: "onlyInMenus",
  copyEventTitles: "onlyInMenus",
  openEventsAsJson: "onlyInMenus",
  exportSelectedEvents: "onlyInMenus",
  showEventDetails: "onlyInMenus",
  onlyThisType: "onlyInMenus",
  onlyThisSector: "onlyInMenus",
  showCompanyEvents: "onlyInMenus",
  openCompanyWebsite: "onlyInMenus",
  followCompany: "onlyInMenus",
  saveFeed: "withSavedFeeds",
  openSavedFeed: "withSavedFeeds",
  editSavedFeed: "withSavedFeeds",
  removeSavedFeed: "withSavedFeeds",
  followSavedFeed: "withSavedFeeds",
  markFeedRead: "withSavedFeeds",
  markAllFeedsRead: "withSavedFeeds",
  undoMarkRead: "withSavedFeeds",
  copySavedFeedLink: "withSavedFeeds",
  snoozeFeed: "withSavedFeeds",
  importWatchlist: "withSavedFeeds",
  followFeed: "onlyInMenus",
  unfollowFeed: "onlyInMenus",
  moveSavedFeedUp: "onlyInMenus",
  moveSavedFeedDown: "onlyInMenus",
  openSavedFeedsSetting: "onlyInMenus",
  askAgent: "always",
  copyMcpConfiguration: "always",
  showLog: "always",
};

/** The titles in the palette when these decisions apply, sorted. */
export function paletteTitles(...decisions: readonly PaletteDecision[]): string[] {
  return (Object.keys(paletteDecisions) as CommandName[])
    .filter((name) => decisions.includes(paletteDecisions[name]))
    .map((name) => `Company Feed: ${titles[`command.${name}`]}`)
    .sort();
}
