import assert from "node:assert/strict";
import { fieldLabel } from "../../../src/shared/fieldNames";
import { usePseudoLanguage } from "../../support/l10n/pseudoLanguage";

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

    it("is translated for the fields of the interface", () => {
      const company = ["role", "name", "domain", "entity_id", "industry", "location", "primary_subject"];
      for (const name of ["amount", "round", "lead_investor", "investors", "valuation", ...company]) {
        assert.doesNotMatch(fieldLabel(name), /[A-Za-z]/, name);
      }
    });
  });
});
