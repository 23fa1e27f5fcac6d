const words = (text: string): readonly string[] => text.split(" ");
const phrases = (text: string): readonly string[] => text.split("; ");

/** Three letters each, so that no two names are the same. */
export const firstSyllables = words(
  "ald bar bel bor bra cal cer cor cyn dal del dor dra elm fal fen fin gar gel gri har hel hol ing jar jen kal kel kor lam len lor mal mer mon nar nel nor olt pal per pol qui ral ren ros sal sel sor tal tem tor ulv val ver vol wen wil xan yar yel zan zel zor",
);
/** Two letters each, for the same reason. */
export const middleSyllables = words(
  "ad al am an ar as at av ed el em en er et ev id il im in ir is it iv od ol om on or ot ul um ur",
);
export const lastSyllables = words(
  "a ab ac ady age aix ana and ane ara ard aro arc ast aude ava axa aya ea ect eda ego ell ema ena ent era esk esso eto eva ex eyo ia ica ido iel ify ika ill ima ine ino ion iq isk iti ivo ix o oba odo oft oko ola omi onda ope ora osk ova oxy ube ula umi una",
);

export const sectors = phrases(
  "Artificial Intelligence; Fintech; Healthcare; Biotechnology; Climate & Energy; Cybersecurity; Enterprise Software; E-commerce & Retail; Logistics & Supply Chain; Robotics & Manufacturing; Space & Defense; Food & Agriculture; Education; Real Estate & Construction; Media & Entertainment; Semiconductors; Telecommunications; Automotive & Mobility; Insurance; Travel & Hospitality; Mining & Materials; Water & Waste; Legal Services; Human Resources",
);
export const industries = phrases(
  "Payments; Lending; Wealth Management; Digital Health; Medical Devices; Care Delivery; Therapeutics; Genomics; Synthetic Biology; Energy Storage; Solar; Carbon Removal; Grid Software; Identity; Cloud Security; Threat Detection; Collaboration; Developer Tools; Marketplaces; Direct to Consumer; Freight; Warehousing; Fleet Management; Industrial Automation; Additive Manufacturing; Machine Vision; Launch Services; Earth Observation; Autonomous Systems; Precision Farming; Alternative Proteins; Food Delivery; Online Learning; Corporate Training; Property Technology; Building Materials; Gaming; Streaming; Creator Tools; Chip Design; Photonics; Satellite Links; Network Hardware; Charging Networks; Ride Sharing; Reinsurance; Claims Handling; Hotel Software; Battery Recycling; Rare Earths; Desalination; Contract Review; Payroll; Recruiting",
);
export const tails = phrases(
  "Labs; Systems; Health; Energy; Robotics; Analytics; Networks; Materials; Bio; Software; Logistics; Pay; Foods; Mobility; Security; Works; AI; Technologies; Group; Studio; Dynamics; Cloud; Medical; Interactive",
);
export const firms = phrases("Ventures; Capital; Partners; Growth; Equity; Holdings; Fund; Seed; Advisors");

export const countries = phrases(
  "Portugal; Germany; United States; United States; United States; United States; Canada; Kenya; Israel; Sweden; India; India; Brazil; United Kingdom; United Kingdom; France; Switzerland; Netherlands; Poland; South Korea; Japan; Australia; Mexico; Nigeria; United Arab Emirates; Finland; Estonia; Ireland; Spain; Italy; Denmark; Indonesia; Colombia; Côte d'Ivoire; Türkiye; Norway; Chile; Vietnam; South Africa; Austria",
);
/** Endings of invented towns, some beyond ASCII. */
export const townEnds = words(
  "ville burg ford stad mouth field ção bridge haven köping minster wick pool grad",
);

export const rounds = phrases(
  "pre-seed; seed; seed extension; Series A; Series A; Series B; Series C; Series D; growth; bridge; debt financing",
);
export const positions = phrases(
  "chief executive officer; chief financial officer; chief technology officer; chief operating officer; chief product officer; chief revenue officer; chief people officer; general counsel; chief marketing officer; president; head of research; chair of the board; managing director for Asia; vice president of engineering; chief medical officer; head of design",
);
export const exchanges = phrases(
  "London; Frankfurt; Toronto; Tokyo; Mumbai; Sydney; Stockholm; Zürich; São Paulo",
);

export const verbs = words(
  "expand build automate finance deploy scale retrofit replace digitize test certify license open double shorten simplify monitor predict insure recycle map secure unify measure modernize translate host train staff electrify deliver export acquire refine audit publish benchmark pilot rebuild connect verify analyse",
);
export const adjectives = words(
  "new regional independent industrial clinical offline wireless modular low-cost high-volume rural coastal municipal seasonal portable shared secure open carbon-free second-hand cross-border multilingual real-time on-site small mid-sized large regulated public private remote mobile compact heavy light thermal optical digital organic synthetic programmable adaptive certified refurbished nocturnal fast-growing underused specialised short-term long-haul early-stage family-owned self-hosted next-generation",
);
export const qualifiers = words(
  "battery payment hospital freight insurance satellite protein water mortgage payroll container rail harvest antibody sensor warehouse classroom pharmacy telescope turbine permit claims invoice grocery dialysis vaccine concrete timber fleet customs drone podcast museum theatre stadium ferry greenhouse fertilizer soil reef glacier traffic parking elevator boiler heating cooling lighting welding foundry textile leather paper glass steel copper lithium cobalt hydrogen methane ammonia plasma laser radar sonar antenna router firewall passport identity signature contract patent tax pension grant loan deposit dividend bond equity voucher",
);
export const things = words(
  "plants clinics networks teams depots platforms models markets suppliers retailers laboratories terminals archives records schedules warehouses workshops schools utilities hospitals brokers carriers farms kitchens exporters operators contractors merchants insurers tenants drivers nurses teachers pilots welders researchers auditors developers households cities ports airports stations vessels vehicles machines robots grids pipelines reservoirs forests orchards fisheries mines quarries studios galleries libraries courts agencies ministries charities cooperatives unions start-ups",
);
export const openings = phrases(
  "The company plans to; Executives said they intend to; The move is meant to; According to a filing, it will; People familiar with the matter say it wants to; The announcement follows an effort to; Over the next year it expects to; A spokesperson confirmed plans to; Customers had asked it to; The board has agreed to; Analysts doubt that it can; A second phase would",
);
export const reasons = phrases(
  "slowing demand; the loss of a major customer; rising financing costs; a shift to self-service sales; weaker orders from Europe; a delayed certification; duplicate roles after a merger; higher component prices; a failed financing round; new import rules; a contract that was not renewed; an unprofitable hardware line",
);
