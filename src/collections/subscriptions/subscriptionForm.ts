import { randomBytes } from "node:crypto";
import * as l10n from "@vscode/l10n";
import { showInput } from "../../dialogSteps";
import type { Subscription, SubscriptionSettings } from "../../service/types";
import { companyCountText } from "../../shared/text";
import { domainOf } from "../../util/url";
import { oneLine } from "../../util/strings";
import { type PickItem, showQuickPick } from "../../window";
import { checkCallbackUrl, checkDomains, domainsIn } from "./subscriptionInput";
import { allFeeds, domainCountText, feedsText } from "./subscriptionText";

/** The companies of a saved feed. */
export interface FeedCompanies {
  readonly name: string;
  readonly companies: readonly string[];
}

export function generatedSecret(): string {
  return randomBytes(32).toString("hex");
}

/** Asks for the settings of a webhook alert: a quick pick lists them, and edits the one that is selected. */
export class SubscriptionForm {
  constructor(
    private readonly title: string,
    /** The alert that is edited; undefined for a new one. */
    private readonly original: Subscription | undefined,
    private readonly savedFeeds: readonly FeedCompanies[],
  ) {}

  /** @returns the settings to save; undefined if the user canceled */
  async show(settings: SubscriptionSettings): Promise<SubscriptionSettings | undefined> {
    let draft: SubscriptionSettings | undefined = this.original ? settings : await this.askRequired(settings);
    const placeHolder = l10n.t("Select what to edit");
    while (draft) {
      const items = this.items(draft);
      const picked = await showQuickPick(items, { title: this.title, placeHolder, ignoreFocusOut: true });
      if (!picked?.edit) {
        return picked && draft;
      }
      draft = { ...draft, ...(await picked.edit()) };
    }
    return undefined;
  }

  private async askRequired(settings: SubscriptionSettings): Promise<SubscriptionSettings | undefined> {
    const url = settings.callbackUrl === "" ? await this.editUrl(settings) : {};
    const domains = url && (settings.domains.length === 0 ? await this.editDomains(settings) : {});
    return domains && { ...settings, ...url, ...domains };
  }

  private items(
    draft: SubscriptionSettings,
  ): readonly (PickItem & { readonly edit?: () => Promise<Partial<SubscriptionSettings> | undefined> })[] {
    const { callbackUrl, domains, feeds } = draft;
    const count = domains.length || this.original?.domainCount;
    return [
      {
        icon: "check",
        label: this.original ? l10n.t("Review and Save…") : l10n.t("Review and Create…"),
      },
      {
        icon: "link",
        label: l10n.t("Callback URL"),
        description: oneLine(callbackUrl),
        edit: () => this.editUrl(draft),
      },
      {
        icon: "organization",
        label: l10n.t("Domains"),
        description: count === undefined ? "" : domainCountText(count),
        edit: () => this.editDomains(draft),
      },
      {
        icon: "broadcast",
        label: l10n.t("Feeds"),
        description: feedsText(feeds),
        edit: () => this.editFeeds(),
      },
      {
        icon: "key",
        label: l10n.t("Signing secret"),
        description: this.secretText(draft),
        edit: () => this.editSecret(),
      },
    ];
  }

  private secretText({ secret }: SubscriptionSettings): string {
    if (secret !== undefined) {
      return l10n.t("new, shown once after saving");
    }
    return this.original ? l10n.t("unchanged") : l10n.t("none: deliveries are not signed");
  }

  private async editUrl({
    callbackUrl,
  }: SubscriptionSettings): Promise<Partial<SubscriptionSettings> | undefined> {
    const prompt = l10n.t("Enter the URL that the service calls");
    const text = await this.ask(prompt, callbackUrl, checkCallbackUrl, "https://hooks.example.com/alerts");
    return text === undefined ? undefined : { callbackUrl: text.trim() };
  }

  private async editDomains({
    domains,
  }: SubscriptionSettings): Promise<Partial<SubscriptionSettings> | undefined> {
    const source = await this.pickDomains(domains);
    if (!source) {
      return undefined;
    }
    const prompt = [
      l10n.t("Enter or paste domains, separated by commas, spaces or line breaks."),
      ...(this.original ? [l10n.t("They replace the domains that the alert has now.")] : []),
    ].join(" ");
    const text = await this.ask(prompt, source.join(", "), checkDomains, "acme.example, globex.example");
    return text === undefined ? undefined : { domains: domainsIn(text).domains };
  }

  /** Lets the user start with the domains of a saved feed, if one has any. */
  private async pickDomains(current: readonly string[]): Promise<readonly string[] | undefined> {
    const feeds = this.savedFeeds.flatMap(({ name, companies }) => {
      const domains = companies.flatMap((company) => domainOf(company) ?? []);
      const count = companyCountText(companies.length);
      const description = l10n.t("{0} of {1}", domainCountText(domains.length), count);
      return domains.length === 0 ? [] : [{ icon: "list-unordered", label: name, description, domains }];
    });
    if (feeds.length === 0) {
      return current;
    }
    const typed = { icon: "edit", label: l10n.t("Enter or Paste Domains"), domains: current };
    const picked = await showQuickPick([typed, ...feeds], {
      title: this.title,
      placeHolder: l10n.t("Alerts watch domains only. Names, IDs and filters of a saved feed don't apply."),
      ignoreFocusOut: true,
    });
    return picked?.domains;
  }

  private async editFeeds(): Promise<Partial<SubscriptionSettings> | undefined> {
    const choices = [allFeeds, ...allFeeds.map((feed) => [feed])];
    const picked = await showQuickPick(
      choices.map((feeds) => ({ label: feedsText(feeds), feeds })),
      { title: this.title, placeHolder: l10n.t("Select the feeds to watch"), ignoreFocusOut: true },
    );
    return picked && { feeds: picked.feeds };
  }

  private async editSecret(): Promise<Partial<SubscriptionSettings> | undefined> {
    const generate = { icon: "sparkle", label: l10n.t("Generate Secret") };
    const type = { icon: "edit", label: l10n.t("Enter Secret") };
    const none = {
      icon: "circle-slash",
      label: this.original ? l10n.t("Keep Current Secret") : l10n.t("No Secret"),
    };
    const placeHolder = l10n.t("The service signs each delivery with the secret (HMAC-SHA256)");
    const picked = await showQuickPick([generate, type, none], {
      title: this.title,
      placeHolder,
      ignoreFocusOut: true,
    });
    switch (picked) {
      case generate:
        return { secret: generatedSecret() };
      case type: {
        const prompt = l10n.t("Enter the signing secret");
        const validate = (text: string) => (text === "" ? l10n.t("Enter a secret.") : undefined);
        const secret = await this.ask(prompt, "", validate, "", true);
        return secret === undefined ? undefined : { secret };
      }
      default:
        return picked && { secret: undefined };
    }
  }

  private ask(
    prompt: string,
    value: string,
    validate: (text: string) => string | undefined,
    placeholder: string,
    password = false,
  ): Promise<string | undefined> {
    return showInput({ title: this.title, prompt, value, validate, placeholder, password });
  }
}
