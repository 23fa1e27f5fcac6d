import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { messageFile, textsOf, translatedLanguages } from "../support/l10n/messages";
import { useLanguage, usePseudoLanguage } from "../support/l10n/pseudoLanguage";
import { FeedPages } from "../support/page/feedPage";
import { boxesSettle, patienceMs } from "../support/page/waiting";
import { bringInto, states } from "./pageStates";
import { type ShownText, shownTexts } from "./shownText";

/** Texts that are the same in all languages: formats, keys, zones, and the service's names of types. */
const names =
  /https?:\/\/\S+|Europe\/Berlin|\b(UTC|JSON|CSV|TSV|USD|Markdown|ID|Alt|Ctrl|Shift|Esc|F3|funding|ipo)\b/g;

/** Waits until the layout is stable. */
async function faultsOf(page: Page, isFault: (text: ShownText) => string | undefined): Promise<string[]> {
  await boxesSettle(page);
  return [
    ...(await shownTexts(page)).flatMap((shown) => {
      const fault = isFault(shown);
      return fault === undefined ? [] : [`${fault}: "${shown.text}" (${shown.place})`];
    }),
    ...(await page.evaluate(controlsOutOfReach)),
  ];
}

/** Runs in the page. @returns buttons and fields that reach beyond the window and can't be scrolled to */
function controlsOutOfReach(): string[] {
  return [...document.querySelectorAll("button, input, select, a[href]")]
    .filter((control) => control.checkVisibility({ visibilityProperty: true }))
    .filter((control) => !control.closest(".sr-only, .grid-scroller, .details, [popover]"))
    .filter((control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      return left < 0 || right > innerWidth || top < 0 || bottom > innerHeight || right - left < 10;
    })
    .map((control) => `out of reach: ${control.outerHTML.replace(/<!--.*?-->/g, "").slice(0, 200)}`);
}

/** Ignores text from the service, which is in Chinese characters and may be cut off. */
function clippingOf({ text, clipped }: ShownText): string | undefined {
  return clipped !== undefined && !/[\u3040-\u9fff]/.test(text) ? clipped : undefined;
}

/** Registers a test that brings one page into every state. */
function checkStates(
  pages: FeedPages,
  width: number,
  isFault: (text: ShownText) => string | undefined = clippingOf,
): void {
  it(`clips no text and keeps all controls in reach in every state at ${width} px`, async function () {
    this.timeout(patienceMs * 5);
    const { page, host } = await pages.open({ size: { width, height: 640 } });
    const faults: string[] = [];
    for (const [name, state] of Object.entries(states)) {
      await bringInto(page, host, state);
      faults.push(...(await faultsOf(page, isFault)).map((fault) => `${name}: ${fault}`));
    }
    assert.deepEqual(faults, []);
  });
}

describe("The page in a pseudo language", () => {
  usePseudoLanguage();
  const pages = FeedPages.use();

  for (const width of [560, 380]) {
    checkStates(pages, width, (shown) =>
      /[A-Za-z]/.test(shown.text.replace(names, "")) ? "not translated" : clippingOf(shown),
    );
  }
});

for (const language of translatedLanguages()) {
  describe(`The page in the language ${language}`, () => {
    useLanguage(language, () => textsOf(messageFile(`l10n/bundle.l10n.${language}.json`)));
    checkStates(FeedPages.use(), 380);
  });
}
