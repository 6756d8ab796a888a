import { defineTool, type Tool, ToolError } from "@toolwright/core";
import { z } from "zod";
import { CLOCK } from "./clock.port.ts";
import { isoInZone } from "./iso-in-zone.ts";

/** `get_current_time`: the time with its offset, in a zone or in the clock's own. */
export function getCurrentTimeTool(): Tool {
  return defineTool({
    name: "get_current_time",
    description: "Get the current date and time.",
    input: z.object({ timezone: z.string().optional().describe("such as Europe/Paris") }),
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
