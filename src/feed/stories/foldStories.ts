import type { CompanyEvent } from "../../shared/companyEvent";
import { groupStories } from "./groupStories";

export interface FoldedStories {
  /** In the order given. Each story has only its first event, with the amount that any of its events states. */
  readonly events: readonly CompanyEvent[];
  /** How many other events tell the same story, by the ID of the event in `events`; absent if none does. */
  readonly retold: ReadonlyMap<string, number>;
}

/** Keeps one event of each story, so that each story is counted once. @param events newest first */
export function foldStories(events: readonly CompanyEvent[]): FoldedStories {
  const stories = groupStories(events);
  return {
    events: stories.flatMap((story) => leadOf(story) ?? []),
    retold: new Map(
      stories.flatMap((story) => (story[0] && story.length > 1 ? [[story[0].id, story.length - 1]] : [])),
    ),
  };
}

function leadOf(story: readonly CompanyEvent[]): CompanyEvent | undefined {
  const [lead] = story;
  const stating = story.find(({ amount }) => amount !== undefined);
  if (!lead || !stating || stating === lead || stating.amount === undefined) {
    return lead;
  }
  return { ...lead, amount: stating.amount };
}
