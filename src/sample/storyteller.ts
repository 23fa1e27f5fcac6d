import { executiveChange, layoff, productLaunch, shutdown } from "./companyStories";
import { acquisition, acquisitionOfTarget, funding, ipo, partnership } from "./dealStories";
import type { EventType, Scene, Story } from "./story";

/** Tells one event of a company that recurs in the stream. Such a company neither closes nor goes public. */
export function tellRecurring(scene: Scene): { type: EventType; story: Story } {
  const type = recurringType(scene);
  return { type, story: tellers[type](scene) };
}

/** Tells one event of a company that is met in it alone. */
export function tellOnce(scene: Scene): { type: EventType; story: Story } {
  const { stage } = scene.company;
  if (stage === "growth") {
    return { type: "ipo", story: ipo(scene) };
  }
  if (stage === "public") {
    return { type: "acquisition", story: acquisitionOfTarget(scene) };
  }
  return scene.random.chance(0.5)
    ? { type: "shutdown", story: shutdown(scene) }
    : { type: "funding", story: funding(scene) };
}

const tellers = {
  funding,
  acquisition,
  executive_change: executiveChange,
  layoff,
  partnership,
  product_launch: productLaunch,
};

/** Every third chapter of a company may be a funding round, so that two of them are never close together. */
function recurringType({ random, company, chapter }: Scene): keyof typeof tellers {
  const fundingShare = { startup: 0.9, growth: 0.75, public: 0.15 }[company.stage];
  if (chapter % 3 === 0 && random.chance(fundingShare)) {
    return "funding";
  }
  return random.weighted([
    ["partnership", 28],
    ["product_launch", 28],
    ["executive_change", 22],
    ["acquisition", company.stage === "startup" ? 3 : 14],
    ["layoff", company.stage === "startup" ? 4 : 11],
  ]);
}
