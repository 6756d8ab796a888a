/** A time as ISO 8601 with the offset of a zone. Throws a `RangeError` for a zone that does not exist. */
export function isoInZone(date: Date, timeZone: string): string {
  const formatter = new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", ...FIELDS });
  const parts = new Map(formatter.formatToParts(date).map(({ type, value }) => [type, value]));
  const field = (type: Intl.DateTimeFormatPartTypes) => (parts.get(type) ?? "").padStart(2, "0");
  const day = `${field("year").padStart(4, "0")}-${field("month")}-${field("day")}`;
  return `${day}T${field("hour")}:${field("minute")}:${field("second")}${offset(parts.get("timeZoneName") ?? "")}`;
}

const FIELDS = {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZoneName: "longOffset",
} as const;

/** `GMT+02:00` is written `+02:00`; some versions of Node say only `GMT` for UTC. */
function offset(name: string): string {
  return name === "GMT" ? "+00:00" : name.slice(3);
}
