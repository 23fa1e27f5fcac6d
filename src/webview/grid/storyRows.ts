/** Rows of events that tell the same story: the first one has a button that shows the others below it. */
import * as l10n from "@vscode/l10n";
import { html, type TemplateResult } from "lit";
import type { EventRow, StoryOfRow } from "../../shared/feedState";
import { formatNumber } from "../../shared/text";

/** Show or hide the other events of a story. */
export interface StoryChange {
  /** Of any event of the story. */
  readonly id: string;
  readonly expanded: boolean;
}

/** By keyboard, the right and left arrow do the same. */
export function storyButton({ others, expanded }: StoryOfRow): TemplateResult {
  const count = others.length;
  const text = count === 1 ? l10n.t("1 more like this") : l10n.t("{0} more like this", formatNumber(count));
  return html`<button
    type="button"
    class="link story"
    tabindex="-1"
    aria-expanded=${expanded}
    title=${text}
    aria-label=${text}
    data-expand=${!expanded}
  >
    <span class="codicon codicon-chevron-${expanded ? "down" : "right"}" aria-hidden="true"></span
    ><span class="count">+${formatNumber(count)}</span>
  </button>`;
}

/** What a click on the button of a row does. */
export function clickedStoryChange({ target }: MouseEvent, id: string | undefined): StoryChange | undefined {
  const button = target instanceof Element ? target.closest<HTMLElement>("[data-expand]") : null;
  return button && id !== undefined ? { id, expanded: button.dataset["expand"] === "true" } : undefined;
}

/** The events of a row: also those that are folded into it. */
export function eventsOfRow(
  row: EventRow,
): readonly { readonly id: string; readonly publishedMs?: number }[] {
  return row.story && !row.story.expanded ? [row, ...row.story.others] : [row];
}
