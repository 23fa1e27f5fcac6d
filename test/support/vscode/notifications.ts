import type { Locator, Page } from "playwright-core";
import { patienceMs } from "../page/waiting";
import { clean } from "./quickInput";

/** Time to wait for a toast before looking in the notification center. */
const toastMs = 3000;

/** Notifications and dialogs. VS Code shows at most three toasts, and the rest in the notification center. */
export class Notifications {
  private readonly center: Locator;

  constructor(private readonly page: Page) {
    this.center = page.locator(".notifications-center.visible");
  }

  /** The toast, or notification in the center, that contains `text`. */
  notification(text: string | RegExp): Locator {
    return this.all(text).first();
  }

  /** Waits for a notification. @returns its message */
  shown(text: string | RegExp): Promise<string> {
    return this.use(text, async (found) =>
      clean(await found.locator(".notification-list-item-message").innerText()),
    );
  }

  /** Waits for a notification. @returns the labels of its buttons */
  buttons(text: string | RegExp): Promise<string[]> {
    return this.use(text, async (found) =>
      (await found.locator(".monaco-button").allInnerTexts()).map((label) => label.trim()),
    );
  }

  /** Waits for a notification and presses one of its buttons. */
  press(text: string | RegExp, button: string): Promise<void> {
    // Don't use the pointer, because VS Code redraws a row when its message changes.
    return this.use(text, (found, options) =>
      found.locator(".monaco-button").filter({ hasText: button }).first().dispatchEvent("click", {}, options),
    );
  }

  /** Waits for a notification and closes it. */
  close(text: string | RegExp): Promise<void> {
    return this.use(text, async (found, options) => {
      const count = await this.all(text).count();
      // Don't use the pointer: the button is visible only on hover, and the toast may move away.
      await found.locator(".codicon-notifications-clear").dispatchEvent("click", {}, options);
      await this.all(text)
        .nth(count - 1)
        .waitFor({ state: "hidden" });
    });
  }

  async texts(): Promise<string[]> {
    return (await this.page.locator(".notification-list-item-message").allInnerTexts()).map(clean);
  }

  get dialog(): Locator {
    return this.page.locator(".monaco-dialog-box");
  }

  /** Waits for a modal dialog that contains `text`. @returns all of its text */
  async dialogText(text: string | RegExp): Promise<string> {
    return clean(await this.dialog.filter({ hasText: text }).innerText());
  }

  /** Waits for a modal dialog that contains `text`, and presses a button. @returns the dialog's text */
  async answerDialog(text: string | RegExp, button: string): Promise<string> {
    const shown = await this.dialogText(text);
    const dialog = this.dialog.filter({ hasText: text });
    await dialog.getByRole("button", { name: button }).click();
    await dialog.waitFor({ state: "hidden" });
    return shown;
  }

  private all(text: string | RegExp): Locator {
    // Hidden notifications of the center stay in the document.
    return this.page.locator(".notification-list-item:visible").filter({ hasText: text });
  }

  /**
   * Performs an action on a notification's toast, or in the notification center: VS Code hides toasts after
   * 10 to 15 s, and shows none for the fourth notification within 800 ms.
   */
  private async use<T>(
    text: string | RegExp,
    action: (found: Locator, options: { readonly timeout: number }) => Promise<T>,
  ): Promise<T> {
    const found = this.notification(text);
    const deadline = Date.now() + patienceMs;
    let inCenter = false;
    let result: T;
    for (;;) {
      try {
        await found.waitFor({ timeout: toastMs });
        if (!inCenter) {
          // VS Code keeps toasts that are hovered. Use force, because a tooltip may cover the toast.
          await found.hover({ force: true, timeout: toastMs });
        }
        result = await action(found, { timeout: toastMs });
        break;
      } catch (error) {
        if (Date.now() > deadline) {
          throw error;
        }
        // The toast disappeared, or VS Code hid the center after its last notification.
        await this.showCenter();
        inCenter = true;
      }
    }
    if (inCenter) {
      await this.hideCenter();
    }
    return result;
  }

  private async showCenter(): Promise<void> {
    if (!(await this.center.isVisible())) {
      await this.page.locator('[id="status.notifications"]').click();
      // VS Code may hide it at once if the last notification has gone. The caller tries again.
      await this.center.waitFor({ timeout: toastMs }).catch(() => undefined);
    }
  }

  /** Hides the center, which covers other elements. VS Code itself hides it without notifications. */
  private async hideCenter(): Promise<void> {
    const hide = this.center.locator(".codicon-notifications-hide");
    await Promise.race([hide.click().catch(() => undefined), this.center.waitFor({ state: "hidden" })]);
    await this.center.waitFor({ state: "hidden" });
  }
}
