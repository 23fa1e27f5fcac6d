import assert from "node:assert/strict";
import { fieldLabel, sentUsd } from "../../../../src/webview/details/fieldText";
import { usePseudoLanguage } from "../../../support/l10n/pseudoLanguage";

describe("The label of a field", () => {
  it("is its name as a person would write it", () => {
    const labels = {
      lead_investor: "Lead investor",
      dealValue: "Deal value",
      partnerEntityId: "Partner entity ID",
      deal_value_usd: "Deal value USD",
      "post-money valuation": "Post money valuation",
      previousCEOName: "Previous CEO name",
      金額: "金額",
      größe_m2: "Größe m2",
      "Q&A!": "Q&A!",
      "": "",
      _: "_",
    };
    for (const [name, label] of Object.entries(labels)) {
      assert.equal(fieldLabel(name), label, name);
    }
  });

  describe("in another language", () => {
    usePseudoLanguage();

    it("is translated for documented fields", () => {
      const company = ["role", "name", "domain", "entity_id", "industry", "location", "primary_subject"];
      for (const name of ["amount", "round", "lead_investor", "investors", "valuation", ...company]) {
        assert.doesNotMatch(fieldLabel(name), /[A-Za-z]/, name);
      }
    });
  });
});

describe("An amount in USD", () => {
  it("is short, followed by the full amount if that was rounded", () => {
    assert.equal(sentUsd("42000000"), "$42M");
    assert.equal(sentUsd("42350000"), "$42.4M ($42,350,000)");
    assert.equal(sentUsd("12"), "$12");
    assert.equal(sentUsd("0.1234567890123456789"), "$0.123 ($0.1234567890123456789)");
    assert.equal(sentUsd("1e400"), "1e400");
  });
});
