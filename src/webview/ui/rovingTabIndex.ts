import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Makes a toolbar one tab stop: Tab goes to the button that had the focus last, the arrow keys, Home and End go to the others. */
export class RovingTabIndex implements ReactiveController {
  private lastFocused: Element | undefined;

  /** @param selector of the toolbar, rendered by the host in its light DOM */
  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly selector: string,
  ) {
    host.addController(this);
    host.addEventListener("keydown", (event) => this.onKeyDown(event));
    host.addEventListener("focusin", ({ target }) => this.onFocusIn(target));
  }

  hostUpdated(): void {
    const buttons = this.buttons();
    const tabStop = buttons.find((button) => button === this.lastFocused) ?? buttons[0];
    for (const button of buttons) {
      button.tabIndex = button === tabStop ? 0 : -1;
    }
  }

  private buttons(): HTMLElement[] {
    return [...this.host.querySelectorAll<HTMLElement>(`${this.selector} > button`)];
  }

  private onFocusIn(target: EventTarget | null): void {
    if (target instanceof Element && target.parentElement?.matches(this.selector)) {
      this.lastFocused = target;
      this.hostUpdated();
    }
  }

  private onKeyDown(event: KeyboardEvent): void {
    const buttons = this.buttons();
    const index = buttons.findIndex((button) => button === event.target);
    if (index < 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
      return;
    }
    const last = buttons.length - 1;
    const target = {
      ArrowRight: index === last ? 0 : index + 1,
      ArrowLeft: index === 0 ? last : index - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      buttons[target]?.focus();
    }
  }
}
