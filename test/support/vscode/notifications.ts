import type { Locator, Page } from "playwright-core";
import { clean } from "./quickInput";

/** Toasts and dialogs. VS Code shows three toasts at once: what came with others is found in its notification centre. */
export class Notifications {
  constructor(private readonly page: Page) {}

  /** The notification, toast or in the centre, whose message holds `text`. */
  notification(text: string | RegExp): Locator {
    return this.page.locator(".notification-list-item").filter({ hasText: text }).first();
  }

  /** Waits for a notification. @returns its message */
  async shown(text: string | RegExp): Promise<string> {
    const found = this.notification(text);
    await found.waitFor();
    return clean(await found.locator(".notification-list-item-message").innerText());
  }

  /** Presses a button of the notification whose message holds `text`. */
  async press(text: string | RegExp, button: string): Promise<void> {
    const found = this.notification(text);
    // Buttons of a toast are there only while it is expanded, which those that ask something are.
    await found.locator(".monaco-button").filter({ hasText: button }).first().click();
  }

  /** Takes away the notification whose message holds `text`. */
  async close(text: string | RegExp): Promise<void> {
    const found = this.notification(text);
    await found.hover();
    await found.locator(".codicon-notifications-clear").click();
    await found.waitFor({ state: "hidden" });
  }

  /** The messages on screen. */
  async texts(): Promise<string[]> {
    return (await this.page.locator(".notification-list-item-message").allInnerTexts()).map(clean);
  }

  /** The modal dialog on screen. */
  get dialog(): Locator {
    return this.page.locator(".monaco-dialog-box");
  }

  /** Waits for a modal dialog that holds `text` and presses one of its buttons. */
  async answerDialog(text: string | RegExp, button: string): Promise<void> {
    const dialog = this.dialog.filter({ hasText: text });
    await dialog.getByRole("button", { name: button }).click();
    await dialog.waitFor({ state: "hidden" });
  }
}
