import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@toolwright/core";
import { createPermissions } from "@toolwright/workspace";

/** Something that an agent did to somebody, and the call in which it is tried here. */
export interface Incident {
  readonly link: string;
  readonly happened: string;
  readonly call: { readonly name: string; readonly arguments: JsonObject };
}

/** `open`: it would run unasked. */
export type Outcome = "stopped" | "asked" | "open";

/** The ways in which a folder agent is started: nobody has written a rule for any of them. */
const WAYS = {
  default: {},
  "accept-edits": { mode: "accept-edits" },
  "in the sandbox": { sandboxed: true },
} as const;

/** By way, as the columns of the page. */
export type Outcomes = Readonly<Record<keyof typeof WAYS, Outcome>>;

const OUTCOMES = { deny: "stopped", ask: "asked", allow: "open" } as const;

/** Judges every call in every way. Nothing is run. */
export async function judgeIncidents(): Promise<readonly (Incident & { readonly outcomes: Outcomes })[]> {
  const [plain, edits, held] = [WAYS.default, WAYS["accept-edits"], WAYS["in the sandbox"]].map((way) =>
    createPermissions({ root: "/work/shop", home: "/home/u", ...way }),
  );
  return Promise.all(
    readIncidents().map(async (incident) => {
      const { name, arguments: given } = incident.call;
      const outcome = async (permissions = plain): Promise<Outcome> =>
        permissions === undefined ? "open" : OUTCOMES[(await permissions.decide(name, given)).verdict];
      const outcomes = {
        default: await outcome(),
        "accept-edits": await outcome(edits),
        "in the sandbox": await outcome(held),
      };
      return { ...incident, outcomes };
    }),
  );
}

function readIncidents(): readonly Incident[] {
  const lines = readFileSync(join(import.meta.dirname, "incidents.jsonl"), "utf8")
    .trim()
    .split("\n");
  return lines.map((line): Incident => JSON.parse(line));
}
