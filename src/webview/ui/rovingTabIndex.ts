import type { ReactiveController, ReactiveControllerHost } from "lit";

/**
 * Makes a toolbar one tab stop: Tab goes to the button that had the focus last, the arrow keys, Home and End go to the others. The
 * buttons are native ones or `vscode-toolbar-button`; inert ones are skipped.
 */
export class RovingTabIndex implements ReactiveController {
  private lastFocused: Element | undefined;

  /** @param selector of the toolbar, rendered by the host in its light DOM */
  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly selector: string,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.host.addEventListener("keydown", this.onKeyDown);
    this.host.addEventListener("focusin", this.onFocusIn);
  }

  hostDisconnected(): void {
    this.host.removeEventListener("keydown", this.onKeyDown);
    this.host.removeEventListener("focusin", this.onFocusIn);
  }

  hostUpdated(): void {
    const items = this.items();
    const tabStop = items.find((item) => item === this.lastFocused) ?? items[0];
    for (const item of items) {
      void setTabIndex(item, item === tabStop ? 0 : -1);
    }
  }

  private items(): HTMLElement[] {
    const buttons = this.host.querySelectorAll<HTMLElement>(
      `${this.selector} > :is(button, vscode-toolbar-button)`,
    );
    return [...buttons].filter((item) => !item.inert);
  }

  private readonly onFocusIn = ({ target }: FocusEvent): void => {
    if (target instanceof Element && target.parentElement?.matches(this.selector)) {
      this.lastFocused = target;
      this.hostUpdated();
    }
  };

  private readonly onKeyDown = (event: KeyboardEvent): void => {
    const items = this.items();
    const index = items.findIndex((item) => item === event.target);
    if (index < 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
      return;
    }
    const last = items.length - 1;
    const target = {
      ArrowRight: index === last ? 0 : index + 1,
      ArrowLeft: index === 0 ? last : index - 1,
      Home: 0,
      End: last,
    }[event.key];
    const item = target === undefined ? undefined : items[target];
    if (item) {
      event.preventDefault();
      buttonOf(item).focus();
    }
  };
}

async function setTabIndex(item: HTMLElement, tabIndex: number): Promise<void> {
  // The button of an element is there after its first update.
  await (item as Partial<ReactiveControllerHost>).updateComplete;
  buttonOf(item).tabIndex = tabIndex;
}

function buttonOf(item: HTMLElement): HTMLElement {
  return item.shadowRoot?.querySelector("button") ?? item;
}
