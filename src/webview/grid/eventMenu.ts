import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { CopyFormat } from "../../shared/viewQueries";
import { counted } from "../../shared/text";

export type MenuChoice = CopyFormat | "open";

/** CSS pixels of the window. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}

interface Item {
  readonly choice: MenuChoice;
  readonly label: string;
  readonly keys?: string;
  /** A line stands above it. */
  readonly apart?: boolean;
}

const items: readonly Item[] = [
  { choice: "tsv", label: "Copy as TSV", keys: "Ctrl+C" },
  { choice: "markdown", label: "Copy as Markdown" },
  { choice: "json", label: "Copy as JSON" },
  { choice: "id", label: "Copy ID" },
  { choice: "open", label: "Open as JSON", apart: true },
];

const isMac = navigator.platform.startsWith("Mac");

/**
 * What can be done with the selected events, as a menu. It closes when something is chosen and on Escape, and gives the
 * keyboard back to what had it; and when the keyboard goes elsewhere.
 *
 * Fires `menu-choice` (detail: MenuChoice).
 */
@customElement("event-menu")
export class EventMenu extends LitElement {
  /** How many events are selected. */
  @property({ type: Number }) count = 0;

  /** Where it is open; undefined: it is closed. */
  @state() private place: MenuPlace | undefined;
  @state() private marked = 0;
  @query(".menu") private menu!: HTMLElement | null;
  /** What had the keyboard before. */
  private opener: Element | null = null;

  open(place: MenuPlace): void {
    // VS Code's elements have what takes the keyboard inside of them.
    const { activeElement } = document;
    this.opener = activeElement?.shadowRoot?.activeElement ?? activeElement;
    this.place = place;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.place) {
      return nothing;
    }
    return html`<div
      class="menu"
      role="menu"
      aria-label=${counted(this.count, "selected event")}
      tabindex="-1"
      @keydown=${this.onKeyDown}
      @focusout=${this.onFocusOut}
      @contextmenu=${(event: Event) => event.preventDefault()}
    >
      ${items.map(
        ({ choice, label, keys, apart }, i) =>
          html`${apart ? html`<div class="menu-line" role="separator"></div>` : nothing}<button
              type="button"
              role="menuitem"
              tabindex="-1"
              aria-keyshortcuts=${keys ? (isMac ? "Meta+C" : "Control+C") : nothing}
              @pointermove=${() => this.mark(i)}
              @click=${() => this.choose(choice)}
            >
              <span>${label}</span
              >${keys ? html`<span class="keys" aria-hidden="true">${isMac ? "⌘C" : keys}</span>` : nothing}
            </button>`,
      )}
    </div>`;
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    const { menu, place } = this;
    if (!menu || !place) {
      return;
    }
    if (changed.has("place")) {
      this.marked = 0;
      menu.style.left = `${Math.max(4, Math.min(place.x, window.innerWidth - menu.offsetWidth - 4))}px`;
      menu.style.top = `${Math.max(4, Math.min(place.y, window.innerHeight - menu.offsetHeight - 4))}px`;
    }
    this.buttons[this.marked]?.focus();
  }

  private get buttons(): HTMLElement[] {
    return [...(this.menu?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
  }

  private mark(index: number): void {
    this.marked = index;
  }

  private choose(choice: MenuChoice): void {
    this.dispatchEvent(new CustomEvent<MenuChoice>("menu-choice", { detail: choice }));
    this.giveBack();
  }

  /** Before the menu goes away with the keyboard in it. */
  private giveBack(): void {
    this.place = undefined;
    if (this.opener instanceof HTMLElement) {
      this.opener.focus({ preventScroll: true });
    }
  }

  private readonly onFocusOut = (event: FocusEvent) => {
    if (!(event.relatedTarget instanceof Node && this.contains(event.relatedTarget))) {
      this.place = undefined;
    }
  };

  private readonly onKeyDown = (event: KeyboardEvent) => {
    const last = items.length - 1;
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: this.marked === last ? 0 : this.marked + 1,
      ArrowUp: this.marked === 0 ? last : this.marked - 1,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target !== undefined) {
      this.mark(target);
    } else if (event.key === "Escape" || event.key === "Tab") {
      this.giveBack();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
}
