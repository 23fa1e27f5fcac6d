import type { EventKind } from "../../shared/eventKind";

const paid =
  "price purchase_price acquisition_price deal_value deal_amount deal_size transaction_value transaction_amount amount consideration";
const raised = "amount amount_raised raised proceeds gross_proceeds offering_size offer_size";

/**
 * What a reader looks for first in an event of a kind: keys of fields (see `fieldKey`), in the order in which they are shown.
 * Only those of funding are specified (docs/service.md, Event data). Any of them may be missing.
 */
const byKind: Readonly<Record<EventKind, readonly string[]>> = {
  funding: keys(
    "amount round stage lead_investor lead_investors investors valuation pre_money_valuation post_money_valuation total_raised",
  ),
  acquisition: keys(
    `acquirer buyer acquiring target acquired seller ${paid} valuation stake payment payment_type deal_type status announced expected_close closing_date close_date`,
  ),
  ipo: keys(
    `exchange ticker symbol ${raised} valuation market_cap share_price offer_price price price_range shares shares_offered status first_trading_day listing_date date`,
  ),
  executive: keys(
    "person executive name position title role new_position new_role from previous previous_position previous_role to new predecessor replaces successor change change_type action effective effective_date start_date reason",
  ),
  layoffs: keys(
    "headcount employees_affected affected_employees affected jobs jobs_cut count percentage percent share workforce_share workforce_percentage staff_before remaining departments locations reason effective effective_date date",
  ),
  partnership: keys(
    "partner partners counterparty scope purpose contract_value deal_value value amount term term_years duration exclusive start_date",
  ),
  shutdown: keys(
    "reason last_day closing_date shutdown_date effective_date date employees_affected headcount total_raised years_active founded",
  ),
  launch: keys(
    "product product_name category price price_from availability launch_date release_date date markets audience",
  ),
};

function keys(text: string): readonly string[] {
  return text.split(" ");
}

export function likelyFacts(kind: EventKind | undefined): readonly string[] {
  return kind ? byKind[kind] : [];
}
