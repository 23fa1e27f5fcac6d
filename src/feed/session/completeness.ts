import type { Completeness } from "../../shared/feedState";
import type { Coverage } from "./coverage";

/**
 * @param room how many more events may be loaded
 * @param maxEvents the limit that this comes from
 */
export function completenessOf(coverage: Coverage, room: number, maxEvents: number): Completeness {
  const { walk, gaps, before } = coverage;
  const hasGap = gaps.all.length > 0;
  if (walk.state.kind === "stopped") {
    return { kind: "stopped", message: walk.state.reason };
  }
  if (room <= 0 && (walk.state.kind === "more" || hasGap)) {
    return { kind: "limit", maxEvents };
  }
  if (walk.state.kind === "more") {
    return { kind: "more" };
  }
  return { kind: hasGap ? "gap" : "complete", ...(before && { before }) };
}
