/** A sector and the words that its companies and their events are made of. */
export interface Sector {
  /** The event's `sector`. */
  readonly label: string;
  readonly industries: readonly string[];
  /** Second words of company names: "Fennora Pay". */
  readonly suffixes: readonly string[];
  /** Endings of company names in one word: "Fennmint". */
  readonly endings: readonly string[];
  /** Verb phrases that follow "to". */
  readonly missions: readonly string[];
  /** Noun phrases without an article. */
  readonly products: readonly string[];
}

function sector(
  label: string,
  industries: string,
  suffixes: string,
  missions: string,
  products: string,
): Sector {
  const [separate = "", joined = ""] = suffixes.split(" / ");
  return {
    label,
    industries: industries.split(", "),
    suffixes: separate.split(" "),
    endings: joined.split(" "),
    missions: missions.split("; "),
    products: products.split("; "),
  };
}

export const sectors: readonly Sector[] = [
  sector(
    "Artificial Intelligence",
    "Machine Learning, AI Infrastructure, Conversational AI",
    "Intelligence Reasoning Models / Mind Cortex Logic",
    "train domain-specific language models; cut inference costs for on-premise models; open an applied research lab in Europe; bring voice agents to contact centres; automate document review for insurers; expand its evaluation platform",
    "evaluation suite; agent orchestration platform; speech model; retrieval engine; synthetic data generator",
  ),
  sector(
    "Fintech",
    "Payments, Lending, Wealth Management, Insurance Technology",
    "Pay Capital Ledger / Ledger Mint Coin",
    "bring instant payouts to gig workers; expand embedded lending across Latin America; modernize treasury for mid-sized companies; launch multi-currency accounts for exporters; automate reconciliation for marketplaces; secure a banking licence in Lithuania",
    "treasury dashboard; merchant account; credit scoring service; corporate card; settlement API",
  ),
  sector(
    "Healthcare",
    "Digital Health, Medical Devices, Care Delivery",
    "Health Care Clinics / Care Med Vita",
    "open 40 primary care clinics; expand remote cardiac monitoring; reduce waiting times in emergency rooms; scale home dialysis programmes; win clearance for its wearable sensor; bring mental health support to employers",
    "remote monitoring patch; triage assistant; clinical scheduling platform; infusion pump; patient portal",
  ),
  sector(
    "Biotechnology",
    "Therapeutics, Genomics, Synthetic Biology",
    "Therapeutics Biosciences Genomics / Gene Zyme Bio",
    "advance its lead oncology candidate into phase 2; scale cell therapy manufacturing; sequence rare disease cohorts; commercialize enzyme-based recycling; broaden its antibody discovery pipeline; start trials of an oral obesity treatment",
    "antibody discovery platform; gene therapy vector; rapid sequencing kit; protein design tool; fermentation system",
  ),
  sector(
    "Climate & Energy",
    "Energy Storage, Solar, Carbon Removal, Grid Software",
    "Energy Power Renewables / Grid Volt Watt",
    "expand grid-scale storage; build a second iron-air battery plant; finance rooftop solar in Southern Europe; deploy heat pumps in social housing; capture carbon from cement works; double electrolyser output",
    "battery management system; virtual power plant; direct air capture module; home energy hub; perovskite solar panel",
  ),
  sector(
    "Cybersecurity",
    "Identity, Cloud Security, Threat Detection",
    "Security Defense Shield / Guard Vault Lock",
    "protect machine identities in the cloud; extend its detection network to industrial sites; bring passkeys to public agencies; harden software supply chains; grow its incident response team; enter the Japanese market",
    "identity threat detection service; secrets manager; browser isolation product; attack surface scanner; backup vault",
  ),
  sector(
    "Enterprise Software",
    "Collaboration, Developer Tools, Human Resources Software",
    "Software Systems Cloud / Stack Flow Desk",
    "replace spreadsheets in procurement; expand its workflow builder; bring revenue forecasting to mid-market teams; automate payroll in 60 countries; shorten code review for large teams; unify customer support channels",
    "workflow builder; code review assistant; contract lifecycle platform; onboarding suite; analytics workspace",
  ),
  sector(
    "E-commerce & Retail",
    "Marketplaces, Direct to Consumer, Retail Technology",
    "Market Goods Retail / Cart Shop Bazaar",
    "open micro-fulfilment centres in 12 cities; bring resale to department stores; expand same-day grocery delivery; help brands sell across borders; cut returns with better sizing; grow its private labels",
    "returns platform; checkout widget; inventory forecasting tool; resale storefront; loyalty programme",
  ),
  sector(
    "Logistics & Supply Chain",
    "Freight, Warehousing, Fleet Management",
    "Freight Logistics Cargo / Haul Route Dock",
    "electrify last-mile delivery fleets; digitize customs paperwork; add cold-chain capacity in the Gulf; match empty trucks with return loads; open a bonded warehouse in Rotterdam; track containers at sea in real time",
    "yard management system; freight matching app; container tracker; customs filing service; route planner",
  ),
  sector(
    "Robotics & Manufacturing",
    "Industrial Automation, Additive Manufacturing, Machine Vision",
    "Robotics Automation Works / Arm Forge Motion",
    "automate mixed-case palletizing; build a robot factory in Ohio; bring vision inspection to foundries; print spare parts on demand; train welders alongside robots; lower the price of humanoid hardware",
    "palletizing robot; inspection camera; metal printer; gripper line; digital twin platform",
  ),
  sector(
    "Space & Defense",
    "Launch, Earth Observation, Autonomous Systems",
    "Aerospace Orbital Dynamics / Sat Orbit Sky",
    "launch a 24-satellite radar constellation; qualify its methane upper stage; supply drones to coast guards; map methane leaks from orbit; build a ground station network in the south; win its first government contract",
    "radar imaging service; small launch vehicle; orbital tug; counter-drone system; ground station network",
  ),
  sector(
    "Food & Agriculture",
    "Precision Farming, Alternative Proteins, Food Delivery",
    "Farms Foods Harvest / Crop Seed Acre",
    "scale mycelium protein production; bring soil sensors to smallholders; build a vertical farm in Doha; cut fertilizer use with microbes; open a precision fermentation plant; insure crops against drought",
    "soil sensor network; plant-based cheese; irrigation controller; pollination drone; crop insurance product",
  ),
  sector(
    "Education",
    "Online Learning, Corporate Training, School Software",
    "Learning Academy Education / Learn Tutor Class",
    "bring adaptive maths to public schools; retrain 50,000 care workers; expand apprenticeships in Brazil; offer degrees with local universities; translate its courses into 20 languages; add tutoring for dyslexic pupils",
    "adaptive maths course; apprenticeship platform; exam proctoring tool; language app; skills graph",
  ),
  sector(
    "Real Estate & Construction",
    "Property Technology, Building Materials, Construction Software",
    "Homes Properties Build / Brick Nest Site",
    "build timber apartments in six weeks; digitize building permits; retrofit offices into housing; finance shared ownership for first-time buyers; produce low-carbon cement; survey sites with autonomous drones",
    "permit tracking platform; modular bathroom; low-carbon concrete; tenant app; site survey drone",
  ),
  sector(
    "Media & Entertainment",
    "Gaming, Streaming, Creator Economy",
    "Studios Media Interactive / Play Cast Pixel",
    "fund three co-operative games; license regional sports rights; pay creators weekly; open a virtual production stage; bring interactive audio to cars; expand its esports league to Southeast Asia",
    "co-operative strategy game; podcast studio; creator storefront; live captioning service; virtual production stage",
  ),
];
