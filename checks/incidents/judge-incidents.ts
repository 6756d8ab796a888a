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

/** `open`: it would run unasked, or a yes to everything lets it run. */
export type Outcome = "stopped" | "asked" | "open";

/** The ways in which a folder agent is started: nobody has written a rule for any of them. */
export const WAYS = ["default", "accept-edits", "in the sandbox", "with --yes"] as const;
export type Way = (typeof WAYS)[number];

/** By way, as the columns of the page. */
export type Outcomes = Readonly<Record<Way, Outcome>>;

const OUTCOMES = { deny: "stopped", ask: "asked", allow: "open" } as const;

/** Judges every call in every way. Nothing is run. */
export async function judgeIncidents(): Promise<readonly (Incident & { readonly outcomes: Outcomes })[]> {
  const place = { root: "/work/shop", home: "/home/u" };
  const plain = createPermissions(place);
  const edits = createPermissions({ ...place, mode: "accept-edits" });
  const held = createPermissions({ ...place, sandboxed: true });
  return Promise.all(
    readIncidents().map(async (incident) => {
      const { name, arguments: given } = incident.call;
      const outcome = async (permissions: typeof plain): Promise<Outcome> =>
        OUTCOMES[(await permissions.decide(name, given)).verdict];
      const inSandbox = await outcome(held);
      const outcomes: Outcomes = {
        default: await outcome(plain),
        "accept-edits": await outcome(edits),
        "in the sandbox": inSandbox,
        "with --yes": inSandbox === "stopped" ? "stopped" : "open",
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
