import * as l10n from "@vscode/l10n";
import { compactUsd, exactUsdOf } from "../../../shared/amounts";
import type { CompanyEvent } from "../../../shared/companyEvent";
import { typeLabel } from "../../../shared/eventKind";
import { lastDaysText } from "../../../shared/feedQuery";
import { formatNumber } from "../../../shared/text";
import { recentInstant, shortDay, shortInstant, timeOfDay } from "../../../shared/times";
import { markdownText } from "../../../util/markdown";
import { withFullStop } from "../../../util/strings";
import { companyCount, filtersOrAll, isNamedAfterFilters } from "../../model/feedSummary";
import type { Digest, DigestFeed, DigestSection } from "./digest";

/** Events of one feed that a digest lists; all are counted. */
const maxListed = 50;

export interface DigestTextOptions {
  readonly zone: "local" | "utc";
  /** A URI that opens a feed, at an event if one is given. */
  readonly linkTo: (feed: DigestFeed, eventId?: string) => string;
  /** The name of a connection that is shown to the user. */
  readonly connectionLabel: (name: string) => string;
}

/** A digest as a Markdown document. Texts of the service and of settings are plain text in it (docs/saved-feeds.md). */
export function digestText(digest: Digest, options: DigestTextOptions): string {
  const { sections, notFollowedCount } = digest;
  const text = new DigestText(digest, options);
  const withEvents = sections.filter(({ events }) => events.length > 0);
  const withoutEvents = sections.filter(({ events }) => events.length === 0);
  const failed = withoutEvents.filter(({ outcome }) => outcome.kind === "failed");
  const incomplete = withoutEvents.filter((section) => isIncomplete(section) && !failed.includes(section));
  const ended = withoutEvents.filter(({ outcome }) => outcome.kind === "ended");
  const empty = withoutEvents.filter((section) => !isIncomplete(section) && !ended.includes(section));
  const blocks = [
    `# ${text.title()}`,
    text.summary(),
    ...text.list(l10n.t("Not checked"), failed),
    ...text.list(l10n.t("Partially checked"), incomplete),
    ...(withEvents.length > 1 ? [text.overview(withEvents)] : []),
    ...withEvents.flatMap((section) => text.section(section)),
    ...text.list(l10n.t("No new events"), empty),
    ...text.list(l10n.t("Ended"), ended),
    ...(notFollowedCount === 0 ? [] : [notFollowedText(notFollowedCount)]),
  ];
  return `${blocks.join("\n\n")}\n`;
}

class DigestText {
  constructor(
    private readonly digest: Digest,
    private readonly options: DigestTextOptions,
  ) {}

  title(): string {
    const { createdMs } = this.digest;
    return l10n.t({
      message: "Digest of {0}",
      args: [markdownText(shortInstant(createdMs, this.options.zone, -Infinity))],
      comment: ["{0} is a date and time"],
    });
  }

  /** What was looked at, and what it found. */
  summary(): string {
    const { sections } = this.digest;
    const failed = sections.filter(({ outcome }) => outcome.kind === "failed").length;
    const partial = sections.filter((section) => isIncomplete(section)).length - failed;
    const ended = sections.filter(({ outcome }) => outcome.kind === "ended").length;
    const checked = sections.length - failed - ended;
    return [
      this.countText(),
      checked === 1
        ? l10n.t("1 saved feed checked")
        : l10n.t("{0} saved feeds checked", formatNumber(checked)),
      ...(failed === 0 ? [] : [l10n.t("**{0} couldn't be checked**", formatNumber(failed))]),
      ...(partial === 0 ? [] : [l10n.t("**{0} incomplete**", formatNumber(partial))]),
      this.periodText(),
    ].join(" · ");
  }

  /** A table of the feeds. */
  overview(sections: readonly DigestSection[]): string {
    const head = [l10n.t("Saved feed"), l10n.t("New events")];
    const rows = sections.map((section) => [
      this.feedLink(section.feed),
      countOf(section.events.length, isIncomplete(section)),
    ]);
    return table(head, ["---", "---:"], rows);
  }

  section(section: DigestSection): string[] {
    const { feed, events } = section;
    const listed = events.slice(0, maxListed);
    const left = events.length - listed.length;
    const notes = this.notes(section);
    return [
      `## ${markdownText(feed.feed.name)}`,
      [...this.descriptions(feed), `[${l10n.t("Open feed")}](${this.options.linkTo(feed)})`].join(" · "),
      ...(notes.length === 0 ? [] : [notes.join(" ")]),
      totalsTable(section),
      this.eventTable(section, listed),
      ...(left === 0
        ? []
        : [
            `[${left === 1 ? l10n.t("1 more event") : l10n.t("{0} more events", formatNumber(left))}](${this.options.linkTo(feed)})`,
          ]),
    ];
  }

