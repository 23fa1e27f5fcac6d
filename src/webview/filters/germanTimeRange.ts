/** What is typed as a time range in German, in the English that `parseTimeRange` reads; names of days and months stay as they are. */
const words: readonly (readonly [RegExp, string])[] = [
  [/^(?:de[nrs]|die|das) /, ""],
  [/\bvor (\d+|eine[mr]?) (\p{L}+)/u, "$1 $2 ago"],
  [/\beine[mr]? (?=\p{L}+ ago)/u, "1 "],
  [/\bheute\b/g, "today"],
  [/\bvorgestern\b/g, "2d ago"],
  [/\bgestern\b/g, "yesterday"],
  [/\bmorgen\b/g, "tomorrow"],
  [/\bjetzt\b/g, "now"],
  [/^(?:seit|ab) (?:de[mnr] )?/, "since "],
  [/^von /, "from "],
  [/^zwischen /, "between "],
  [/ bis (?:zum )?/g, " to "],
  [/ und /g, " and "],
  [/\bletzte[nmrs]? (?=\d)/g, "last "],
  [/\b(?:vergangene|vorige|letzte)[nmrs]?\b/g, "last"],
  [/\bdiese[nmrs]?\b/g, "this"],
  [/\bminuten?\b/g, "minutes"],
  [/\bstunden?\b/g, "hours"],
  [/\btage?[ns]?\b/g, "days"],
  [/\bwochen?\b/g, "weeks"],
  [/\bmonat(?:e[ns]?|s)?\b/g, "months"],
  [/\bquartal(?:e[ns]?|s)?\b/g, "quarters"],
  [/\bjahr(?:e[ns]?|s)?\b/g, "years"],
  // English has another form for a single one.
  [/\b(last|this) (minute|hour|day|week|month|quarter|year)s\b/g, "$1 $2"],
  [/,? um (?=\d)/g, " "],
  [/(\d{1,2}:\d\d) uhr\b/g, "$1"],
];

/** @param typed in lower case, with single spaces */
export function fromGerman(typed: string): string {
  return words.reduce((text, [pattern, english]) => text.replace(pattern, english), typed);
}
