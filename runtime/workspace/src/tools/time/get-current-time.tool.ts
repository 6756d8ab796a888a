import { defineTool, type Tool, ToolError } from "@toolwright/core";
import { z } from "zod";
import { CLOCK } from "./clock.port.ts";

/** `get_current_time`: the time with its offset, in a zone or in the clock's own. */
export function getCurrentTimeTool(): Tool {
  return defineTool({
    name: "get_current_time",
    description: "Get the current date and time.",
    input: z.object({ timezone: z.string().optional().describe("such as Europe/Paris") }),
    emptyIsAbsent: ["timezone"],
    aliases: { timezone: ["timeZone", "time_zone", "tz", "zone"] },
    output: z.object({ now: z.string(), timezone: z.string() }),
    allowlist: ["now", "timezone"],
    effects: { kind: "read", volatile: true },
    async execute({ timezone: given }, ctx) {
      const clock = await ctx.resolve(CLOCK);
      const timezone = given?.trim() || clock.timeZone();
      return { now: inZone(clock.now(), timezone), timezone };
    },
  });
}

function inZone(date: Date, timezone: string): string {
  try {
    return isoInZone(date, timezone);
  } catch (cause) {
    throw new ToolError("There is no such time zone.", {
      code: "user_error",
      suggestion: "Give an IANA name, such as Europe/Paris or UTC.",
      cause,
    });
  }
}

/** A time as ISO 8601 with the offset of a zone. Throws a `RangeError` for a zone that does not exist. */
function isoInZone(date: Date, timeZone: string): string {
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
