import assert from "node:assert/strict";
import fc from "fast-check";
import { currencyOfName, fieldKey, isMoneyName } from "../../../src/shared/fieldNames";
import { fieldLabel, fieldLabelWithCurrency } from "../../../src/webview/ui/fieldLabels";

describe("The name of a field", () => {
  it("is read as words, whatever separates them", () => {
    for (const name of [
      "deal_value",
      "dealValue",
      "Deal-Value",
      "deal value",
      "DEAL_VALUE_USD",
      "dealValueUSD",
    ]) {
      assert.equal(fieldKey(name), "deal_value", name);
    }
    assert.equal(fieldKey("usd"), "usd");
    assert.equal(fieldKey(""), "");
  });

  it("says that a number is money, or that it is not", () => {
    const money =
      "amount price share_price purchase_price deal_value enterpriseValue market_cap total_raised price_from " +
      "valuation valuation_post_money gross_proceeds annual_revenue headcount_usd net_debt deal_size arr";
    for (const name of money.split(" ")) {
      assert.equal(isMoneyName(name), true, name);
    }
    const other =
      "headcount percentage price_change amount_of_employees funding_rounds revenue_growth value team_size from to " +
      "shares years raised_in_year currency top all debt_ratio 金額";
    for (const name of [...other.split(" "), "", "_", "constructor", "__proto__"]) {
      assert.equal(isMoneyName(name), false, name);
    }
  });

  it("names a currency at its end only", () => {
    assert.equal(currencyOfName("price_eur"), "EUR");
    assert.equal(currencyOfName("amountUSD"), "USD");
    assert.equal(currencyOfName("usd_rate"), undefined);
    assert.equal(currencyOfName("price_all"), undefined);
  });

  it("is shown as a person would write it", () => {
    const labels = {
      deal_value: "Deal value",
      leadInvestor: "Lead investor",
      entity_id: "Entity ID",
      partnerEntityId: "Partner entity ID",
      deal_value_usd: "Deal value",
      staff_before: "Staff before",
      "post-money valuation": "Post money valuation",
      CEO: "CEO",
      previousCEOName: "Previous CEO name",
      usd: "USD",
      金額: "金額",
      größe_m2: "Größe m2",
      "Q&A!": "Q&A!",
      "": "",
      _: "_",
    };
    assert.equal(fieldLabelWithCurrency("price_eur"), "Price (EUR)");
    assert.equal(fieldLabelWithCurrency("eur"), "EUR");
    for (const [name, label] of Object.entries(labels)) {
      assert.equal(fieldLabel(name), label, name);
    }
    for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
      assert.match(fieldLabel(name), /^[A-Z_]/, name);
    }
  });

  it("may be any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        assert.ok(name === "" || fieldLabel(name) !== "");
        assert.equal(typeof isMoneyName(name), "boolean");
      }),
    );
  });
});