  /** Feeds without events. */
  list(title: string, sections: readonly DigestSection[]): string[] {
    return sections.length === 0
      ? []
      : [`## ${title}`, sections.map((section) => `- ${this.line(section)}`).join("\n")];
  }

  private line(section: DigestSection): string {
    const { feed } = section;
    const notes = this.notes(section);
    const description = [this.feedLink(feed), ...this.descriptions(feed)].join(" · ");
    return notes.length === 0 ? description : [withFullStop(description), ...notes].join(" ");
  }

  private countText(): string {
    const { sections } = this.digest;
    // An event may be in several feeds, and is counted once.
    const ids = new Set(
      sections.flatMap(({ feed: { connection }, events }) =>
        events.map(({ id }) => JSON.stringify([connection.name, id])),
      ),
    );
    if (ids.size === 0) {
      return `**${l10n.t("No new events")}**`;
    }
    const count = ids.size === 1 ? l10n.t("1 new event") : l10n.t("{0} new events", formatNumber(ids.size));
    return `**${sections.some((section) => isIncomplete(section)) ? l10n.t("At least {0}", count) : count}**`;
  }

  private periodText(): string {
    const { createdMs, period } = this.digest;
    const { zone } = this.options;
    return period.kind === "sinceLast"
      ? l10n.t({
          message: "Since the last digest ({0})",
          args: [recentInstant(Math.min(period.lastMs, createdMs), zone, createdMs)],
          comment: ["{0} is a date and time, such as yesterday, 18:20"],
        })
      : l10n.t("{0} (since {1})", lastDaysText(period.days), shortInstant(period.sinceMs, zone, createdMs));
  }

  private feedLink(feed: DigestFeed): string {
    return `[${markdownText(feed.feed.name)}](${this.options.linkTo(feed)})`;
  }

  /** What a feed asks for, and where. */
  private descriptions({ feed, connection }: DigestFeed): string[] {
    const { companies } = feed;
    return [
      ...(isNamedAfterFilters(feed)
        ? []
        : [...filtersOrAll(feed), ...(companies.length === 0 ? [] : [companyCount(companies.length)])]),
      this.options.connectionLabel(connection.name),
    ].map((text) => markdownText(text));
  }

  /** Sentences about what is missing from a section, or not counted in it. */
  private notes({ feed, outcome, retold, readCount, mutedCount, malformedCount }: DigestSection): string[] {
    const { zone } = this.options;
    const since = (ms: number): string => shortInstant(ms, zone, this.digest.createdMs);
    const notes: string[] = [];
    if (feed.missedSinceMs !== undefined && outcome.kind === "complete") {
      notes.push(l10n.t("Since {0}, as the last digest doesn't have this feed.", since(feed.missedSinceMs)));
    }
    switch (outcome.kind) {
      case "complete":
        break;
      case "limit":
        notes.push(
          l10n.t(
            "**Incomplete:** there are too many events. Those before {0} were not read.",
            since(outcome.completeFromMs),
          ),
        );
        break;
      case "stopped":
        notes.push(
          l10n.t("**Incomplete:** events before {0} couldn't be read.", since(outcome.completeFromMs)),
          withFullStop(markdownText(outcome.message)),
        );
        break;
      case "failed":
        notes.push(withFullStop(markdownText(outcome.message)));
        break;
      case "ended":
        // The end is not part of it.
        notes.push(l10n.t("Ended {0}; not checked.", shortDay(outcome.untilMs - 1, zone, -Infinity)));
    }
    if (feed.feed.companies.length > 0 && readCount > 0) {
      notes.push(
        readCount === 1
          ? l10n.t("1 event was compared with the companies.")
          : l10n.t("{0} events were compared with the companies.", formatNumber(readCount)),
      );
    }
    const retoldCount = [...retold.values()].reduce((sum, count) => sum + count, 0);
    if (retoldCount > 0) {
      notes.push(
        retoldCount === 1
          ? l10n.t("1 event covers the same story as another and isn't counted again.")
          : l10n.t(
              "{0} events cover the same story as another and aren't counted again.",
              formatNumber(retoldCount),
            ),
      );
    }
    if (mutedCount > 0) {
      notes.push(
        mutedCount === 1
          ? l10n.t("1 muted event is not included.")
          : l10n.t("{0} muted events are not included.", formatNumber(mutedCount)),
      );
    }
    if (malformedCount > 0) {
      notes.push(
        malformedCount === 1
          ? l10n.t("1 event couldn't be read and is not included.")
          : l10n.t("{0} events couldn't be read and are not included.", formatNumber(malformedCount)),
      );
    }
    return notes;
  }

