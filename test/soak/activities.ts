import { agentQuestions } from "./activities/agents";
import { changingCollections, connect, disconnect, keyChange, sampleService } from "./activities/connections";
import { exports } from "./activities/exports";
import { occasionalFaults, sleep } from "./activities/faults";
import { liveFeeds, manyPanels } from "./activities/feeds";
import { follow, otherWindow, unfollow, unreadEvents } from "./activities/savedFeeds";
import type { Activity } from "./day";

/** A day, from the morning to the evening. */
export const activities: readonly Activity[] = [
  connect,
  follow,
  liveFeeds,
  unreadEvents,
  sampleService,
  changingCollections,
  occasionalFaults,
  sleep,
  agentQuestions,
  otherWindow,
  exports,
  keyChange,
  manyPanels,
  unfollow,
  disconnect,
];
