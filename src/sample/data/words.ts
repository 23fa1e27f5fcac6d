const words = (text: string): readonly string[] => text.split(" ");
const phrases = (text: string): readonly string[] => text.split("; ");

/** Halves of invented names: "Fennora", "Quorwick". */
export const nameStarts = words(
  "Quor Bryn Thal Zev Ond Fenn Marl Pell Krae Lind Sarr Tov Ulm Wex Yar Ister Orl Nym Dras Grell Hesk Jun Ebb Corv Alm Vos Rusk Tarn Sey Plo Haz Mir Cald Ober Thim Velt Anso Birk Dov Esk",
);
export const nameEnds = words(
  "wick mere ano sen ora ith ley vane dell mar stad ique holm une ery ax low ridge cast by onde arro elle iva ton essa uma orin ade usk",
);

export const givenNames = words(
  "Amara Bastian Chiara Daniel Elif Farid Greta Hiroshi Ines Jonas Kavya Leon Maren Nadia Oskar Priya Quentin Rosa Stefan Tomasz Uma Viktor Wanjiru Xavier Yasmin Zoltan Aiko Bruno Camille Dmitri Esther Felipe Giulia Hanna Ibrahim Joao Katrin Lucia Mateo Noor Olga Pedro Rania Samuel Thandi Ursula Vera Wei Yusuf Zara Adaeze Bjorn Carmen Diego Elena Fiona Gabriel Helena Ivan Julia",
);
export const familyNames = words(
  "Abara Bergqvist Castellan Dragovic Eskola Farnese Grunwald Halvorsen Ibarra Jankauskas Kowalczyk Lindqvist Marchetti Nakagawa Okonjo Petrova Quispe Rasmussen Santangelo Takeda Ueda Vasquez Wickramasinghe Ximenes Yilmaz Zielinski Adeyemi Brandvold Cavalcanti Duarte Engstrom Fontaine Galloway Hirano Isaksen Jovanovic Karimi Lacroix Mbeki Novotny Oduya Pellegrini Rautavaara Sorensen Thibault Umarov Villanueva Weatherby Yamashita Zamora Achterberg Bianchi Corrigan Demirci Fairweather Gutierrez Holloway Kaplan Lombardi Menon",
);

const investorNames = words(
  "Foxglove Marrowstone Thistledown Copperfield Longwater Ashgrove Halfmoon Brackenridge Silverbirch Tidewater Northlight Kingfisher Whitethorn Redwing Saltmarsh Greyfriar Oakhanger Windrush Larkspur Stonecrop",
);
const investorKinds = phrases("Ventures; Capital; Partners; Growth; Equity Partners");
/** Invented venture firms. */
export const investors = investorNames.flatMap((name, i) =>
  investorKinds.slice(i % 3, (i % 3) + 3).map((kind) => `${name} ${kind}`),
);

export const places = phrases(
  "Lisbon, Portugal; Berlin, Germany; Austin, United States; Toronto, Canada; Nairobi, Kenya; Singapore; Tel Aviv, Israel; Stockholm, Sweden; Bengaluru, India; São Paulo, Brazil; Boston, United States; San Francisco, United States; New York, United States; London, United Kingdom; Paris, France; Zürich, Switzerland; Amsterdam, Netherlands; Warsaw, Poland; Seoul, South Korea; Tokyo, Japan; Sydney, Australia; Mexico City, Mexico; Lagos, Nigeria; Dubai, United Arab Emirates; Helsinki, Finland; Tallinn, Estonia; Denver, United States; Chicago, United States; Seattle, United States; Montréal, Canada; Dublin, Ireland; Barcelona, Spain; Milan, Italy; Copenhagen, Denmark; Jakarta, Indonesia; Bogotá, Colombia",
);

export const exchanges = words("London Frankfurt Toronto Tokyo Mumbai Sydney Stockholm Zürich");

export const positions = phrases(
  "chief executive officer; chief financial officer; chief technology officer; chief operating officer; chief product officer; chief revenue officer; chief people officer; general counsel; chief marketing officer; chief information security officer; president; chair of the board",
);

export const reasons = phrases(
  "slowing demand; a restructuring; the loss of a major customer; rising financing costs; a shift to self-service sales; the closure of its hardware line; a merger of two divisions; weaker orders from Europe",
);
export const departments = phrases(
  "sales; recruiting; customer support; engineering; marketing; operations; research; hardware",
);
export const audiences = phrases(
  "mid-sized companies; public agencies; hospitals; independent retailers; regional banks; industrial customers; freelancers; universities; small teams; regulated industries; emerging markets; field engineers",
);
export const markets = phrases(
  "United States; Canada; United Kingdom; Germany; France; Nordics; India; Japan; Brazil; Australia; Gulf states; Southeast Asia",
);
