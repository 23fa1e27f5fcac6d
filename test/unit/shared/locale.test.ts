import assert from "node:assert/strict";
import * as l10n from "@vscode/l10n";
import { displayLanguage, setDisplayLanguage } from "../../../src/shared/locale";
import { eventCountText, formatNumber } from "../../../src/shared/text";

describe("The display language", () => {
  const previous = displayLanguage();
  afterEach(() => setDisplayLanguage(previous));

  it("determines messages and numbers", () => {
    setDisplayLanguage({
      language: "de",
      messages: { "1 event": "1 Ereignis", "{0} events": "{0} Ereignisse" },
    });
    assert.deepEqual([eventCountText(1), eventCountText(1234)], ["1 Ereignis", "1.234 Ereignisse"]);
    assert.equal(formatNumber(0.5), "0,5");
    setDisplayLanguage(previous);
    assert.deepEqual([eventCountText(1), eventCountText(1234)], ["1 event", "1,234 events"]);
  });

  it("shows messages without a translation in English", () => {
    setDisplayLanguage({ language: "de", messages: {} });
    assert.equal(l10n.t("Loaded {0} of {1}", 1, 2), "Loaded 1 of 2");
  });

  it("inserts values unchanged", () => {
    const messages = { "{0} is {1}": "{1} ist {0}" };
    setDisplayLanguage({ language: "de", messages });
    assert.equal(l10n.t("{0} is {1}", "{1}", "$&"), "$& ist {1}");
  });
});
