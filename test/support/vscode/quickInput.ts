import assert from "node:assert/strict";
import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { becomes, readWhen } from "../page/waiting";

/** VS Code's quick input: the command palette, quick picks and input boxes. */
export class QuickInput {
  readonly widget: Locator;
  readonly input: Locator;
  /** Title with the step, such as `Connect (1/4)`. */
  readonly title: Locator;
  /** Prompt or error below the input. */
  readonly message: Locator;

  constructor(private readonly page: Page) {
    this.widget = page.locator(".quick-input-widget");
    this.input = this.widget.locator(".quick-input-box input");
    this.title = this.widget.locator(".quick-input-titlebar");
    this.message = this.widget.locator(".quick-input-message");
  }

  /** Waits for an input with `text` in its title or prompt, because all steps share a widget. */
  async shown(text?: string | RegExp): Promise<void> {
    await (text === undefined ? this.widget : this.widget.filter({ hasText: text })).waitFor();
  }

  async hidden(): Promise<void> {
    await this.widget.waitFor({ state: "hidden" });
  }

  /** Waits until the prompt or the error contains `text`. */
  async messageShown(text: string | RegExp): Promise<void> {
    await this.message.filter({ hasText: text }).waitFor();
  }

  /** Waits for an error that contains `text`. */
  async refused(text: string | RegExp): Promise<void> {
    await this.widget.locator(".monaco-inputbox.error, .monaco-inputbox.warning").first().waitFor();
    await this.messageShown(text);
  }

  value(): Promise<string> {
    return this.input.inputValue();
  }

  /** Waits for this value, which VS Code sets shortly after title and prompt. */
  async valueIs(expected: string): Promise<void> {
    await becomes(() => this.value(), expected);
  }

  /** Replaces the value. */
  async type(text: string): Promise<void> {
    await this.input.fill(text);
  }

  /** Waits until the input with this value is closed or replaced by another one. */
  async left(value: string): Promise<void> {
    await becomes(async () => (await this.input.isVisible()) && (await this.value()) === value, false);
  }

  /** Presses Enter. Call `shown`, `hidden` or `refused` afterwards. */
  async accept(): Promise<void> {
    await this.input.press("Enter");
  }

  /** Waits for the input with this prompt, types `text` and presses Enter. */
  async answer(prompt: string | RegExp, text: string): Promise<void> {
    await this.shown(prompt);
    await this.type(text);
    await this.accept();
  }

  /**
   * Enters a path into VS Code's simple file dialog. The path must be in the suggested folder; for another
   * folder, Enter would only open that.
   */
  async answerPath(title: string, suggested: string, target: string): Promise<void> {
    await this.shown(title);
    const offered = await readWhen(
      () => this.value(),
      (value) => value.includes(suggested),
    );
    const folder = offered.replace(/[^/]*$/, "");
    assert.equal(`${path.dirname(target)}/`, folder, "the path is in the suggested folder");
    await this.type(target);
    await this.accept();
  }

  async cancel(): Promise<void> {
    // Press it on the input, which may not have the focus yet after a notification's button.
    await this.input.press("Escape");
    await this.hidden();
  }

  /** Visible text for the report of a failed test. Undefined while hidden. */
  async describe(): Promise<string | undefined> {
    if (!(await this.widget.isVisible())) {
      return undefined;
    }
    const focused = await this.page.evaluate(() => document.activeElement?.className);
    return `${JSON.stringify(await this.value())} ${clean(await this.widget.innerText())} (focus: ${focused})`;
  }

  /** Presses the Back button. */
  async back(): Promise<void> {
    await this.title.locator(".codicon-quick-input-back").click();
  }

  /** Labels of the visible items. */
  async items(): Promise<string[]> {
    await this.rows().first().waitFor();
    return (await this.rows().locator(".quick-input-list-label, .label-name").allInnerTexts()).map(clean);
  }

  /** Picks the item with this exact label. */
  async pick(label: string): Promise<void> {
    await this.row(label).click();
  }

  /** The item with this exact label. */
  row(label: string): Locator {
    const name = this.page.locator(".label-name").filter({ hasText: new RegExp(`^${escaped(label)}$`) });
    return this.rows().filter({ has: name }).first();
  }

  private rows(): Locator {
    return this.widget.locator(".quick-input-list .monaco-list-row");
  }
}

/** VS Code uses non-breaking spaces, and line breaks between the parts of a label. */
export function clean(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Escapes text for a regular expression; any white space matches any other. */
export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+");
}
