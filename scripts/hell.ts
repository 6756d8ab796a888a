// Runs every row of the hell server against our client and against the bare SDK: `npm run hell`. With `-- --write` what came of it is
// written into the table of docs/mcp.md. Nothing leaves this machine; every server is a program of this repository.
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { bareClient } from "./hell/bare-client.ts";
import { drive } from "./hell/drive.ts";
import { ourClient } from "./hell/our-client.ts";
import { raceLogins } from "./hell/race-logins.ts";

const ROOT = resolve(import.meta.dirname, "..");
const PAGE = join(ROOT, "docs/mcp.md");
const HELL = join(ROOT, "packages/mcp/test/hell/hell.mjs");
const { behaviours }: { behaviours: object } = await import(HELL.replace("hell.mjs", "behaviours.mjs"));

/** Rows that show how a good server is read are no hell. */
const GOOD: ReadonlySet<string> = new Set(["asks", "asks-back", "asks-address", "task", "task-asks", "progress"]);

const lines = ["| Row | The server | Here | The bare SDK |", "| --- | --- | --- | --- |"];
for (const [row, behaviour] of Object.entries(behaviours)) {
  if (GOOD.has(row)) continue;
  const says = String(Object(behaviour).says).replaceAll("|", "\\|");
  const cells = [];
  for (const client of [ourClient, bareClient]) cells.push((await drive(row, HELL, client)).replaceAll("|", "\\|"));
  lines.push(`| \`${row}\` | ${says} | ${cells.join(" | ")} |`);
  console.log(lines.at(-1));
}
const race = await raceLogins();
lines.push(
  `| OAuth | a login that ten processes need renewed at once, where a renewal counts once | ${race.here} | ${race.bare} |`,
);
console.log(lines.at(-1));

if (process.argv.includes("--write")) {
  const page = readFileSync(PAGE, "utf8");
  const [begin, end] = ["<!-- hell: written by npm run hell -- --write -->", "<!-- hell: end -->"];
  const [before = "", rest = ""] = page.split(begin);
  const [, after = ""] = rest.split(end);
  writeFileSync(PAGE, `${before}${begin}\n\n${lines.join("\n")}\n\n${end}${after}`);
}
process.exit(0);
