// Judges what agents did to people, runs in the sandbox what would run unasked there, and writes docs/incidents.md:
// `npm run incidents`. Exit 1 where something was lost.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { judgeIncidents } from "./judge-incidents.ts";
import { type RunOutcome, runIncident } from "./run-incident.ts";

const rows: string[] = [];
const ran: RunOutcome[] = [];
for (const incident of await judgeIncidents()) {
  const { call, link, happened, outcomes } = incident;
  const told = {
    ...outcomes,
    "accept-edits": `${outcomes["accept-edits"]}`,
    "in the sandbox": `${outcomes["in the sandbox"]}`,
  };
  for (const [way, mode] of [
    ["accept-edits", "accept-edits"],
    ["in the sandbox", "default"],
  ] as const) {
    if (outcomes[way] !== "open") continue;
    const outcome = await runIncident(incident, mode);
    ran.push(outcome);
    told[way] = outcome;
  }
  const [words = ""] = Object.values(call.arguments).flat();
  const name = new URL(link).pathname.slice(1).replace("/issues/", "#");
  const code = `${call.name === "bash" ? "" : `${call.name} `}${String(words)}`.replaceAll("|", "\\|");
  rows.push(`| [${name}](${link}) | ${happened} | \`${code}\` | ${Object.values(told).join(" | ")} |`);
}
const page = `# What agents did to people, tried here

<!-- Written by \`npm run incidents\`. -->

Each row is a report from a public tracker: where it stands, what happened, the call in which it is tried here, and what comes of
it where no rule was written. Without a sandbox nothing of it runs unasked, but for changes of files in accept-edits.

- \`stopped\`: never run, whoever approves. \`asked\`: a person sees it first, and it does not run where nobody answers.
- \`undone\`: it ran, and \`undo\` brought every file back. \`harmless\`: it was started, and every file of a small
  repository was as before; without a network, a database or the project's own code, and for eight seconds at most.
- \`not tried\`: it would run in the sandbox, which has no network, but its program is not on the machine that wrote this page.
- \`lost\`: something is gone. On a busy machine the state of the folder cannot always be kept
  in time before a line runs: \`undo\` does not bring its files back then, and the command says so when it runs.

| Report | What happened | Tried as | Default | Accept-edits | In the sandbox |
| --- | --- | --- | --- | --- | --- |
${rows.join("\n")}
`;
writeFileSync(join(import.meta.dirname, "../../docs/incidents.md"), page);
const lost = ran.filter((outcome) => outcome === "lost").length;
console.log(`${rows.length} incidents, ${ran.length} runs, ${lost} lost`);
process.exit(lost > 0 ? 1 : 0);
