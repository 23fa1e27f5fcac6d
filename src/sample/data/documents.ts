const words = (text: string): readonly string[] => text.split(" ");
const phrases = (text: string): readonly string[] => text.split("; ");

/** What documents are about; file names begin with it. */
export const topics = phrases(
  "Annual report; Supplier agreement; Board minutes; Incident review; Onboarding guide; Pricing notes; Market study; Security policy; Interview transcript; Quarterly forecast; Data processing addendum; Travel guidelines; Site inspection; Feature request; Customer letter; Patent claim; Trial protocol; Training plan; Meeting notes; Release checklist; Audit findings; Privacy notice",
);

/** How the words of a file name are written: "Annual report" becomes annual-report, annual_report, Annual report. */
export const spellings: readonly (readonly [spelling: (text: string) => string, weight: number])[] = [
  [(text) => text.toLowerCase().replaceAll(" ", "-"), 6],
  [(text) => text.toLowerCase().replaceAll(" ", "_"), 3],
  [(text) => text, 2],
];

/** Extension, content type and weight. */
export const fileTypes: readonly (readonly [type: readonly [string, string], weight: number])[] = [
  [["pdf", "application/pdf"], 40],
  [["docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"], 16],
  [["md", "text/markdown"], 12],
  [["html", "text/html"], 10],
  [["txt", "text/plain"], 8],
  [["csv", "text/csv"], 4],
  [["json", "application/json"], 4],
  [["xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"], 3],
  [["pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"], 2],
  [["eml", "message/rfc822"], 1],
];

export const languages = words("en en en en de fr es pt");

/** Sentences of a document's text; `{…}` is replaced by a value of that name. */
export const sentences = phrases(
  "This section covers {topic} for {place}.; {person} reviewed the {topic} with {department} on {date}.; The figures for {place} changed because of {reason}.; Responsibility lies with {department} until {date}.; {person} asked {department} for a second opinion.; Open points: {reason}, and the budget for {audience}.; No further action is needed for {audience}.; The next review in {place} is due on {date}.",
);
