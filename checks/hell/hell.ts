// Runs every row of the hell server against our client and against the bare SDK: `npm run hell`. With `-- --write` what
// came of it is written into the table of docs/mcp.md; with `-- --check` our client alone is run, and has to come to
// what that table says. Nothing leaves this machine; every server is a program of this repository.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { writeTable } from "../../scripts/docs-table.ts";
import { bareClient } from "./bare-client.ts";
import { drive } from "./drive.ts";
import { ourClient } from "./our-client.ts";
import { raceLogins } from "./race-logins.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const HELL = join(ROOT, "runtime/mcp/test/hell/hell.mjs");
const { behaviours }: { behaviours: object } = await import(HELL.replace("hell.mjs", "behaviours.mjs"));

/** Rows that show how a good server is read are no hell. */
const GOOD: ReadonlySet<string> = new Set([
  "asks",
  "asks-back",
  "asks-address",
  "task",
  "task-asks",
  "task-asks-late",
  "logs",
  "progress",
]);
/** Rows that are checked at once. */
const AT_ONCE = 4;
const rows = Object.entries(behaviours).filter(([row]) => !GOOD.has(row));

process.exit(process.argv.includes("--check") ? await check() : await compare());

async function compare(): Promise<number> {
  const lines = ["| Row | The server | Here | The bare SDK |", "| --- | --- | --- | --- |"];
  for (const [row, behaviour] of rows) {
    const cells = [];
    for (const client of [ourClient, bareClient]) cells.push(cell(await drive(row, HELL, client)));
    lines.push(`| \`${row}\` | ${cell(String(Object(behaviour).says))} | ${cells.join(" | ")} |`);
    console.log(lines.at(-1));
  }
  const race = await raceLogins();
  lines.push(
    `| OAuth | a login that ten processes need renewed at once, where a renewal counts once | ${race.here} | ${race.bare} |`,
  );
  console.log(lines.at(-1));
  if (process.argv.includes("--write")) writeTable("docs/mcp.md", "hell", lines);
  return 0;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

/** A row that comes to something else is tried once more: a machine may have been busy. */
async function check(): Promise<number> {
  const page = readFileSync(join(ROOT, "docs/mcp.md"), "utf8");
  const wrong: string[] = [];
  const left = [...rows];
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [row] = next;
      const said = saidIn(page, row);
      const came = await drive(row, HELL, ourClient);
      if (isSame(came, said) || isSame(await drive(row, HELL, ourClient), said)) continue;
      wrong.push(row);
      console.log(`${row}: came to\n  ${came}\nand the page says\n  ${said}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  console.log(`${rows.length - wrong.length} of ${rows.length} rows come to what docs/mcp.md says.`);
  return wrong.length === 0 ? 0 : 1;
}

function saidIn(page: string, row: string): string {
  const line = page.split("\n").find((one) => one.startsWith(`| \`${row}\` |`)) ?? "";
  return line.split(/(?<!\\)\|/)[3]?.trim() ?? "";
}

/** Counts and process ids differ from time to time. */
function isSame(came: string, said: string): boolean {
  const plain = (text: string) => cell(text).trim().replaceAll(/\d+/g, "0");
  return plain(came) === plain(said);
}
