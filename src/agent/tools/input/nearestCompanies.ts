import type { CompanyEvent } from "../../../shared/companyEvent";
import { nearestLabels } from "./nearestLabels";
import { quoted } from "./phrases";

const maxListed = 5;
/** A part that is not longer than this is `Inc.` rather than a company. */
const shortestName = 4;

/** Notes for an answer without events of the companies that an agent names: which other companies may be meant. */
export function companyNotes(
  companies: readonly string[],
  matching: readonly CompanyEvent[],
  read: readonly CompanyEvent[],
): string[] {
  if (companies.length === 0 || matching.length > 0) {
    return [];
  }
  const nearest = nearestCompanies(companies, read);
  if (nearest.length === 0) {
    return ["No company in the events read has a similar name. It may have events in a longer period."];
  }
  const names = nearest.map(quoted).join(", ");
  return [
    nearest.length === 1
      ? `A company with a similar name: ${names}. If it is meant, call again with that name.`
      : `Companies with similar names: ${names}. Call again with the one that is meant, or once for each.`,
  ];
}

/** Names of companies, the nearest first. */
function nearestCompanies(wanted: readonly string[], events: readonly CompanyEvent[]): string[] {
  const names = events.flatMap(({ company }) => company?.name ?? []);
  return [...new Set(wanted.flatMap(partsOf).flatMap((company) => nearestLabels(company, names)))].slice(
    0,
    maxListed,
  );
}

/** An agent may write several companies into one text; a comma may also be part of a name, as in `Acme, Inc.` */
function partsOf(text: string): string[] {
  const parts = text.split(/[,;]/).filter((part) => part.trim().length > shortestName);
  return parts.length > 0 ? parts : [text];
}
