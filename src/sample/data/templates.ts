// Sentences of the sample's events. `eventContent.ts` replaces `{name}` with a value.

export const funding = {
  titles: [
    "{company} raises {sum} {round} to {mission}",
    "{company} raises {sum} {round} to {mission}",
    "{company} secures {sum} in {round} funding to {mission}",
    "{company} lands {sum} {round} led by {lead} to {mission}",
    "{lead} leads {sum} {round} in {city}'s {company} to {mission}",
  ],
  subheads: [
    "The round was led by {lead} with participation from {others}.",
    "{others} joined {lead} in the round, which brings the total raised to {total}.",
  ],
  valued: "The deal, led by {lead}, values the {location} company at {valuation}.",
  notValued: "The {location} company has now raised {total} and plans to hire {hires} people this year.",
  undisclosed: {
    title: "{company} closes {round} round with {lead} to {mission}",
    subhead: "Terms were not disclosed. {others} also took part in the financing of the {location} company.",
  },
} as const;

/** Funding rounds of a company in order, with the range of their amounts in USD. */
export const fundingRounds = {
  startup: [
    ["Pre-Seed", 4e5, 3e6],
    ["Seed", 1.5e6, 9e6],
    ["Seed Extension", 1e6, 5e6],
    ["Series A", 6e6, 28e6],
    ["Series A Extension", 4e6, 14e6],
    ["Series B", 18e6, 70e6],
  ],
  growth: [
    ["Series B", 20e6, 80e6],
    ["Series C", 45e6, 180e6],
    ["Venture Debt", 10e6, 90e6],
    ["Series D", 90e6, 350e6],
    ["Growth Equity", 60e6, 400e6],
    ["Series E", 150e6, 900e6],
  ],
  public: [
    ["Post-IPO Debt", 120e6, 1.4e9],
    ["Post-IPO Equity", 80e6, 9e8],
  ],
} as const;

export const acquisition = {
  titles: [
    "{company} acquires {target} for {price} to {mission}",
    "{company} to buy {target}, known for its {product}, for {price}",
    "{company} agrees {price} deal for {target}",
  ],
  titleWithoutPrice: "{company} acquires {target} to {mission}",
  subhead:
    "{target}, based in {targetLocation} with {targetStaff} employees, brings its {product} to {company}; the {payment} deal should close by {close}.",
} as const;

/** The same from the perspective of the acquired company. */
export const takeover = {
  title: "{company} agrees to {price} takeover by {buyer}",
  titleWithoutPrice: "{company} agrees to be taken over by {buyer}",
  subhead:
    "The board recommends the {payment} offer; {staff} employees in {location} are to join {buyer}, which wants to {mission}.",
} as const;

export const ipo = {
  titles: {
    filed: "{company} files for {exchange} listing, seeking to raise {sum}",
    priced: "{company} prices IPO at ${sharePrice} a share, raising {sum}",
    listed: "{company} shares climb {gain}% in {exchange} debut after {sum} IPO",
  },
  subhead: "The {location} company offers {shares} shares and wants to {mission} with the proceeds.",
} as const;

export const partnership = {
  titles: [
    "{company} and {partner} team up for {years} years to {mission}",
    "{company} partners with {partner} to {mission}",
    "{company} picks {partner}'s {product} in {years}-year deal",
    "{company} signs {years}-year pact with {partner} to {mission}",
  ],
  subheads: [
    "The {years}-year agreement pairs {company} with the {partnerLocation} company and its {product}.",
    "Both companies will start with {customers} joint customers before a wider rollout.",
    "Financial terms were not disclosed; work in {location} begins next quarter.",
  ],
} as const;

export const executiveChange = {
  titles: [
    "{company} names {arriving} {position}",
    "{company} hires {arriving} from {former} as {position}",
    "{leaving} to step down as {position} of {company}; {arriving} named successor",
  ],
  titleOfPromotion: "{company} promotes {arriving} to {position} as {leaving} departs",
  subheads: [
    "{arriving} succeeds {leaving}, who spent {years} years at the {location} company, effective {effective}.",
    "The appointment comes as {company} wants to {mission}.",
    "{arriving} previously led {department} at {former} and starts on {effective}.",
  ],
} as const;

export const layoff = {
  titles: [
    "{company} cuts {jobs} jobs, about {percentage}% of its staff, citing {reason}",
    "{company} to lay off {jobs} people amid {reason}",
    "{company} eliminates {jobs} roles in {departments} after {reason}",
  ],
  subheads: [
    "The cuts fall mainly on {departments}; those affected receive {weeks} weeks of pay.",
    "In a note to employees the {location} company pointed to {reason}; {remaining} people remain.",
  ],
} as const;

export const productLaunch = {
  titles: [
    "{company} launches {product}, {aCategory} for {audience}",
    "{company} unveils {product}, its new {category} for {audience}",
    "{company} opens {phase} of {category} {product}",
  ],
  subhead: "{ACategory} built for {audience}, {product} arrives first in {markets}.",
  subheadWithPrice: "{product} starts at ${price} a month and is available in {markets}.",
} as const;

export const shutdown = {
  titles: [
    "{company} shuts down {age} years after launch, citing {reason}",
    "{company} to cease operations after raising {raised}",
    "{company} winds down after failing to {mission}",
  ],
  subhead: "{staff} employees in {location} are affected; customers can export their data until {lastDay}.",
} as const;
