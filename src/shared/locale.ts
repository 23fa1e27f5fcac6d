import * as l10n from "@vscode/l10n";

/** What the extension passes to its page so that both speak the same language. */
export interface DisplayLanguage {
  /** BCP 47 tag. */
  readonly language: string;
  /** The translations, by English message. */
  readonly messages: Readonly<Record<string, string>>;
}

let current: DisplayLanguage = { language: "en-US", messages: {} };

/** Must be called before any message or number is formatted. */
export function setDisplayLanguage(language: DisplayLanguage): void {
  current = language;
  l10n.config({ contents: { ...language.messages } });
}

export function displayLanguage(): DisplayLanguage {
  return current;
}

/**
 * Caches what is expensive to create, such as a format of `Intl`, until the display language changes: numbers and dates are formatted
 * in the language that messages are shown in.
 */
export function perLocale<T>(create: (locale: string) => T): () => T {
  let cached: { readonly language: DisplayLanguage; readonly value: T } | undefined;
  return () => {
    if (cached?.language !== current) {
      cached = { language: current, value: create(current.language) };
    }
    return cached.value;
  };
}
