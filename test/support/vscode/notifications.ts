import type { Locator, Page } from "playwright-core";
import { clean } from "./quickInput";

/** Notifications and dialogs. VS Code shows at most three toasts; the others are in the notification center. */
export class Notifications {
  constructor(private readonly page: Page) {}

  /** The toast or notification in the center that contains `text`. */
  notification(text: string | RegExp): Locator {
    return this.page.locator(".notification-list-item").filter({ hasText: text }).first();
  }

  /** Waits for a notification. @returns its message */
  async shown(text: string | RegExp): Promise<string> {
    const found = this.notification(text);
    try {
      await found.waitFor({ timeout: 15_000 });
    } catch {
      // VS Code shows no toast for the fourth notification within 800 ms: it is in the notification center only.
      await this.page.locator('[id="status.notifications"]').click();
      await found.waitFor();
    }
    return clean(await found.locator(".notification-list-item-message").innerText());
  }

  async press(text: string | RegExp, button: string): Promise<void> {
    const found = this.notification(text);
    // A toast with buttons is expanded.
    await found.locator(".monaco-button").filter({ hasText: button }).first().click();
  }

  async close(text: string | RegExp): Promise<void> {
    const found = this.notification(text);
    await found.hover();
    await found.locator(".codicon-notifications-clear").click();
    await found.waitFor({ state: "hidden" });
  }

  /** The visible messages. */
  async texts(): Promise<string[]> {
    return (await this.page.locator(".notification-list-item-message").allInnerTexts()).map(clean);
  }

  /** The modal dialog. */
  get dialog(): Locator {
    return this.page.locator(".monaco-dialog-box");
  }

  /** Waits for a modal dialog that contains `text` and presses one of its buttons. */
  async answerDialog(text: string | RegExp, button: string): Promise<void> {
    const dialog = this.dialog.filter({ hasText: text });
    await dialog.getByRole("button", { name: button }).click();
    await dialog.waitFor({ state: "hidden" });
  }
}
