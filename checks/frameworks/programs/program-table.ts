import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { CELLS, type CellOutcome } from "./cells.ts";
import { PROGRAM_SUBJECTS } from "./subjects.ts";

/** In the order of the cells: what `docs/` of `@cloudflare/codemode` says, which runs in Cloudflare's workers alone. */
const CLOUDFLARE = [
  "✗ it is run again",
  "✓ 1",
  "✗ it ends the program",
  "✗ 1",
  "✗ at most 1 MB",
  "✗ one at a time",
  "✗ only what is wrapped",
  "–",
];

/** Each cell in each code mode, as the table of README.md. */
export function programTable(): string {
  const rows = [
    `| | ${PROGRAM_SUBJECTS.map(({ name, version }) => `${name} ${version}`).join(" | ")} | Cloudflare 0.5.6, as its pages say |`,
    `| --- |${" --- |".repeat(PROGRAM_SUBJECTS.length + 1)}`,
  ];
  for (const [n, cell] of Object.keys(CELLS).entries()) {
    const cells = PROGRAM_SUBJECTS.map(({ name }) => cellOf(name, cell));
    rows.push(`| ${cell} | ${[...cells, CLOUDFLARE[n]].join(" | ")} |`);
  }
  return rows.join("\n");
}

function cellOf(name: string, cell: string): string {
  const argv = ["--disable-warning=ExperimentalWarning", join(import.meta.dirname, "process.ts"), name, cell];
  const { stdout } = spawnSync(process.execPath, argv, { encoding: "utf8", timeout: 120_000 });
  if (stdout === "") return "✗ the process ends";
  const outcome: CellOutcome | null = JSON.parse(stdout);
  return outcome === null ? "–" : `${outcome.held ? "✓" : "✗"} ${outcome.seen}`;
}
