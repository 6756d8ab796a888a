/** Places people name that are not the last part of an IANA zone, or whose zone has two names. */
const ZONES: Readonly<Record<string, string>> = {
  "san francisco": "America/Los_Angeles",
  seattle: "America/Los_Angeles",
  california: "America/Los_Angeles",
  boston: "America/New_York",
  washington: "America/New_York",
  miami: "America/New_York",
  nyc: "America/New_York",
  austin: "America/Chicago",
  texas: "America/Chicago",
  montreal: "America/Toronto",
  beijing: "Asia/Shanghai",
  china: "Asia/Shanghai",
  japan: "Asia/Tokyo",
  osaka: "Asia/Tokyo",
  korea: "Asia/Seoul",
  india: "Asia/Kolkata",
  mumbai: "Asia/Kolkata",
  delhi: "Asia/Kolkata",
  bangalore: "Asia/Kolkata",
  kolkata: "Asia/Kolkata",
  germany: "Europe/Berlin",
  munich: "Europe/Berlin",
  hamburg: "Europe/Berlin",
  france: "Europe/Paris",
  italy: "Europe/Rome",
  spain: "Europe/Madrid",
  england: "Europe/London",
  uk: "Europe/London",
  switzerland: "Europe/Zurich",
  geneva: "Europe/Zurich",
  kyiv: "Europe/Kyiv",
  kiev: "Europe/Kyiv",
  utc: "UTC",
  gmt: "GMT",
};

const CURRENCIES: Readonly<Record<string, string>> = {
  dollar: "USD",
  dollars: "USD",
  $: "USD",
  euro: "EUR",
  euros: "EUR",
  "€": "EUR",
  pound: "GBP",
  pounds: "GBP",
  "£": "GBP",
  yen: "JPY",
  "¥": "JPY",
  yuan: "CNY",
  rupee: "INR",
  rupees: "INR",
  franc: "CHF",
  francs: "CHF",
};

/** The IANA zone a place is in ("Tokyo", "New York", "Europe/Berlin"); undefined when there is no such place here. */
export function zoneOfPlace(place: string): string | undefined {
  const wanted = place
    .trim()
    .toLowerCase()
    .replace(/\s+time(?:zone)?$/, "");
  if (Object.hasOwn(ZONES, wanted)) return ZONES[wanted];
  return zonesByCity().get(wanted.replaceAll(" ", "_"));
}

/** The three-letter code of a currency that was named by its word or sign. */
export function currencyCode(name: string): string | undefined {
  const wanted = name.trim().toLowerCase();
  return Object.hasOwn(CURRENCIES, wanted) ? CURRENCIES[wanted] : undefined;
}

let cities: Map<string, string> | undefined;

function zonesByCity(): Map<string, string> {
  cities ??= new Map(Intl.supportedValuesOf("timeZone").map((zone) => [lastPart(zone), zone]));
  return cities;
}

function lastPart(zone: string): string {
  return (zone.split("/").at(-1) ?? zone).toLowerCase();
}
