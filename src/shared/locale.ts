import * as l10n from "@vscode/l10n";

/** What the extension passes to its page so that both speak the same language. */
export interface DisplayLanguage {
  /** BCP 47 tag. */
  readonly language: string;
  /** The translations, by English message. */
  readonly messages: Readonly<Record<string, string>>;
}

const english: DisplayLanguage = { language: "en-US", messages: {} };
let current = english;

/** Must be called before any message or number is formatted. An invalid tag formats numbers and dates as in English. */
export function setDisplayLanguage({ language, messages }: DisplayLanguage): void {
  current = { language: isLanguageTag(language) ? language : english.language, messages };
  l10n.config({ contents: { ...messages } });
}

export function displayLanguage(): DisplayLanguage {
  return current;
}

/** For `Intl`: numbers and dates are formatted in the language that messages are shown in. */
export function locale(): string {
  return current.language;
}

/** Caches what is expensive to create, such as a format of `Intl`, until the display language changes. */
export function perLocale<T>(create: (locale: string) => T): () => T {
  let cached: { readonly language: DisplayLanguage; readonly value: T } | undefined;
  return () => {
    if (cached?.language !== current) {
      cached = { language: current, value: create(locale()) };
    }
    return cached.value;
  };
}

function isLanguageTag(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length === 1;
  } catch {
    return false;
  }
}
