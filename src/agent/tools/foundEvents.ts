import type { CompanyEvent } from "../../shared/companyEvent";
import type { TimeSpan } from "../../shared/viewQueries";
import type { AnswerScope } from "./answer/firstLine";
import type { SearchInput } from "./input/decodeInput";
import type { EventFilters } from "./input/eventFilters";
import type { PagedAnswer } from "./pageHandles";

/** The events that an agent asks about, and what to say of them. */
export interface MatchingEvents {
  readonly filters: EventFilters;
  /** Newest first; those without a readable date last. */
  readonly events: readonly CompanyEvent[];
  readonly scope: AnswerScope;
  /** The part of the window that was read. */
  readonly readSpan: TimeSpan;
  /** Sentences about how the filters were understood, and what else an agent has to know. */
  readonly notes: readonly string[];
  /** A link that opens the same events; absent if the filters are too long for a link. */
  readonly link?: string;
}

/** Everything that a search has found. Its pages are taken from it. */
export interface FoundEvents extends PagedAnswer {
  readonly input: SearchInput;
  readonly matching: MatchingEvents;
  /** In the order of the pages. */
  readonly events: readonly CompanyEvent[];
}
