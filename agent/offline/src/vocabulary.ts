/** Words that mean nearly the same in a request and in a tool's description. A word may stand in several groups. */
export const SYNONYMS: readonly (readonly string[])[] = `
  read show open cat display view print see content inspect; list ls directory folder enumerate browse tree;
  run execute bash shell command invoke terminal; time clock hour; time date; write create save store make put;
  add sum plus total; length character long; temperature degree; people person guest party size;
  depth level deep; add create insert new append make; edit change replace modify update substitute fix;
  search grep find match lookup occurrence contain; glob find pattern;
  fetch download get retrieve load read open visit; web url page website site internet link;
  send mail email message notify text; weather forecast temperature rain sunny snow; convert exchange conversion;
  currency money exchange dollar euro yen pound; translate translation; delete remove rm erase drop discard;
  roll throw toss; dice die; set turn switch adjust dim; light lamp bulb; event meeting appointment calendar;
  event schedule book plan; book reserve reservation; todo task; done finish stop end; remind reminder alarm;
  timer countdown; calculate compute evaluate math calculator arithmetic; query database db sql; play listen;
  song music track; stock share ticker; price cost quote; buy order purchase; call phone dial;
  picture image photo draw; route navigate direction; move rename mv; copy duplicate cp; user account customer;
  define definition dictionary meaning; summarize summary summarise; start begin launch; stop cancel halt kill
`
  .split(";")
  .map((group) => group.trim().split(" "));

/** Words that carry no subject: neither asked of a tool nor held against it. */
export const FILLER: ReadonlySet<string> = new Set(
  (
    "a an the this that these those my your our their its his her it them they he she i me we us you and or but so just " +
    "please kindly can could would will shall should may might must do does did is are was were be been being am has have had having " +
    "what what's which who whom whose when where how why there here now some any every each all only also too again right " +
    "to of in on at for from with without by as into onto about under inside within near than using via through " +
    "tell give let let's want need like help thanks thank hello hi hey ok okay first then next finally after afterwards lastly " +
    "named called titled saying says if not no yes up out off over back quickly exactly current currently " +
    "word term string phrase root workspace project repo repository folder folders directory directories file files dir one get check look use using"
  ).split(" "),
);

const LEAD_WORDS = {
  in:
    "location city place room path directory folder timezone language country region area repo repository " +
    "channel project",
  near: "location city place area",
  inside: "path directory folder room",
  under: "path directory folder",
  within: "path directory folder",
  to: "to target destination recipient language value output new receiver channel state level",
  into: "target language output to destination path",
  from: "from source origin base start path",
  for: "query term topic location city name person user symbol pattern keyword place ticker customer text",
  about: "topic query subject about",
  at: "location place time address",
  on: "date day topic platform device channel",
  of: "location city name symbol path user ticker country text word term title company id",
  with: "new replacement title name content attendee person subject message body",
  by: "author artist factor",
  as: "name status format title role",
  named: "name title filename pattern",
  called: "name title filename pattern",
  titled: "title name subject",
  saying: "message text content body",
  says: "message text content body",
  containing: "content text body pattern",
};

/** The words in front of a phrase, and the parameter names whose value such a phrase usually is. */
export const LEADS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(LEAD_WORDS).map(([lead, names]) => [lead, names.split(" ")]),
);

/** Words in front of a number that make it a largest count, as in "the first 12 lines". */
export const COUNT_WORDS: ReadonlySet<string> = new Set(
  "first top most only limit max maximum under below than last".split(" "),
);

/** Names of parameters that hold a largest count. */
export const COUNT_NAMES: ReadonlySet<string> = new Set("limit max maximum count top n number size results".split(" "));

/** Seconds in each time unit a request may use. */
export const SECONDS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    [
      ["ms millisecond milliseconds", 0.001],
      ["s sec secs second seconds", 1],
      ["min mins minute minutes", 60],
      ["h hr hrs hour hours", 3600],
      ["day days", 86_400],
    ] as const
  ).flatMap(([units, seconds]) => units.split(" ").map((unit) => [unit, seconds])),
);

/** Numbers that people write as words. */
export const NUMBER_WORDS: Readonly<Record<string, number>> = {
  ...countedFrom(1, "one two three four five six seven eight nine ten eleven twelve"),
  ...{ fifteen: 15, twenty: 20, thirty: 30, forty: 40, fifty: 50 },
};

function countedFrom(first: number, words: string): Record<string, number> {
  return Object.fromEntries(words.split(" ").map((word, index) => [word, first + index]));
}

/** Programs whose bare name after "run" starts a command line. */
export const PROGRAMS: ReadonlySet<string> = new Set(
  (
    "npm npx node pnpm yarn bun deno git ls cat echo pwd python python3 pip make cargo go docker curl wc head tail date " +
    "uname whoami env which tsc vitest pytest df du sort uniq sleep mkdir touch find sh bash ruby java mvn gradle"
  ).split(" "),
);

/** Folders so usual in projects that "list src" needs no slash. */
export const USUAL_FOLDERS: ReadonlySet<string> = new Set(
  "src lib docs doc test tests packages dist bin scripts app apps examples config public assets build bench".split(" "),
);

/** Abbreviations in parameter and tool names, spelled out. */
export const ABBREVIATIONS = spelledOut(`
  dir|cwd: directory, dest: destination, src: source, msg: message, qty: quantity, lang: language, tz: timezone,
  cmd: command, desc: description, num: number, max: maximum, min: minimum, loc: location, filepath: path,
  filename: file, expr: expression, regexp: regex, todos: todo, db: database, secs|sec: seconds
`);

/** `a|b: c, d: e` as `{ a: c, b: c, d: e }`. */
function spelledOut(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(",").map((pair) => pair.split(":").map((side) => side.trim()));
  return Object.fromEntries(
    pairs.flatMap(([names = "", meaning = ""]) => names.split("|").map((name) => [name, meaning])),
  );
}

/** Places people name that are not the last part of an IANA zone, or whose zone has two names. */
const ZONES = spelledOut(`
  san francisco|seattle|california: America/Los_Angeles, boston|washington|miami|nyc: America/New_York,
  austin|texas: America/Chicago, montreal: America/Toronto, beijing|china: Asia/Shanghai, japan|osaka: Asia/Tokyo,
  korea: Asia/Seoul, india|mumbai|delhi|bangalore|kolkata: Asia/Kolkata, germany|munich|hamburg: Europe/Berlin,
  france: Europe/Paris, italy: Europe/Rome, spain: Europe/Madrid, england|uk: Europe/London,
  switzerland|geneva: Europe/Zurich, kyiv|kiev: Europe/Kyiv, utc: UTC, gmt: GMT
`);

/** The IANA zone a place is in ("Tokyo", "New York", "Europe/Berlin"); undefined when there is no such place here. */
export function zoneOfPlace(place: string): string | undefined {
  const wanted = place
    .trim()
    .toLowerCase()
    .replace(/\s+time(?:zone)?$/, "");
  if (Object.hasOwn(ZONES, wanted)) return ZONES[wanted];
  return zonesByCity().get(wanted.replaceAll(" ", "_"));
}

let cities: Map<string, string> | undefined;

function zonesByCity(): Map<string, string> {
  cities ??= new Map(Intl.supportedValuesOf("timeZone").map((zone) => [lastPart(zone), zone]));
  return cities;
}

function lastPart(zone: string): string {
  return (zone.split("/").at(-1) ?? zone).toLowerCase();
}
