import { spelledOut } from "./vocabulary.ts";

/** Places people name that are not the last part of an IANA zone, or whose zone has two names. */
const ZONES = spelledOut(`
  san francisco|seattle|california: America/Los_Angeles, boston|washington|miami|nyc: America/New_York,
  austin|texas: America/Chicago, montreal: America/Toronto, beijing|china: Asia/Shanghai, japan|osaka: Asia/Tokyo,
  korea: Asia/Seoul, india|mumbai|delhi|bangalore|kolkata: Asia/Kolkata, germany|munich|hamburg: Europe/Berlin,
  france: Europe/Paris, italy: Europe/Rome, spain: Europe/Madrid, england|uk: Europe/London,
  switzerland|geneva: Europe/Zurich, kyiv|kiev: Europe/Kyiv, utc: UTC, gmt: GMT
`);

const CURRENCIES = spelledOut(`
  dollar|dollars|$: USD, euro|euros|€: EUR, pound|pounds|£: GBP, yen|¥: JPY, yuan: CNY, rupee|rupees: INR,
  franc|francs: CHF
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
