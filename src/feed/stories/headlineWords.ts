/** The words of headlines, in tables of `meaning: word word`. Other languages than these match by names and numbers alone. */

function meanings(lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    lines.flatMap((line) => {
      const [meaning = "", words = ""] = line.split(":");
      return words
        .trim()
        .split(" ")
        .map((word) => [word, meaning.trim()] as const);
    }),
  );
}

export const scales: ReadonlyMap<string, number> = new Map(
  [
    ...meanings(
      `1e3: k thousand tsd
      1e6: m mn mln mio million millions mil millionen
      1e9: b bn bln billion billions mrd milliarde milliarden
      1e12: t tn trn trillion trillions`.split("\n"),
    ),
  ].map(([word, scale]) => [word, Number(scale)] as const),
);

export const currencies = meanings(
  `USD: $ us$ usd dollar dollars
  EUR: € eur euro euros
  GBP: £ gbp pound pounds
  JPY: ¥ jpy yen
  INR: ₹ inr rupees
  CHF: chf francs franken
  AUD: a$ au$ aud
  CAD: c$ ca$ cad
  SGD: s$ sgd
  HKD: hk$ hkd
  SEK: sek kronor`.split("\n"),
);

export const percentWords: ReadonlySet<string> = new Set(["percent", "prozent", "pct"]);

export const timeUnits: ReadonlySet<string> = new Set(
  "day days week weeks month months year years tag tage woche wochen monat monate jahr jahre".split(" "),
);

/** From 2 on: "one" is often no number. */
export const numberWords: ReadonlyMap<string, number> = new Map(
  "two three four five six seven eight nine ten eleven twelve"
    .split(" ")
    .map((word, index) => [word, index + 2] as const),
);

/** Words that count, and names of funding rounds. */
export const ordinals: ReadonlySet<string> = new Set(
  `first second third fourth fifth sixth seventh eighth ninth tenth ii iii iv vi vii viii ix
  preseed seed extension bridge`.split(/\s+/),
);

/** After these words, a letter is a part of the name, as in "Series B". */
export const letterNames: ReadonlySet<string> = new Set(
  "series serie class phase tranche part tier grade".split(" "),
);

/** Words that say nothing. */
export const stopWords: ReadonlySet<string> = new Set(
  `a an the and or of in on at to for from by with as its it is are be was were has have had will this that their his her
  into over after amid about around nearly more than new up out following says said via per
  der die das und im am zu für von mit auf ein eine als bei nach
  inc ltd llc gmbh ag corp co plc sa`.split(/\s+/),
);

/** Words that mean the same in headlines. */
export const sameWords = meanings(
  `raise: raises raised raising secure secures secured land lands landed bag bags bagged close closes closed
  raise: nab nabs net nets snag snags attract attracts get gets
  round: rounds funding financing investment fundraise
  acquire: acquires acquired acquiring acquisition buy buys bought buying purchase purchases takeover snap snaps
  acquire: deal agree agrees agreed
  name: names named appoint appoints appointed hire hires hired tap taps tapped pick picks picked
  name: promote promotes promoted join joins joined successor succeed succeeds
  cut: cuts cutting eliminate eliminates slash slashes lay lays laid off layoff layoffs shed sheds axe axes
  job: jobs role roles people employee employees staff position positions worker workers workforce
  launch: launches launched launching unveil unveils unveiled introduce introduces introduced
  launch: debut debuts release releases released open opens opened
  partner: partners partnered partnering partnership team teams pact alliance ally allies
  partner: collaborate collaborates collaboration sign signs signed
  shut: shuts shutting down wind winds cease ceases closing operations doors`.split("\n"),
);

/** Words that turn a story into another one, which takes it back or follows it. The two have most of their other words in common. */
export const turns = meanings(
  `off: cancel cancels canceled cancelled scrap scraps scrapped abandon abandons abandoned drop drops dropped
  off: withdraw withdraws withdrawn terminate terminates terminated reject rejects rejected block blocks blocked
  off: discontinue discontinues discontinued end ends ended collapse collapses
  wait: delay delays delayed postpone postpones postponed pause pauses paused halt halts halted suspend suspends suspended
  again: resume resumes resumed reopen reopens relaunch relaunches rehire rehires
  denial: deny denies denied dispute disputes not no never without
  maybe: may might could considers considering weighs weighing explores exploring talks rumored reportedly
  maybe: plans planning mulls mulling
  complete: complete completes completed finalize finalizes finalized
  leave: step steps stepping resign resigns resigned quit quits leave leaves leaving depart departs departed
  leave: exit exits oust ousts ousted fire fires fired
  court: sue sues sued fine fines fined`.split("\n"),
);
