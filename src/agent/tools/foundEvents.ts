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
  /** Sentences on what was resolved and reused. */
  readonly notes: readonly string[];
  /** Opens the same events; undefined if they are too much for a link. */
  readonly link?: string;
}

/** Everything that a search found: its pages are taken from it. */
export interface FoundEvents extends PagedAnswer {
  readonly input: SearchInput;
  readonly matching: MatchingEvents;
  /** In the order of the pages. */
  readonly events: readonly CompanyEvent[];
}