  private eventTable({ feed, retold }: DigestSection, events: readonly CompanyEvent[]): string {
    const hasTypes = feed.feed.query.types.length !== 1;
    const hasAmounts = events.some(({ amount }) => amount !== undefined);
    const head = [
      l10n.t("Published"),
      l10n.t("Event"),
      l10n.t("Company"),
      ...(hasTypes ? [l10n.t("Type")] : []),
      ...(hasAmounts ? [l10n.t("Amount")] : []),
    ];
    const align = head.map((_, index) => (hasAmounts && index === head.length - 1 ? "---:" : "---"));
    const rows = events.map((event) => [
      this.published(event),
      [this.eventLink(feed, event), ...moreLikeThis(retold.get(event.id))].join(" "),
      markdownText(event.company?.name ?? event.company?.domain ?? "", maxCell),
      ...(hasTypes ? [event.type === undefined ? "" : markdownText(typeLabel(event.type), maxCell)] : []),
      ...(hasAmounts ? [event.amount === undefined ? "" : markdownText(compactUsd(event.amount))] : []),
    ]);
    return table(head, align, rows);
  }

  private eventLink(feed: DigestFeed, { id, title = "" }: CompanyEvent): string {
    const label = markdownText(title, maxTitle) || l10n.t("Untitled event");
    return `[${label}](${this.options.linkTo(feed, id)})`;
  }

  /** `14 Nov, 10:41`, without a line break in it. */
  private published({ publishedMs }: CompanyEvent): string {
    const { zone } = this.options;
    return publishedMs === undefined
      ? l10n.t("No date")
      : `${shortDay(publishedMs, zone, this.digest.createdMs)}, ${timeOfDay(publishedMs, zone)}`.replaceAll(
          " ",
          "\u00a0",
        );
  }
}

const maxTitle = 200;
const maxCell = 60;

/** Whether events are missing. */
function isIncomplete({ outcome: { kind } }: DigestSection): boolean {
  return kind === "failed" || kind === "limit" || kind === "stopped";
}

function totalsTable(section: DigestSection): string {
  const { totals, events } = section;
  const isPartial = isIncomplete(section);
  const hasAmounts = totals.some(({ withAmount }) => withAmount > 0);
  const rows = totals.map(({ type, events: count, withAmount, amount }) => [
    type === undefined ? typeLabel("") : markdownText(typeLabel(type), maxCell),
    countOf(count, isPartial),
    ...(hasAmounts ? [withAmount === 0 ? "" : amountText(amount, withAmount, count)] : []),
  ]);
  const all = [l10n.t("**Total**"), `**${countOf(events.length, isPartial)}**`, ...(hasAmounts ? [""] : [])];
  return table(
    [l10n.t("Type"), l10n.t("New events"), ...(hasAmounts ? [l10n.t("Sum of amounts (USD)")] : [])],
    ["---", "---:", ...(hasAmounts ? ["---:"] : [])],
    totals.length > 1 ? [...rows, all] : rows,
  );
}

/** The sum, and of how many of the events it is if not all state an amount. */
function amountText(amount: string, withAmount: number, events: number): string {
  const sum = markdownText(exactUsdOf(amount));
  return withAmount === events
    ? sum
    : l10n.t({
        message: "{0} ({1} of {2})",
        args: [sum, formatNumber(withAmount), formatNumber(events)],
        comment: ["A sum, and how many of the events have an amount"],
      });
}

function moreLikeThis(count = 0): string[] {
  switch (count) {
    case 0:
      return [];
    case 1:
      return [l10n.t("(1 more like this)")];
    default:
      return [l10n.t("({0} more like this)", formatNumber(count))];
  }
}

/** `12`; `≥ 12` if there may be more. */
function countOf(count: number, isPartial: boolean): string {
  return isPartial ? `≥\u00a0${formatNumber(count)}` : formatNumber(count);
}

function notFollowedText(count: number): string {
  return count === 1
    ? l10n.t("1 saved feed is not followed, so it was not checked.")
    : l10n.t("{0} saved feeds are not followed, so they were not checked.", formatNumber(count));
}

function table(
  head: readonly string[],
  align: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return [head, align, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
