// Judges what agents did to people, runs in the sandbox what would run unasked there or after a yes to everything, and
// writes docs/incidents.md: `npm run incidents`. `--packages FOLDER`: where another program's rules are looked for; the
// last answers stay where they are not there. Exit 1 where something was lost.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { judgedElsewhere, PACKAGES } from "./elsewhere.ts";
import { type Incident, judgeIncidents, WAYS } from "./judge-incidents.ts";
import { pageOf, rowOf, wordsOf } from "./page.ts";
import { type RunOutcome, runIncident } from "./run-incident.ts";
import { SCENES } from "./scenes.ts";

const { packages } = parseArgs({ options: { packages: { type: "string", default: PACKAGES } } }).values;
const incidents = await judgeIncidents();
const elsewhere = judgedElsewhere(incidents, packages);

/** A machine that is busy with other things may not keep the state of a folder in time. */
const MOST_TRIES = 3;

const ran: RunOutcome[] = [];
const rows: string[] = [];
for (const incident of incidents) {
  const { link, happened, outcomes } = incident;
  const told: string[] = [];
  for (const way of WAYS) {
    const outcome = outcomes[way];
    if (outcome !== "open" || way === "default") told.push(outcome);
    else told.push(await runTold(incident, way));
  }
  console.log(link, ...told);
  rows.push(rowOf(link, [happened, wordsOf(incident), ...told, elsewhere.default[link] ?? "–"]));
}
for (const { link, happened, tried, play } of SCENES) {
  const [asked, agreed] = [await play(false), await play(true)];
  rows.push(rowOf(link, [happened, tried, asked, asked, asked, agreed, "–"]));
}
writeFileSync(join(import.meta.dirname, "../../docs/incidents.md"), pageOf(rows, elsewhere));
const lost = ran.filter((outcome) => outcome === "lost").length;
console.log(`${rows.length} incidents, ${ran.length} runs, ${lost} lost`);
process.exit(lost > 0 ? 1 : 0);

async function runTold(incident: Incident, way: Parameters<typeof runIncident>[1]): Promise<RunOutcome> {
  let tried = await runIncident(incident, way);
  for (let tries = 1; (tried === "lost" || tried === "too late") && tries < MOST_TRIES; tries++) {
    console.log(`${tried} ${way}, tried again: ${incident.link}`);
    tried = await runIncident(incident, way);
  }
  const outcome = tried === "too late" ? "not tried" : tried;
  ran.push(outcome);
  return outcome;
}
