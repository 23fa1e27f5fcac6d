/** Every id that package.json and the code share, spelled once. A test compares both. */

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
  copyCollectionId: "companyFeed.copyCollectionId",
  openFeed: "companyFeed.openFeed",
  duplicateFeed: "companyFeed.duplicateFeed",
  refreshFeed: "companyFeed.refreshFeed",
  loadOlderEvents: "companyFeed.loadOlderEvents",
  exportEvents: "companyFeed.exportEvents",
  loadWindow: "companyFeed.loadWindow",
  toggleLive: "companyFeed.toggleLive",
  copyFeedLink: "companyFeed.copyFeedLink",
  copyFeedRequest: "companyFeed.copyFeedRequest",
  showLog: "companyFeed.showLog",
} as const;

export type CommandId = (typeof commands)[keyof typeof commands];

export const views = {
  collections: "companyFeed.collections",
} as const;

/** Context keys that `when` clauses of package.json read. */
export const contexts = {
  /** `none`, `sample` or `service`: what the active connection is. */
  connection: "companyFeed.connection",
  /** Whether there is a connection to switch to. */
  hasConnections: "companyFeed.hasConnections",
  /** `some`, `none` (the service has no collections), `noKey` or `unknown`: what the tree has of the active connection. */
  collections: "companyFeed.collectionsLoaded",
} as const;

/** Schemes of the addresses that the extension serves or marks rows with. */
export const schemes = {
  /** Collections as read-only JSON documents. */
  collection: "companyfeed-collection",
  /** Events as read-only JSON documents. */
  events: "companyfeed-events",
  /** Rows of collections that are not active. */
  inactive: "companyfeed-inactive",
} as const;

export const panels = {
  feed: "companyFeed.feed",
} as const;

/** Settings below the section `companyFeed`; their defaults are in package.json alone. */
export const settings = {
  section: "companyFeed",
  connections: "connections",
  collectionsPageSize: "collections.pageSize",
  feedPageSize: "feed.pageSize",
  feedWindowDays: "feed.windowDays",
  feedPollInterval: "feed.pollInterval",
  feedOverlap: "feed.overlapMinutes",
  feedMaxEvents: "feed.maxEvents",
  feedTypesFormat: "feed.typesFormat",
  requestTimeout: "requestTimeout",
} as const;
