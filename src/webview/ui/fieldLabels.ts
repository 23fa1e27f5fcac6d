import * as l10n from "@vscode/l10n";
import { currencyOfName, fieldKey } from "../../shared/fieldNames";
import { capitalize } from "./text";

/** By key (see `fieldKey`): the specified fields, and likely ones of other kinds. A function, for the display language. */
const knownLabels: Readonly<Record<string, () => string>> = {
  acquirer: () => l10n.t("Acquirer"),
  amount: () => l10n.t("Amount"),
  buyer: () => l10n.t("Buyer"),
  category: () => l10n.t("Category"),
  currency: () => l10n.t("Currency"),
  date: () => l10n.t("Date"),
  deal_value: () => l10n.t("Deal value"),
  departments: () => l10n.t("Departments"),
  domain: () => l10n.t("Domain"),
  effective: () =>
    l10n.t({
      message: "Effective",
      args: [],
      comment: ["The day from which on a change in the management applies"],
    }),
  effective_date: () => l10n.t("Effective date"),
  employees_affected: () => l10n.t("Employees affected"),
  entity_id: () => l10n.t("Entity ID"),
  exchange: () => l10n.t("Exchange"),
  expected_close: () => l10n.t("Expected close"),
  from: () =>
    l10n.t({ message: "From", args: [], comment: ["The company or position that a person leaves"] }),
  headcount: () => l10n.t("Headcount"),
  industry: () => l10n.t("Industry"),
  investors: () => l10n.t("Investors"),
  lead_investor: () => l10n.t("Lead investor"),
  location: () => l10n.t("Location"),
  name: () => l10n.t("Name"),
  partner: () => l10n.t("Partner"),
  percentage: () => l10n.t("Percentage"),
  person: () => l10n.t("Person"),
  position: () => l10n.t({ message: "Position", args: [], comment: ["The job of a person"] }),
  predecessor: () => l10n.t("Predecessor"),
  price: () => l10n.t("Price"),
  product: () => l10n.t("Product"),
  purchase_price: () => l10n.t("Purchase price"),
  reason: () => l10n.t("Reason"),
  role: () =>
    l10n.t({ message: "Role", args: [], comment: ["Of a company in an event, such as its target"] }),
  round: () => l10n.t({ message: "Round", args: [], comment: ["Of funding, such as Series A"] }),
  share_price: () => l10n.t("Share price"),
  status: () => l10n.t("Status"),
  target: () => l10n.t({ message: "Target", args: [], comment: ["The company that is acquired"] }),
  ticker: () => l10n.t("Ticker"),
  to: () => l10n.t({ message: "To", args: [], comment: ["The company or position that a person moves to"] }),
  total_raised: () => l10n.t("Total raised"),
  valuation: () => l10n.t("Valuation"),
};

const acronyms = new Set("id url ipo ceo cfo cto coo ai api arr mrr eps isin cik lei us eu uk hr".split(" "));

/**
 * `deal_value_usd` → `Deal value`, `entityId` → `Entity ID`. An amount of money is shown with its currency, so the label leaves
 * it out. A name that is no identifier stays as it is.
 */
export function fieldLabel(name: string): string {
  const key = fieldKey(name);
  const known = Object.hasOwn(knownLabels, key) ? knownLabels[key]?.() : undefined;
  if (known !== undefined || !/^[\p{L}\p{N}][\p{L}\p{M}\p{N}_\-. ]*$/u.test(name)) {
    return known ?? name;
  }
  const words = key
    .split("_")
    .map((word) => (acronyms.has(word) || currencyOfName(word) !== undefined ? word.toUpperCase() : word));
  return capitalize(words.join(" "));
}

/** For a value that does not say it: `Price (EUR)`. */
export function fieldLabelWithCurrency(name: string): string {
  const label = fieldLabel(name);
  const currency = currencyOfName(name);
  return currency === undefined || label === currency ? label : `${label} (${currency})`;
}
