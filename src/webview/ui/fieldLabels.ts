import * as l10n from "@vscode/l10n";
import { currencyOfName, fieldKey, fieldWords } from "../../shared/fieldNames";
import { capitalize } from "./text";

/** By key (see `fieldKey`): the specified fields, and likely ones of other kinds, such as those of the sample. Functions, for the display language. */
const knownLabels: Readonly<Record<string, () => string>> = {
  acquirer: () => l10n.t("Acquirer"),
  amount: () => l10n.t("Amount"),
  availability: () => l10n.t("Availability"),
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
  exclusive: () => l10n.t("Exclusive"),
  first_trading_day: () => l10n.t("First trading day"),
  from: () =>
    l10n.t({ message: "From", args: [], comment: ["The company or position that a person leaves"] }),
  headcount: () => l10n.t("Headcount"),
  industry: () => l10n.t("Industry"),
  investors: () => l10n.t("Investors"),
  last_day: () => l10n.t("Last day"),
  lead_investor: () => l10n.t("Lead investor"),
  location: () => l10n.t("Location"),
  markets: () => l10n.t("Markets"),
  name: () => l10n.t("Name"),
  partner: () => l10n.t("Partner"),
  partner_entity_id: () => l10n.t("Partner entity ID"),
  payment: () => l10n.t("Payment"),
  percentage: () => l10n.t("Percentage"),
  person: () => l10n.t("Person"),
  position: () => l10n.t({ message: "Position", args: [], comment: ["The job of a person"] }),
  predecessor: () => l10n.t("Predecessor"),
  price: () => l10n.t("Price"),
  price_from: () => l10n.t("Price from"),
  product: () => l10n.t("Product"),
  purchase_price: () => l10n.t("Purchase price"),
  reason: () => l10n.t("Reason"),
  role: () =>
    l10n.t({ message: "Role", args: [], comment: ["Of a company in an event, such as its target"] }),
  round: () => l10n.t({ message: "Round", args: [], comment: ["Of funding, such as Series A"] }),
  scope: () =>
    l10n.t({ message: "Scope", args: [], comment: ["What a partnership is about, such as a joint product"] }),
  share_price: () => l10n.t("Share price"),
  staff_before: () =>
    l10n.t({ message: "Staff before", args: [], comment: ["Number of employees before a layoff"] }),
  status: () => l10n.t("Status"),
  target: () => l10n.t({ message: "Target", args: [], comment: ["The company that is acquired"] }),
  term_years: () => l10n.t("Term in years"),
  ticker: () => l10n.t("Ticker"),
  to: () => l10n.t({ message: "To", args: [], comment: ["The company or position that a person moves to"] }),
  total_raised: () => l10n.t("Total raised"),
  valuation: () => l10n.t("Valuation"),
  years_active: () => l10n.t("Years active"),
};

/** By value of the field `role` of a company. */
const knownRoles: Readonly<Record<string, () => string>> = {
  primary_subject: () =>
    l10n.t({ message: "Primary subject", args: [], comment: ["The company that an event is mainly about"] }),
  target: () => l10n.t({ message: "Target", args: [], comment: ["The company that is acquired"] }),
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

/** `primary_subject` → `Primary subject`. A role that is no identifier stays as it is. */
export function roleLabel(role: string): string {
  const known = Object.hasOwn(knownRoles, role) ? knownRoles[role]?.() : undefined;
  return known ?? (/^[a-z_]+$/.test(role) ? capitalize(fieldWords(role).join(" ")) : role);
}
