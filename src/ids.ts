/** IDs that package.json and the code share. A test compares them. */

export const extensionId = "company-feed.company-feed";

export const commands = {
  connect: "companyFeed.connect",
  connectSample: "companyFeed.connectSample",
  switchConnection: "companyFeed.switchConnection",
  editConnection: "companyFeed.editConnection",
  removeConnection: "companyFeed.removeConnection",
  testConnection: "companyFeed.testConnection",
  setApiKey: "companyFeed.setApiKey",
  clearApiKey: "companyFeed.clearApiKey",
  refreshCollections: "companyFeed.refreshCollections",
  loadMoreCollections: "companyFeed.loadMoreCollections",
  loadAllCollections: "companyFeed.loadAllCollections",
  findCollection: "companyFeed.findCollection",
  arrangeCollections: "companyFeed.arrangeCollections",
  openCollection: "companyFeed.openCollection",
  copyFieldValue: "companyFeed.copyFieldValue",
  copyCollectionId: "companyFeed.copyCollectionId",
  createCollection: "companyFeed.createCollection",
  changeCollectionEnvironment: "companyFeed.changeCollectionEnvironment",
  deleteCollection: "companyFeed.deleteCollection",
  deleteAllDocuments: "companyFeed.deleteAllDocuments",
  deleteDocument: "companyFeed.deleteDocument",
  deleteSelected: "companyFeed.deleteSelected",
  createSubscription: "companyFeed.createSubscription",
  editSubscription: "companyFeed.editSubscription",
  deleteSubscription: "companyFeed.deleteSubscription",
  refreshSubscriptions: "companyFeed.refreshSubscriptions",
  openSubscription: "companyFeed.openSubscription",
  copySubscriptionId: "companyFeed.copySubscriptionId",
  findDocument: "companyFeed.findDocument",
  openDocument: "companyFeed.openDocument",
  copyDocumentId: "companyFeed.copyDocumentId",
  openFeed: "companyFeed.openFeed",
  openPublications: "companyFeed.openPublications",
  openEvent: "companyFeed.openEvent",
  duplicateFeed: "companyFeed.duplicateFeed",
  refreshFeed: "companyFeed.refreshFeed",
  loadOlderEvents: "companyFeed.loadOlderEvents",
  loadWindow: "companyFeed.loadWindow",
  toggleLive: "companyFeed.toggleLive",
  exportEvents: "companyFeed.exportEvents",
  copyFeedLink: "companyFeed.copyFeedLink",
  copyFeedRequest: "companyFeed.copyFeedRequest",
  copyFeedRequestAs: "companyFeed.copyFeedRequestAs",
  copyEventsAsTsv: "companyFeed.copyEventsAsTsv",
  copyEventsAsMarkdown: "companyFeed.copyEventsAsMarkdown",
  copyEventsAsJson: "companyFeed.copyEventsAsJson",
  copyEventId: "companyFeed.copyEventId",
  copyEventLink: "companyFeed.copyEventLink",
  copyEventTitle: "companyFeed.copyEventTitle",
  openEventsAsJson: "companyFeed.openEventsAsJson",
  exportSelectedEvents: "companyFeed.exportSelectedEvents",
  showEventDetails: "companyFeed.showEventDetails",
  onlyThisType: "companyFeed.onlyThisType",
  onlyThisSector: "companyFeed.onlyThisSector",
  showCompanyEvents: "companyFeed.showCompanyEvents",
  saveFeed: "companyFeed.saveFeed",
  openSavedFeed: "companyFeed.openSavedFeed",
  editSavedFeed: "companyFeed.editSavedFeed",
  removeSavedFeed: "companyFeed.removeSavedFeed",
  followSavedFeed: "companyFeed.followSavedFeed",
  markFeedRead: "companyFeed.markFeedRead",
  markAllFeedsRead: "companyFeed.markAllFeedsRead",
  undoMarkRead: "companyFeed.undoMarkRead",
  importWatchlist: "companyFeed.importWatchlist",
  findInFeed: "companyFeed.findInFeed",
  askAgent: "companyFeed.askAgent",
  copyMcpConfiguration: "companyFeed.copyMcpConfiguration",
  showLog: "companyFeed.showLog",
} as const;

export type CommandId = (typeof commands)[keyof typeof commands];

export const views = {
  savedFeeds: "companyFeed.savedFeeds",
  collections: "companyFeed.collections",
  subscriptions: "companyFeed.subscriptions",
} as const;

/** Context keys in `when` clauses of package.json. */
export const contexts = {
  /** The active connection: `none`, `sample` or `service`. */
  connection: "companyFeed.connection",
  connected: "companyFeed.connected",
  /** Neither an active one nor any in the settings. */
  noConnections: "companyFeed.noConnections",
  feedOpen: "companyFeed.feedOpen",
  /** The event feed that was focused last has publications: they can't be saved as a feed or linked to. */
  publications: "companyFeed.publications",
  /** What keeps the active connection's collections from loading: see `collectionsContext`. */
  collectionsProblem: "companyFeed.collectionsProblem",
  changesAllowed: "companyFeed.changesAllowed",
} as const;

export type ContextKey = (typeof contexts)[keyof typeof contexts];

/** URI schemes of read-only documents. */
export const schemes = {
  collection: "companyfeed-collection",
  document: "companyfeed-document",
  subscription: "companyfeed-subscription",
  events: "companyfeed-events",
  /** Report of Test Connection. */
  report: "company-feed-report",
} as const;

export const feedPanelType = "companyFeed.feed";

/** `globalState` key: the port that was chosen while the setting `mcp.port` is 0. */
export const mcpPortKey = "mcp.port";

/** Settings in the section `companyFeed`. Their defaults are in package.json. */
export const settings = {
  section: "companyFeed",
  connections: "connections",
  collectionsPageSize: "collections.pageSize",
  feedPageSize: "feed.pageSize",
  feedWindowDays: "feed.windowDays",
  feedPollInterval: "feed.pollInterval",
  feedOverlap: "feed.overlapMinutes",
  feedMaxEvents: "feed.maxEvents",
  feedPreloadEvents: "feed.preloadEvents",
  feedTypesFormat: "feed.typesFormat",
  alertsQuietMinutes: "alerts.quietMinutes",
  mcpEnabled: "mcp.enabled",
  mcpPort: "mcp.port",
  requestTimeout: "requestTimeout",
  savedFeeds: "savedFeeds",
} as const;

/** The tools for agents, in `contributes.languageModelTools` and MCP. */
export const toolNames = [
  "companyfeed_search_events",
  "companyfeed_summarize_events",
  "companyfeed_get_event",
  "companyfeed_list_collections",
  "companyfeed_open_feed",
] as const;

/** How a prompt refers to tools. */
export const toolReferences = { search: "#companyEvents", summarize: "#companyEventSummary" } as const;

export type ToolName = (typeof toolNames)[number];
