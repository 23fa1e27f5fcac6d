import assert from "node:assert/strict";
import path from "node:path";
import type { Locator, Page } from "playwright-core";

/** VS Code's quick input: the palette, pickers and input boxes, as a person sees them. */
export class QuickInput {
  readonly widget: Locator;
  readonly input: Locator;

  constructor(private readonly page: Page) {
    this.widget = page.locator(".quick-input-widget");
    this.input = this.widget.locator(".quick-input-box input");
  }

  /**
   * Waits until an input whose title or prompt holds `text` is asked; without text, until any is.
   * Steps of a flow are told apart that way: the widget itself stays.
   */
  async shown(text?: string | RegExp): Promise<void> {
    await (text === undefined ? this.widget : this.widget.filter({ hasText: text })).waitFor();
  }

  async hidden(): Promise<void> {
    await this.widget.waitFor({ state: "hidden" });
  }

  /** The title above the input, with its step (`Connect (1/4)`); empty where there is none. */
  async title(): Promise<string> {
    return textOf(this.widget.locator(".quick-input-titlebar"));
  }

  /** What stands below the input: the prompt, or why what was typed is refused. */
  async message(): Promise<string> {
    return textOf(this.widget.locator(".quick-input-message"));
  }

  /** Waits until what stands below the input holds `text`: a refusal comes a moment after the typing. */
  async messageShown(text: string | RegExp): Promise<void> {
    await this.widget.locator(".quick-input-message").filter({ hasText: text }).waitFor();
  }

  /** Waits until what was typed is refused for a reason that holds `text`. */
  async refused(text: string | RegExp): Promise<void> {
    await this.widget.locator(".monaco-inputbox.error, .monaco-inputbox.warning").first().waitFor();
    await this.messageShown(text);
  }

  value(): Promise<string> {
    return this.input.inputValue();
  }

  async placeholder(): Promise<string> {
    return (await this.input.getAttribute("placeholder")) ?? "";
  }

  /** Whether what is typed is masked. */
  async masked(): Promise<boolean> {
    return (await this.input.getAttribute("type")) === "password";
  }

  /** Replaces what is in the input. */
  async type(text: string): Promise<void> {
    await this.input.fill(text);
  }

  /** Waits until the input is gone or another one is asked than that which holds `value`. */
  async left(value: string): Promise<void> {
    await this.widget.page().waitForFunction((left) => {
      const input = document.querySelector<HTMLInputElement>(".quick-input-widget .quick-input-box input");
      return input?.value !== left || !input.checkVisibility();
    }, value);
  }

  /** Enter. What comes next has to be waited for: `shown`, `hidden`, `refused`. */
  async accept(): Promise<void> {
    await this.input.press("Enter");
  }

  /** Waits for the input that holds `prompt`, types and presses Enter. */
  async answer(prompt: string | RegExp, text: string): Promise<void> {
    await this.shown(prompt);
    await this.type(text);
    await this.accept();
  }

  /**
   * Answers VS Code's own dialog for a path, in the folder it proposes: of another one it would read the files first, and an
   * Enter before it has them only opens that folder.
   */
  async answerPath(title: string, proposed: string, target: string): Promise<void> {
    await this.shown(title);
    await this.page.waitForFunction(
      (part) =>
        document
          .querySelector<HTMLInputElement>(".quick-input-widget .quick-input-box input")
          ?.value.includes(part) === true,
      proposed,
    );
    const folder = (await this.value()).replace(/[^/]*$/, "");
    assert.equal(`${path.dirname(target)}/`, folder, "it is in the folder that is proposed");
    await this.type(target);
    await this.accept();
  }

  async cancel(): Promise<void> {
    // By way of the input: the keyboard may still be elsewhere when a notification's button asked.
    await this.input.press("Escape");
    await this.hidden();
  }

  /** Back to the step before, by the button in the title. */
  async back(): Promise<void> {
    await this.widget.locator(".quick-input-titlebar .codicon-quick-input-back").click();
  }

  /** The labels of the items that are on screen. */
  async items(): Promise<string[]> {
    await this.rows().first().waitFor();
    return (await this.rows().locator(".quick-input-list-label, .label-name").allInnerTexts()).map(clean);
  }

  /** Picks the item with exactly that label. */
  async pick(label: string): Promise<void> {
    await this.row(label).click();
  }

  /** The item with exactly that label: its name is a part of its own in the list's row. */
  row(label: string): Locator {
    const name = this.page.locator(".label-name").filter({ hasText: new RegExp(`^${escaped(label)}$`) });
    return this.rows().filter({ has: name }).first();
  }

  private rows(): Locator {
    return this.widget.locator(".quick-input-list .monaco-list-row");
  }
}

async function textOf(locator: Locator): Promise<string> {
  return (await locator.isVisible()) ? clean(await locator.innerText()) : "";
}

/** VS Code sets spaces that do not break, and line breaks between the parts of a label. */
export function clean(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** For use in a regular expression; any space fits any other. */
export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+");
}
